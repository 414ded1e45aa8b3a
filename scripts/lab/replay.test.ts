import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import december from '../../src/testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import september from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { recordedOfficialFolder } from '../../src/publish/recorded-archive.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';

const days = join(import.meta.dirname, '../../src/testing/data/days');

describe('command replay (validates past datasets)', () => {
  it('prints every decision and how many decisions were wrong', async () => {
    await using folder = temporaryFolder();
    const wrong = join(folder.path, 'wrong.csv');
    writeFileSync(
      wrong,
      'date,code,source_value,right,reason\n' +
        '2025-12-06,BTC,38.87461377,0.0000112,neighbours\n' +
        `2025-12-07,EUR,${december.usd.eur},0.95,made up\n` +
        `2026-09-29,EUR,${september.usd.eur},1.2,made up\n`,
    );
    const { code, stdout, stderr } = await runScript('lab/replay', [days, '--wrong-values', wrong]);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^date {8}code {2}state {5}reason {12}source value {8}published$/);
    expect(lines).toContainEqual(expect.stringMatching(/^2025-11-01 {2}MNT {3}omitted {3}known_fault {7}0\.69\d+$/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^2025-12-06 {2}BTC {3}omitted {3}implausible_move {2}38\.\d+$/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^2025-12-06 {2}BTC {3}rejected {2}implausible_move {2}38\.\d+$/),
    );
    const summary = lines.findIndex((line) => line.startsWith('4 datasets:'));
    expect(lines.slice(summary)).toEqual([
      expect.stringMatching(
        /^4 datasets: \d+ values held, \d+ omitted, \d+ new levels accepted, \d+ values frozen, 0 datasets refused\. \d+ values are rejected in retrospect\.$/,
      ),
      'Days before 2026 (the thresholds were chosen on these):',
      '  datasets: 3; values known to be wrong: 2',
      '  published, and off by more than 20%: none',
      '  published, and off by 5 to 20%: 1 (2025-12-07 EUR)',
      expect.stringMatching(
        /^ {2}right, but held or omitted: \d+ \((2025-\d\d-\d\d \w+(, )?)+\); longest run of datasets: \d$/,
      ),
      '  wrong, but not rejected in retrospect: 1 (2025-12-07 EUR)',
      '2026 (not used to choose the thresholds):',
      '  datasets: 1; values known to be wrong: 1',
      '  published, and off by more than 20%: 1 (2026-09-29 EUR)',
      '  published, and off by 5 to 20%: none',
      expect.stringMatching(
        /^ {2}right, but held or omitted: \d+ \((2026-09-29 \w+(, )?)+\); longest run of datasets: 1$/,
      ),
      '  wrong, but not rejected in retrospect: 1 (2026-09-29 EUR)',
    ]);
  });

  it.each([
    ['an incomplete header', 'date,code\n', /line 1 isn't the header date,code,source_value,right,reason\. Add it\./],
    [
      'a line that doesn’t match the header',
      'date,code,source_value,right,reason\n2025-12-06,BTC,1,none,x\n',
      /line 2 isn't date,code,source_value,right,reason\. Fix it\./,
    ],
    [
      'a source value that isn’t in the dataset',
      'date,code,source_value,right,reason\n2025-12-06,BTC,39,1,x\n',
      /the dataset of 2025-12-06 has another value for BTC than 39\. Fix the line\./,
    ],
  ])('exits with 1 if the --wrong-values file (list of values known to be wrong) has %s', async (_, text, problem) => {
    await using folder = temporaryFolder();
    const wrong = join(folder.path, 'wrong.csv');
    writeFileSync(wrong, text);
    const { code, stderr } = await runScript('lab/replay', [days, '--wrong-values', wrong]);
    expect(code).toBe(1);
    expect(stderr).toMatch(problem);
  });

  it('compares the datasets with the European Central Bank’s rates', async () => {
    await using folder = temporaryFolder();
    const file = join(folder.path, 'rates.csv');
    // The recorded rates are the bank's. Only the first word of the header differs.
    writeFileSync(
      file,
      readFileSync(join(recordedOfficialFolder({ key: 'ecb' }), '2025.csv'), 'utf8').replace('date', 'Date'),
    );
    const { code, stdout, stderr } = await runScript('lab/replay', [days, '--witness', file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^The witness was compared with \d+ values: \d+ within 0\.5%, \d+ within 1%, \d+ within 2%, \d+ within 5%\. It confirmed 0 new levels and contradicted 0 values\. \d+ comparisons would be archived\.$/m,
    );
    writeFileSync(file, 'date,code\n');
    const refused = await runScript('lab/replay', [days, '--witness', file]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${file}: line 1 isn't a header`);
  });

  it('prints the name of a file that isn’t a dataset', async () => {
    await using folder = temporaryFolder();
    const some = join(folder.path, 'days');
    mkdirSync(some);
    cpSync(join(days, 'usd-2026-09-29.json'), join(some, 'good.json'));
    for (const [text, problem] of [
      ['{"date"', /isn't a dataset: .*JSON/],
      ['{"usd":{}}', /isn't a dataset: no date\n$/],
      ['{"date":"2026-09-29","usd":{}}', /isn't a dataset: unusable dataset: usd\.usd: missing/],
    ] as const) {
      writeFileSync(join(some, 'bad.json'), text);
      const { code, stderr } = await runScript('lab/replay', [some]);
      expect(code).toBe(1);
      expect(stderr).toMatch(problem);
      expect(stderr).toContain(join(some, 'bad.json'));
    }
  });

  it('exits with 2 if the given folder doesn’t exist', async () => {
    const { code, stderr } = await runScript('lab/replay', ['nowhere']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^nowhere doesn't exist\. Name a folder of datasets\. .* See --help\.\n$/);
  });
});
