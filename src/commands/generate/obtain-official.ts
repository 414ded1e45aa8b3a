import type { OfficialRates } from '../../archive/official-rates.ts';
import { type OfficialUrls, updateOfficial } from '../../sources/official/update-official.ts';
import type { SiteData } from '../../site/site-data.ts';
import { recordedOfficialRates } from '../published/recorded-archive.ts';
import { print, tell } from '../terminal/tell.ts';

interface ObtainOfficialOptions {
  readonly official: OfficialUrls | null;
  readonly recorded: boolean;
  readonly now: string;
}

/** Milliseconds to wait for the European Central Bank's file in a preview. A preview tries once, to start soon. */
const PREVIEW_PATIENCE = 4000;

/**
 * Returns the official rates to publish. Takes the official rates of the previous site or, if it has none, the recorded
 * rates. Then adds the rates that the European Central Bank has published since. If the bank's file can't be used, no
 * rates are added.
 */
export async function obtainOfficial(
  previous: SiteData | null,
  { official: urls, recorded, now }: ObtainOfficialOptions,
  signal?: AbortSignal,
): Promise<OfficialRates> {
  const known = previous?.official ?? { days: recordedOfficialRates(now.slice(0, 10)), problem: null };
  if (!urls) return known;
  const limits = recorded ? { tries: 1, timeout: PREVIEW_PATIENCE } : undefined;
  const { corrected, ...updated } = await updateOfficial(known, { urls, now, limits, signal });
  if (corrected.length > 0) print(`The European Central Bank corrected its rates of ${corrected.join(', ')}.`);
  // A preview works without a network, so failures don't matter.
  if (updated.problem && !recorded) {
    const { problem } = updated.problem;
    tell(
      `No newer official rates. The European Central Bank's file: ${problem}. ` +
        `The rates up to ${updated.days.at(-1)?.date ?? ''} stay.`,
    );
  }
  return updated;
}
