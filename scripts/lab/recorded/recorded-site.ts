import type { Instant } from '../../../src/money/calendar.ts';
import { createServer } from 'node:http';
import { type Archive, newestDay } from '../../../src/archive/archive.ts';
import { publicFolder } from '../../../src/operate/generate/generate-site.ts';
import { catalogue } from '../../../src/money/currencies/catalogue.ts';
import { listen } from '../../../src/site/serve/listen.ts';
import { recordedArchive, recordedOfficialRates } from '../../../src/publish/recorded-archive.ts';
import { writeSite } from '../../../src/site/write/write-site.ts';
import { defaultMirrors } from '../../../src/sources/mirrors.ts';
import { present } from '../../../src/text/present.ts';
import { type Snapshot, snapshotOf } from '../../../src/validation/snapshot/snapshot.ts';
import { ValidatedArchive } from '../../../src/validation/validate-archive.ts';

/** The newest recorded day. */
export const recordedDay = present(newestDay(recordedArchive()), 'day');

/** A snapshot of an archive's newest day, as if it had been fetched on this day at noon. */
export function snapshotAtNoon(archive: Archive): Snapshot {
  const now = `${present(newestDay(archive), 'day').date}T12:00:00.000Z` as Instant;
  return snapshotOf(archive, { mirror: defaultMirrors[0], retrieved_at: now, checked_at: now });
}

/** Writes a site with an archive and all recorded official rates. */
export async function writeLabSite(out: string, fileLimit: number, archive = recordedArchive()): Promise<void> {
  await writeSite({
    out,
    publicFolder,
    version: '0.0.0',
    catalogue,
    snapshot: snapshotAtNoon(archive),
    archive,
    validated: new ValidatedArchive(archive, catalogue),
    official: recordedOfficialRates(),
    fileLimit,
  });
}

/** Starts a mirror that serves the newest recorded rates as the rates of any day, such as `/2026-09-30`. */
export function startRecordedMirror() {
  const usd = Object.fromEntries(Array.from(recordedDay.rates, ([code, rate]) => [code.toLowerCase(), rate]));
  return listen(
    createServer(({ url = '' }, response) => {
      response.end(JSON.stringify({ date: url.slice(1), usd }));
    }),
  );
}
