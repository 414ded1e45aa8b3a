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

/** Milliseconds for one try, in a preview: it shouldn't wait longer. */
const PREVIEW_PATIENCE = 4000;

/**
 * The official rates to publish: those of the previous site, or the recorded ones, with those that the European Central
 * Bank has published since. Without its file, the known ones are published.
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
  // A preview without a network is nothing to worry about.
  if (updated.problem && !recorded) {
    const { problem } = updated.problem;
    tell(
      `No newer official rates: the European Central Bank's file: ${problem}. Those up to ${updated.days.at(-1)?.date ?? ''} stay.`,
    );
  }
  return updated;
}
