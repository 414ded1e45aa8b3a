import { isMetal } from '../../money/currencies/metals.ts';
import { unitOf } from '../../money/currencies/sub-units.ts';
import { present } from '../../text/present.ts';
import { type PairCodes, unsupportedMetal } from '../error.ts';
import { lackError } from '../lack-error.ts';
import { addresses } from '../paths.ts';
import { requestAddress } from '../request-address.ts';
import { isLack } from '../query/lack.ts';
import { marketToday } from '../query/rates-reader.ts';
import type { PublishedSite } from '../query/site.ts';

/** A currency, or a sub-unit, with its rate in units per 1 USD. */
export interface Priced {
  readonly code: string;
  readonly perUsd: number;
}

/**
 * Today's market rates of a pair, for the API without a version. Sub-units and metals are unsupported, because the list
 * of currencies lacks them.
 *
 * @param pair codes as the request writes them
 * @param address the endpoint of `/api/v1` to use for metals
 * @param parameters the request's other parameters
 * @throws {ApiError} if a currency has no rate today
 */
export async function pairToday(
  pair: PairCodes,
  site: PublishedSite,
  address: string = addresses.convertOnDate,
  parameters: Readonly<Record<string, string>> = {},
) {
  const [from, to] = [unitOf(pair[0]), unitOf(pair[1])];
  const metals = [...new Set([from, to])].filter(isMetal);
  // Another currency may have no rate, or not exist. Then no request has a rate.
  const day = await marketToday(
    pair.filter((code) => !metals.includes(unitOf(code))),
    site,
  );
  // `newest` is only for errors about a date.
  if (isLack(day)) throw lackError(day, { base: from, others: [to], newest: '', list: addresses.currencyList });
  if (metals.length > 0) {
    throw unsupportedMetal(metals, requestAddress(address, new Map(Object.entries({ from, to, ...parameters }))));
  }
  const priced = (code: string): Priced => ({ code, perUsd: present(day.rates.get(code), `rate of ${code}`) });
  return { from: priced(from), to: priced(to) };
}
