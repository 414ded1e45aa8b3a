import { addresses } from '../../api/paths.ts';
import type { Status } from '../../api/documents/status.ts';
import { doubtReasonsInWords } from '../../archive/official-doubts.ts';
import { CODE } from '../../money/currencies/code.ts';
import { fetchFailure } from '../../download/http/fetch-failure.ts';
import { defaultLimits } from '../../download/http/request-limits.ts';
import { isDate, isInstant } from '../../money/calendar.ts';
import { bankTables } from '../../sources/banks.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { parseJson } from '../../text/json/parse-json.ts';
import { reasonsInWords, statesInWords } from '../../validation/snapshot/quality.ts';
import { quoted } from '../../text/quote.ts';
import { retried } from '../github/github.ts';
import { CommandError } from '../terminal/command.ts';

/** What the report reads of the live site's `/api/v1/status`. */
export type LiveStatus = Pick<
  Status,
  'rate_as_of' | 'stale_since' | 'missing_days' | 'missing_since' | 'composed' | 'banks' | 'currencies'
>;

const UNKNOWN = 'The items about rates stay as they are.';

/** The URL of the live site, from the publish. @throws {CommandError} if it isn't safe in Markdown */
export function siteUrl(text: string): string {
  if (/^https?:\/\/[\w.-]+(:\d+)?(\/[\w.-]+)*\/?$/.test(text)) return text.replace(/\/$/, '');
  throw new CommandError(`LIVE isn't the URL of a site: ${quoted(text)}. ${UNKNOWN}`);
}

/** The URL of a site's status, also on a host without rewrites. */
export function statusOf(site: string): string {
  return `${site}${addresses.status}.json`;
}

/**
 * Reads the status of the site that was just published. The response isn't trusted, because packages have run where it
 * was made. So this function checks all values that the issue shows. It doesn't use zod, because the report runs without
 * packages.
 *
 * @throws {CommandError} if the site doesn't respond, or its response isn't a status
 */
export async function readStatus(live: string, signal: AbortSignal, limits = defaultLimits): Promise<LiveStatus> {
  const url = statusOf(live);
  const text = await retried(signal, limits, async () => {
    // A new query avoids a copy in a cache.
    const response = await fetch(`${url}?at=${Date.now()}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.timeout)]),
    });
    if (!response.ok) throw new CommandError(`status ${response.status}`);
    return await textOf(response, limits.maxBytes);
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    const reason = error instanceof CommandError ? error.message : fetchFailure(error);
    throw new CommandError(`${url} can't be read: ${reason}. ${UNKNOWN}`);
  });
  const status = parseJson(text);
  const problem = problemOf(status);
  if (problem === null) return status as LiveStatus;
  throw new CommandError(`${url} isn't a status: ${problem}. ${UNKNOWN}`);
}

async function textOf({ body }: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > most) throw new CommandError(`the response has more than ${most} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

type Check = (value: unknown) => boolean;

const orNull =
  (isValid: Check): Check =>
  (value) =>
    value === null || isValid(value);
const keyOf =
  (object: object): Check =>
  (value) =>
    isKeyOf(object, value);
/** Lists of objects with these fields. Other fields are ignored. */
const listOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    Array.isArray(value) && value.every((each) => wrongField(each, checks) === null);

const checks: Readonly<Record<keyof LiveStatus, Check>> = {
  rate_as_of: isDate,
  stale_since: orNull(isInstant),
  missing_days: (value) => Number.isInteger(value),
  missing_since: orNull(isDate),
  composed: orNull((value) => wrongField(value, { since: isDate }) === null),
  banks: listOf({
    table: (value) => bankTables.some(({ table }) => table.key === value),
    rate_as_of: orNull(isDate),
    problem: orNull((value) => typeof value === 'string'),
    problem_since: orNull(isInstant),
    doubts: listOf({ reason: keyOf(doubtReasonsInWords), date: isDate, since: isDate }),
  }),
  currencies: listOf({
    code: (value) => typeof value === 'string' && CODE.test(value),
    state: keyOf(statesInWords),
    reason: keyOf(reasonsInWords),
    since: isDate,
  }),
};

function problemOf(status: unknown): string | null {
  if (status === undefined) return 'it isn’t JSON';
  const field = wrongField(status, checks);
  return field === null ? null : `its field "${field}" is missing or malformed`;
}

/** The name of the first missing or malformed field; null if all are valid. */
function wrongField(value: unknown, checks: Readonly<Record<string, Check>>): string | null {
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  return Object.keys(checks).find((name) => !checks[name]?.(fields[name])) ?? null;
}
