import type { Instant, IsoDate } from '../../money/calendar.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { MAX_TABLE_CHARACTERS } from '../../archive/table-lines.ts';
import { SiteError } from '../../site/errors.ts';
import { pagesLimits } from '../../site/host-limits.ts';
import { onlyMirror } from '../../testing/process/only-mirror.ts';
import { commandOf } from '../../testing/process/spawn-script.ts';
import { readJson } from '../../testing/sites/read-site.ts';
import { fewPairs } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { CommandError, UsageError } from '../terminal/command.ts';
import { continuing, generateSite, warnOfManyComparisons } from './generate-site.ts';

const now: Instant = '2026-09-29T06:17:00.000Z';
let mirror: LoopbackMirror;
beforeAll(async () => {
  mirror = await startMirror(answers.json(recorded));
});
afterAll(() => mirror[Symbol.asyncDispose]());

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

const generate = (out: string, at = now, changes: { previous?: string; startOver?: boolean } = {}) =>
  generateSite(
    continuing({
      out,
      mirrors: [mirror.url],
      witnesses: [],
      datedMirrors: [],
      backfill: 0,
      official: new Map(),
      recorded: false,
      fileLimit: fewPairs,
      now: at,
      startOver: false,
      ...changes,
    }),
    AbortSignal.any([]),
  );

describe('generateSite (writes a site to a folder)', () => {
  it('sends no request if the output folder holds something other than a site', async () => {
    await using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'chapter-1.md'), 'Years of work.');
    const asked = mirror.requests();
    await expect(generate(folder.path)).rejects.toThrow(SiteError);
    expect(mirror.requests()).toBe(asked);
    expect(readdirSync(folder.path)).toEqual(['chapter-1.md']);
  });

  it.each([
    ['years', '2020-01-01T00:00:00.000Z'],
    ['one millisecond', '2024-03-01T23:59:59.999Z'],
  ] as const)('refuses to run if the clock is %s before the source’s first day', async (_, at) => {
    await using folder = temporaryFolder();
    const asked = mirror.requests();
    await expect(generate(join(folder.path, 'site'), at)).rejects.toThrow(
      new UsageError(
        `There were no rates at ${at}, because the first rates are from 2024-03-02. Set the clock or --now right.`,
      ),
    );
    expect(mirror.requests()).toBe(asked);
  });
});

describe('continuing (the site that a new site continues)', () => {
  const dataset = (date: IsoDate) => answers.json({ ...recorded, date });
  const daysOf = (site: string) => (readJson(site, 'api/v1/archive.json') as { days: number }).days;

  it('is the site in the folder that is replaced, so that no day is lost', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    await generate(site);
    const days = daysOf(site);
    await using next = await startMirror(dataset('2026-09-30'));
    const usual = mirror;
    mirror = next;
    await generate(site, '2026-09-30T06:17:00.000Z');
    expect(daysOf(site)).toBe(days + 1);

    // Another site, without the newest day, doesn't replace it.
    mirror = usual;
    const other = join(folder.path, 'other');
    await generate(other);
    const refused = await generate(site, now, { previous: other }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CommandError);
    expect(String(refused)).toContain('2026-09-30');
    expect(daysOf(site)).toBe(days + 1);

    // A damaged site isn't replaced either, because its days can't be read.
    const evidence = join(site, 'archive/evidence.csv');
    const comparisons = readFileSync(evidence, 'utf8');
    writeFileSync(evidence, `${comparisons}x\n`);
    await expect(generate(site, now, { previous: other })).rejects.toThrow('--start-over');
    writeFileSync(evidence, comparisons);
    // A site without today’s rates is continued, too.
    unlinkSync(join(site, 'api/v1/rates.json'));
    await generate(site, '2026-09-30T07:17:00.000Z');
    expect(daysOf(site)).toBe(days + 1);

    // Only on request, the archive starts over.
    await generate(site, now, { startOver: true });
    expect(daysOf(site)).toBe(days);
    mirror = usual;
  });
});

it('generate prints no error if Ctrl-C in a terminal also stops esbuild’s process', async () => {
  await using folder = temporaryFolder();
  const args = [...onlyMirror('http://127.0.0.1:1/'), '--recorded', '--out', join(folder.path, 'site')];
  // Ctrl-C sends its signal to a group of processes. Only a detached process has its own group.
  const child = spawn(...commandOf('generate', args), { detached: true });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (text.includes('Validation: ')) process.kill(-(child.pid ?? NaN), 'SIGINT');
  });
  await once(child, 'close');
  expect(child.exitCode).toBe(130);
  expect(stderr).toMatch(/^Validation: .*\nStopped\. Nothing was changed\.\n$/m);
  expect(readdirSync(folder.path)).toEqual([]);
});

describe('warnOfManyComparisons (checks the size of evidence.csv, the comparisons with witnesses)', () => {
  it('prints a warning if the file has more than half of its maximum size', async () => {
    expect(MAX_TABLE_CHARACTERS).toBe(pagesLimits.fileBytes);
    await using folder = temporaryFolder();
    const file = join(folder.path, 'archive/evidence.csv');
    mkdirSync(dirname(file));
    const { calls } = vi.spyOn(process.stdout, 'write').mockReturnValue(true).mock;
    for (const more of [0, 1]) {
      writeFileSync(file, Buffer.alloc(pagesLimits.fileBytes / 2 + more));
      warnOfManyComparisons(folder.path);
      expect(calls).toHaveLength(more);
    }
    expect(calls[0]).toEqual([
      expect.stringMatching(/^::warning::archive\/evidence\.csv has 13\.1 MB\. .* more than 26\.2 MB\. .*\n$/),
    ]);
  });
});
