import type { Instant } from '../../money/calendar.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, withDays, withComparisons } from '../../archive/archive.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { agreeing } from '../data/agreeing.ts';
import { defaultMirrors } from '../../sources/mirrors.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { proofPaths } from '../../api/paths.ts';
import { readPublishLog } from '../../site/read-publish-log.ts';
import {
  fewPairs,
  recordedCatalogue,
  recordedDay,
  recordedDays,
  recordedOfficial,
  writeSmallSite,
} from './small-site.ts';

/** The day after the last recorded day. {@link writeReceiptSites} writes a site with this newest day. */
export const receiptDay = '2026-09-30';

/** The source value of GBP on {@link receiptDay}. It is a third above the previous rate, so GBP is held. */
export const heldRate = 1;

/** A witness that still has the previous rate of GBP on {@link receiptDay}. */
const witness = 'api.frankfurter.dev';

/** The bytes of the dataset of {@link receiptDay}. */
export const receiptSource = Buffer.from(`{"date":"${receiptDay}","usd":{"gbp":${heldRate}}}`);

/**
 * Writes the sites of two consecutive days, with a publish log. On the second day, GBP is held after a comparison with
 * a witness. On both days, SYP is omitted.
 *
 * @param official the official rates of the second site
 * @returns the folders of the first day's site and of the second day's site, which continues the first site
 */
export async function writeReceiptSites(
  folder: string,
  official = recordedOfficial,
): Promise<{ readonly before: string; readonly site: string }> {
  const [before, site] = [join(folder, 'before'), join(folder, 'site')];
  await writeSmallSite(before, { fileLimit: fewPairs });
  const newest = recordedDays.days.at(-1);
  if (!newest) throw new Error('Nothing is recorded.');
  const archive = withComparisons(
    withDays(recordedDays, [{ date: receiptDay, rates: new Map([...newest.rates, ['GBP', heldRate]]) }]),
    [{ date: receiptDay, code: 'GBP', witness, ratio: 0.7554, asOf: newest.date }],
  );
  const year = newest.date.slice(0, 4);
  await writeSmallSite(site, {
    fileLimit: fewPairs,
    archive,
    snapshot: snapshotOf(archive),
    source: receiptSource,
    official,
    commit: 'c0ffee',
    publishLog: readPublishLog(new Map([[year, readFileSync(join(before, proofPaths.publishLogYear(year)), 'utf8')]])),
  });
  return { before, site };
}

function snapshotOf(archive: Archive): Snapshot {
  return {
    ...recordedDay,
    rate_as_of: receiptDay,
    retrieved_at: `${receiptDay}T06:17:00.000Z` as Instant,
    checked_at: `${receiptDay}T07:00:00.000Z` as Instant,
    stale_reason: null,
    stale_since: null,
    recorded: false,
    mirror: defaultMirrors[0],
    mirrors: [
      { mirror: defaultMirrors[0], outcome: 'current', date: receiptDay },
      { mirror: defaultMirrors[1], outcome: 'current', date: receiptDay },
    ],
    witnesses: {
      requested_at: `${receiptDay}T06:17:00.000Z` as Instant,
      requested: [
        { witness, outcome: 'compared', compared: 150, agreeing: agreeing(120, 130, 140, 149) },
        { witness: 'api.coinbase.com', outcome: 'unreachable', compared: 0, agreeing: agreeing(0, 0, 0, 0) },
      ],
      unwitnessed: ['BTC'],
    },
    ...new ValidatedArchive(archive, recordedCatalogue).newest(),
  };
}
