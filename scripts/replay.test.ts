import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript } from '../src/testing/spawn-script.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

const recorded = join(import.meta.dirname, '../src/dataset/recorded');

describe('replay', () => {
  it('prints what the gate makes of real days, in the order of their dates', async () => {
    const { code, stdout, stderr } = await runScript('replay', [recorded]);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^2025-11-01 {2}MNT left out \(implausible_move\): offered 0\.69\d+, published nothing$/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^2025-12-06 {2}BTC held \(implausible_move\): offered .*, published 0\.0000/),
    );
    expect(lines.slice(0, -1).map((line) => line.slice(0, 10))).toEqual(
      lines
        .slice(0, -1)
        .map((line) => line.slice(0, 10))
        .sort(),
    );
    expect(lines.at(-1)).toMatch(
      /^4 datasets: \d+ values held, \d+ left out, .* 0 datasets refused\. Doubtful with hindsight: /,
    );
  });

  it('names the file that is no dataset', async () => {
    await using folder = temporaryFolder();
    const days = join(folder.path, 'days');
    mkdirSync(days);
    cpSync(join(recorded, 'usd-2026-09-29.json'), join(days, 'good.json'));
    for (const [text, problem] of [
      ['{"date"', /is no dataset: .*JSON/],
      ['{"usd":{}}', /is no dataset: it has no date\n$/],
      ['{"date":"2026-09-29","usd":{}}', /is no dataset: unusable dataset: usd\.usd: missing/],
    ] as const) {
      writeFileSync(join(days, 'bad.json'), text);
      const { code, stderr } = await runScript('replay', [days]);
      expect(code).toBe(1);
      expect(stderr).toMatch(problem);
      expect(stderr).toContain(join(days, 'bad.json'));
    }
  });

  it('is wrong use without a folder', async () => {
    const { code, stderr } = await runScript('replay', ['nowhere']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Name the folder of the datasets, .* See --help\.\n$/);
  });
});
