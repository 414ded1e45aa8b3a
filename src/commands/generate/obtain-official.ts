import type { ArchivedDay } from '../../archive/archive.ts';
import type { Correction } from '../../archive/corrections.ts';
import { ecb } from '../../archive/official-bank.ts';
import { explainDoubt } from '../../archive/official-doubts.ts';
import { type OfficialRates, undoubted } from '../../archive/official-rates.ts';
import { paths } from '../../api/paths.ts';
import { updateOfficial } from '../../sources/official/update-official.ts';
import type { SiteData } from '../../site/site-data.ts';
import { recordedOfficialRates } from '../published/recorded-archive.ts';
import { print, tell } from '../terminal/tell.ts';

interface ObtainOfficialOptions {
  /** URL of the bank's file; null if no file is to be downloaded. */
  readonly official: string | null;
  /** The market dataset's days, which can confirm a large move of an official rate. */
  readonly market: readonly ArchivedDay[];
  readonly recorded: boolean;
  readonly now: string;
}

/** Milliseconds to wait for the bank's file in a preview. A preview tries once, to start soon. */
const PREVIEW_PATIENCE = 4000;

/**
 * Returns the official rates to publish. Takes the official rates of the previous site or, if it has none, the recorded
 * rates. Then takes over what the bank has published since. If the bank's file can't be used, the rates stay as they
 * are. Prints a line for each kind of change, doubt and failure.
 */
export async function obtainOfficial(
  previous: SiteData | null,
  { official: url, market, recorded, now }: ObtainOfficialOptions,
  signal?: AbortSignal,
): Promise<OfficialRates> {
  const known = previous?.official ?? undoubted(recordedOfficialRates(now.slice(0, 10)));
  if (url === null) return known;
  const limits = recorded ? { tries: 1, timeout: PREVIEW_PATIENCE } : undefined;
  const updated = await updateOfficial(known, { url, market, now, limits, signal });
  const added = updated.corrections.slice(known.corrections.length);
  printChanges(
    'corrected',
    added.filter((change) => change.old !== undefined && change.new !== undefined),
  );
  printChanges(
    'withdrew',
    added.filter((change) => change.new === undefined),
  );
  printChanges(
    'added later',
    added.filter((change) => change.old === undefined),
  );
  if (!updated.problem) tellDoubts(updated);
  // A preview works without a network, so failures don't matter.
  else if (!recorded) {
    const { problem } = updated.problem;
    tell(
      `No newer official rates. The ${ecb.name}'s file: ${problem}. ` +
        `The rates up to ${updated.days.at(-1)?.date ?? ''} stay.`,
    );
  }
  return updated;
}

function printChanges(did: string, changes: readonly Correction[]): void {
  const [first] = changes;
  if (!first) return;
  const { date, code, old = 'no value', new: now = 'no value' } = first;
  print(
    `The ${ecb.name} ${did} official rates. Changed values: ${changes.length}. The first is ${code} of ${date}: ` +
      `${old} before, ${now} now. See ${paths.officialCorrections}.`,
  );
}

function tellDoubts({ doubts }: OfficialRates): void {
  const [first, ...others] = doubts;
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  tell(`Official rates in doubt: ${explainDoubt(first)}${more}. See official.doubts in ${paths.status}.`);
}
