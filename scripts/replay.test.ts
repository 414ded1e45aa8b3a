import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import december from '../src/testing/days/usd-2025-12-07.json' with { type: 'json' };
import { runScript } from '../src/testing/spawn-script.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

const days = join(import.meta.dirname, '../src/testing/days');

describe('replay', () => {
  it('prints what the judgement makes of real days, and with hindsight', async () => {
    await using folder = temporaryFolder();
    const truth = join(folder.path, 'truth.csv');
    const header = 'date,code,offered,right,reason';
    writeFileSync(
      truth,
      `${header}\n2025-12-06,BTC,38.87461377,0.0000112,neighbours\n2025-12-07,EUR,${december.usd.eur},0.95,made up\n`,
    );
    const { code, stdout, stderr } = await runScript('replay', [days, '--truth', truth]);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^date {8}code {2}what {6}why {15}offered {13}published$/);
    expect(lines).toContainEqual(expect.stringMatching(/^2025-11-01 {2}MNT {3}left_out {2}known_fault {7}0\.69\d+$/));
    expect(lines).toContainEqual(expect.stringMatching(/^2025-12-06 {2}BTC {3}left_out {2}nothing_recent {4}38\.\d+$/));
    expect(lines).toContainEqual(expect.stringMatching(/^2025-12-06 {2}BTC {3}fault {5}implausible_move {2}38\.\d+$/));
    const summary = lines.findIndex((line) => line.startsWith('4 datasets:'));
    expect(lines.slice(summary)).toEqual([
      expect.stringMatching(
        /^4 datasets: \d+ values held, \d+ left out, \d+ levels accepted, 0 datasets refused\. With hindsight \d+ values are faults\.$/,
      ),
      'Beside 2 values that are known to be wrong:',
      '  published, and off by more than 20%: none',
      '  published, and off by 5 to 20%: 1 (2025-12-07 EUR)',
      expect.stringMatching(/^ {2}right, and held or left out: \d+ \(.*\); at most \d datasets in a row$/),
      '  wrong, and no fault with hindsight: 1 (2025-12-07 EUR)',
    ]);
  });

  it.each([
    ['date,code\n', /line 1 is not date,code,offered,right,reason/],
    ['date,code,offered,right,reason\n2025-12-06,BTC,1,none,x\n', /line 2 has no date, code, offered and right rate/],
    ['date,code,offered,right,reason\n2025-12-06,BTC,39,1,x\n', /the dataset of 2025-12-06 does not have 39 for BTC/],
  ])('names the line of a list that is none: %j', async (text, problem) => {
    await using folder = temporaryFolder();
    const truth = join(folder.path, 'truth.csv');
    writeFileSync(truth, text);
    const { code, stderr } = await runScript('replay', [days, '--truth', truth]);
    expect(code).toBe(1);
    expect(stderr).toMatch(problem);
  });

  it('asks the ECB’s rates as a witness', async () => {
    await using folder = temporaryFolder();
    const { code, stdout, stderr } = await runScript('replay', [days, '--witness', join(days, '../eurofxref.csv')]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^The witness was heard on \d+ values: \d+ within 0\.5%, \d+ within 1%, \d+ within 2%, \d+ within 5%\. It confirmed 0 jumps and contradicted 0 values; \d+ lines of evidence are kept\.$/m,
    );
    for (const [text, problem] of [
      ['date,code\n', /line 1 is not Date,USD,… as in the ECB's eurofxref-hist\.csv/],
      ['Date,USD,JPY\n2024-01-02,1.1,155\n2024-13-01,1,1\n', /line 3 has no date/],
    ] as const) {
      const file = join(folder.path, 'rates.csv');
      writeFileSync(file, text);
      const refused = await runScript('replay', [days, '--witness', file]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(problem);
    }
  });

  it('names the file that is no dataset', async () => {
    await using folder = temporaryFolder();
    const some = join(folder.path, 'days');
    mkdirSync(some);
    cpSync(join(days, 'usd-2026-09-29.json'), join(some, 'good.json'));
    for (const [text, problem] of [
      ['{"date"', /is no dataset: .*JSON/],
      ['{"usd":{}}', /is no dataset: it has no date\n$/],
      ['{"date":"2026-09-29","usd":{}}', /is no dataset: unusable dataset: usd\.usd: missing/],
    ] as const) {
      writeFileSync(join(some, 'bad.json'), text);
      const { code, stderr } = await runScript('replay', [some]);
      expect(code).toBe(1);
      expect(stderr).toMatch(problem);
      expect(stderr).toContain(join(some, 'bad.json'));
    }
  });

  it('is wrong use without a folder', async () => {
    const { code, stderr } = await runScript('replay', ['nowhere']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Name the folder of the datasets, .* See --help\.\n$/);
  });
});
