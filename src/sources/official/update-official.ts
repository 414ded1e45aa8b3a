import type { ArchivedDay } from '../../archive/archive.ts';
import { ecb, newestExpected } from '../../archive/official-bank.ts';
import { endOfDoubt, explainDoubt } from '../../archive/official-doubts.ts';
import { businessDaysSince, MAX_OFFICIAL_AGE, type OfficialRates } from '../../archive/official-rates.ts';
import { withOfficialFile } from '../../validation/official/official-rules.ts';
import { limitsOf, type RequestLimits } from '../../http/request-limits.ts';
import { present } from '../../text/present.ts';
import { download } from '../download.ts';
import { asMirrorError } from '../errors.ts';
import { parseEcbFile } from './ecb-file.ts';

export interface UpdateOptions {
  /** URL of the bank's file. */
  readonly url: string;
  readonly now: string;
  /** The market dataset's days, which can confirm a large move of an official rate. */
  readonly market: readonly ArchivedDay[];
  readonly limits?: Partial<RequestLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum bytes of a download. The file of all days has 0.6 million bytes as a zip, and 1.9 million as a CSV. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Takes over what the bank has published since the last check. If the newest possible day is known and no doubt is about
 * to end, nothing is requested. If the file is unusable, the known rates are returned, with a problem that says why.
 *
 * @throws the signal's reason, and nothing else
 */
export async function updateOfficial(known: OfficialRates, options: UpdateOptions): Promise<OfficialRates> {
  const { url, now, market, limits, signal } = options;
  const bank = ecb;
  const expected = newestExpected(bank, now);
  const isEnding = known.doubts.some((doubt) => endOfDoubt(doubt) !== null);
  if (newestOf(known) >= expected && !isEnding) return { ...known, problem: null };
  const since = known.problem?.since ?? now;
  try {
    const { bytes } = await download(url, { maxBytes: MAX_BYTES, ...limitsOf.todaysRates, ...limits, signal });
    const updated = withOfficialFile(known, parseEcbFile(bytes), { bank, now, market });
    const refusal = updated.doubts.find(({ reason }) => reason === 'too_many_changes');
    if (refusal) return { ...updated, problem: { problem: `unusable file: ${explainDoubt(refusal)}`, since } };
    const last = newestOf(updated);
    const isOld = businessDaysSince(last, expected) >= MAX_OFFICIAL_AGE;
    return { ...updated, problem: isOld ? { problem: `its newest rates are from ${last}`, since } : null };
  } catch (error) {
    signal?.throwIfAborted();
    const problem = error instanceof RangeError ? `unusable file: ${error.message}` : asMirrorError(error).message;
    return { ...known, problem: { problem, since } };
  }
}

function newestOf({ days }: OfficialRates): string {
  return present(days.at(-1), 'official day').date;
}
