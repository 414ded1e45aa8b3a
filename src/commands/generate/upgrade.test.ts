import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lostDays, newestDay } from '../../archive/archive.ts';
import { paths } from '../../api/paths.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { previousFiles, writeFiles } from '../../testing/sites/previous-site.ts';
import { recordedCatalogue } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { generateAdvice, obtainSnapshot } from './obtain-snapshot.ts';
import { readPublished } from '../published/read-previous.ts';
import { SiteFiles } from '../../site/site-files.ts';

/**
 * The files that readPrevious reads of a site that version 0.1 published on four days, with two witnesses. HKD, MOP and
 * LAK are held, MWK is omitted, and THB and KES are disputed. The site has no publish log. The ratios of its comparisons
 * are rounded to four digits, because no site with more digits was ever published.
 */
const siteOf01 = join(import.meta.dirname, '../../testing/sites/site-0.1');
const textOf01 = (path: string) => readFileSync(join(siteOf01, path), 'utf8');
const newest = '2026-10-03';
const old = await readPublished(new SiteFiles(siteOf01, {}), `${newest}T07:00:00.000Z`);
const archive = old.archive ?? expect.fail();
const { rates } = newestDay(archive) ?? expect.fail();

const folder = temporaryFolder();
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Publishes version 0.1's newest rates as the dataset of a date. If `isDown`, the mirror responds with an error. */
async function publish(date: string, previous: string, isDown = false) {
  const usd = Object.fromEntries(Array.from(rates, ([code, rate]) => [code.toLowerCase(), rate]));
  await using mirror = await startMirror(isDown ? answers.status(404) : answers.json({ date, usd }));
  return await obtainSnapshot({
    ...{ mirrors: [mirror.url], witnesses: [], datedMirrors: [], backfill: 0, official: null, recorded: false },
    ...{ previous, now: `${date}T08:17:00.000Z`, advice: generateAdvice },
  });
}

describe('current version of Ratesheet on a site that version 0.1 published', () => {
  it('reads every archived day and every comparison with a witness', () => {
    expect(old).toMatchObject({ asOf: newest, witnessReport: { asked: [{ outcome: 'heard' }, { outcome: 'heard' }] } });
    expect(archive.days).toHaveLength(7);
    expect(
      archive.evidence.map(({ date, code, witness, ratio, asOf }) => [date, code, witness, ratio, asOf].join()),
    ).toEqual(textOf01(paths.archiveEvidence).trimEnd().split('\n').slice(1));
  });

  it('only adds lines to the old archive files if it publishes three more days', async () => {
    let previous = join(folder.path, 'site-0');
    cpSync(siteOf01, previous, { recursive: true });
    let before = archive;
    for (const after of [1, 2, 3]) {
      const date = dateOfDay(dayNumber(newest) + after);
      const { snapshot, archive: grown } = await publish(date, previous);
      expect(snapshot).toMatchObject({ asOf: date, staleReason: null });
      expect(lostDays(before, grown)).toEqual([]);
      expect(grown.days.slice(0, -1)).toEqual(before.days);
      expect(grown.evidence.slice(0, before.evidence.length)).toEqual(before.evidence);
      const files = previousFiles(snapshot, grown);
      expect(files.get(paths.archiveYear('2026'))).toSatisfy(beginsWith(textOf01(paths.archiveYear('2026'))));
      expect(files.get(paths.archiveEvidence)).toSatisfy(beginsWith(textOf01(paths.archiveEvidence)));
      previous = join(folder.path, `site-${after}`);
      writeFiles(previous, files);
      before = grown;
    }
  });

  it('applies the current version’s rules to the currencies that version 0.1 held or omitted', async () => {
    const { snapshot } = await publish('2026-10-04', siteOf01);
    const contradicted = { state: 'held', reason: 'contradicted' };
    // Leaves out currencies that the recorded days lack, because new currencies wait for a second dataset.
    const known = [...snapshot.quality].filter(([code]) => recordedCatalogue.some((entry) => entry.code === code));
    expect(Object.fromEntries(known)).toEqual({
      HKD: like({ ...contradicted, since: '2026-10-01', basis: 'official_parity', published: 7.8 }),
      MOP: like({ state: 'held', reason: 'off_parity', since: '2026-10-01', basis: 'official_parity', agreeing: 4 }),
      // The two witnesses' earlier rates still contradict LAK's rate, because this publish requests no witness.
      LAK: like({ ...contradicted, since: '2026-10-02', publishedAsOf: '2026-10-01', agreeing: 3 }),
      // Version 0.1 published KES as disputed, although two witnesses contradict its rate.
      KES: like({ ...contradicted, since: '2026-09-30', publishedAsOf: '2026-09-29', agreeing: 5 }),
      MWK: like({ state: 'left_out', reason: 'missing', since: '2026-09-29' }),
    });
    expect(snapshot.rates.size).toBe(rates.size);
  });

  it('leaves the archive unchanged if the dataset hasn’t changed', async () => {
    for (const isDown of [false, true]) {
      const { snapshot, archive: kept } = await publish(newest, siteOf01, isDown);
      expect(snapshot).toMatchObject({
        ...{ asOf: newest, retrievedAt: old.retrievedAt, witnessReport: old.witnessReport },
        staleReason: isDown ? 'cached_fallback' : null,
      });
      expect(snapshot.disputes.map(({ code, since }) => `${code} ${since}`)).toEqual([
        ...['HKD 2026-10-01', 'HKD 2026-10-01', 'KES 2026-09-30', 'KES 2026-09-30'],
        ...['LAK 2026-10-02', 'LAK 2026-10-02', 'THB 2026-09-30'],
      ]);
      expect(kept).toEqual(archive);
    }
  });
});

function like(part: object): unknown {
  return expect.objectContaining(part);
}

function beginsWith(text: string): (body: string) => boolean {
  return (body) => body.startsWith(text);
}
