import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript } from '../src/testing/process/run-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { writeFiles } from '../src/testing/sites/previous-site.ts';
import { rulesSite } from '../src/testing/sites/rules-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
const file = join(folder.path, 'invoices.csv');
const out = join(folder.path, 'invoices.converted.csv');

beforeAll(() => writeFiles(site, rulesSite().assets.files));
afterAll(() => folder[Symbol.asyncDispose]());

/** Converts a text, and returns the exit code, what was printed, and the written file. */
async function convert(text: string | Uint8Array, ...options: readonly string[]) {
  rmSync(out, { force: true });
  writeFileSync(file, text);
  const { code, stdout, stderr } = await runScript('convert-file', [file, '--site', site, ...options]);
  return { code, stdout, stderr, written: existsSync(out) ? readFileSync(out, 'utf8') : undefined };
}

describe('command convert-file (converts the rows of a file)', () => {
  it('writes the file with the rates of a rule, and says what it understood and what the rows add up to', async () => {
    const { code, stdout, stderr, written } = await convert(
      'Invoice;Date;Amount;Currency\r\n1;14.08.2026;1.250,00;EUR\r\n2;17.08.2026;-10,50;USD\r\n3;;1;EUR\r\n',
      ...['--rule', 'pl-vat'],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(written?.split('\r\n')).toEqual([
      'Invoice;Date;Amount;Currency;converted_PLN;rate;rate_date;rate_source;note',
      expect.stringMatching(/^1;14\.08\.2026;1\.250,00;EUR;\d+,\d\d;\d,\d+;2026-08-13;Narodowy Bank Polski, .+;$/),
      expect.stringMatching(/^2;17\.08\.2026;-10,50;USD;-\d+,\d\d;\d,\d+;2026-08-14;Narodowy Bank Polski, .+;$/),
      '3;;1;EUR;;;;;no date',
      '',
    ]);
    expect(stdout).toMatch(/"Date" \(dmy\).*"Amount" \(decimal separator ,\).*"Currency"/);
    expect(stdout).toMatch(/\n1 row: no date\n2 of 3 rows converted\. Sum: \d+\.\d\d PLN\./);
  });

  it('ends with exit code 2 and the questions that a file leaves open, and writes nothing', async () => {
    const ambiguous = 'Booked,Value date,Amount\n03/04/2026,04/04/2026,"1,234"\n';
    const { code, stdout, stderr, written } = await convert(ambiguous, '--to', 'EUR');
    expect({ code, stdout, written }).toEqual({ code: 2, stdout: '', written: undefined });
    for (const option of ['--date', '--currency', '--decimal']) expect(stderr).toContain(option);
    const answers = ['--date', '1', '--currency', 'USD', '--decimal', '.'];
    expect((await convert(ambiguous, '--to', 'EUR', ...answers)).stderr).toContain('--order dmy or --order mdy');
    const answered = await convert(ambiguous, '--to', 'EUR', '--source', 'ecb', ...answers, '--order', 'mdy');
    expect(answered).toMatchObject({ code: 0, written: expect.stringContaining(',2026-03-04,') as string });
  });

  it('converts several columns of amounts, in an encoding that is named', async () => {
    const text = 'Datum;Soll;Haben;Notiz\n14.08.2026;12,50;;caf\xe9\n17.08.2026;;1.000,00;\n';
    const options = ['--rule', 'pl-vat', '--currency', 'EUR', '--encoding', 'windows-1252'];
    const { stderr, stdout } = await convert(
      Buffer.from(text, 'latin1'),
      ...options,
      '--amount',
      'Soll',
      '--amount',
      '3',
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /"Soll" and "Haben".*windows-1252\n.*Sum of "Soll": \d+\.\d\d PLN\. Sum of "Haben": \d+\.\d\d PLN\./s,
    );
    expect(readFileSync(out, 'latin1')).toMatch(
      /Notiz;converted_PLN_Soll;converted_PLN_Haben;rate;.*\n14\.08\.2026;12,50;;caf\xe9;\d+,\d\d;;4,\d+;2026-08-13/,
    );
    expect(await convert(Buffer.from(text, 'latin1'), ...options.slice(0, 4), '--encoding', 'utf-8')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('encoding utf-8') as string },
    });
  });

  it.each<[string, string | Uint8Array, string[], number]>([
    ['an unknown rule', 'a,b\n', ['--rule', 'xx-vat'], 2],
    ['no currency to convert to', 'a,b\n', [], 2],
    ['another currency than the rule’s', 'a,b\n', ['--rule', 'pl-vat', '--to', 'EUR'], 2],
    ['a rule and a source', 'a,b\n', ['--rule', 'pl-vat', '--source', 'ecb'], 2],
    ['a column that the file lacks', 'Date,Amount\n2026-03-04,1\n', ['--to', 'EUR', '--date', 'Day'], 2],
    ['the file itself as the file to write', 'Date,Amount\n2026-03-04,1\n', ['--to', 'EUR', '--out', file], 2],
    ['a file that isn’t a table', Buffer.of(0, 1, 2, 3), ['--to', 'EUR'], 1],
    ['a site that isn’t there', 'a,b\n', ['--to', 'EUR', '--site', join(folder.path, 'none')], 2],
  ])('refuses %s', async (_, text, options, exit) => {
    const { code, stderr, written } = await convert(text, ...options);
    expect({ code, written }).toEqual({ code: exit, written: undefined });
    expect(stderr).toMatch(/^\S.+\n$/);
  });

  it('doesn’t replace a file without --out', async () => {
    await convert('Date,Amount,Currency\n2026-08-14,1,USD\n', '--to', 'EUR');
    const { code } = await runScript('convert-file', [file, '--site', site, '--to', 'EUR']);
    expect(code).toBe(2);
    const named = await runScript('convert-file', [file, '--site', site, '--to', 'EUR', '--out', out]);
    expect(named).toMatchObject({ code: 0, stderr: '' });
  });
});
