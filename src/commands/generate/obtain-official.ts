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

/** Milliseconds for the only try in a preview, because a preview shouldn't wait longer. */
const PREVIEW_PATIENCE = 4000;

/**
 * The official rates to publish: the rates of the previous site, or else the recorded rates, and the rates that the
 * European Central Bank has published since. If the bank's file can't be used, no rates are added.
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
