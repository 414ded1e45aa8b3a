import type { IsoDate } from '../../money/calendar.ts';
import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import type { BankResponse } from '../../archive/official-rates.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';

/** Every currency that exists or existed, as Unicode CLDR and the catalogue list them. */
const codes = new Set([
  ...Object.values(currencyData.supplemental.currencyData.region).flatMap((ofRegion) => ofRegion.flatMap(Object.keys)),
  ...catalogue.map(({ code }) => code),
  // CLDR lacks the third dollar of Zimbabwe, from 2006 to 2008.
  'ZWN',
]);

/**
 * A response without the rates of currencies that don't exist. So a damaged or forged response can't add any number of
 * columns and files.
 */
export function ofExistingCurrencies({ days, unreadable, ...response }: BankResponse): BankResponse {
  const [known, empty] = [[], []] as [BankResponse['days'][number][], IsoDate[]];
  for (const day of days) {
    const rates = new Map([...day.rates].filter(([code]) => codes.has(code)));
    if (rates.size > 0) known.push(rates.size === day.rates.size ? day : { ...day, rates });
    else empty.push(day.date);
  }
  const gone = new Set(empty);
  return {
    ...response,
    days: known,
    unreadable: [
      ...unreadable.filter(({ date, code }) => !gone.has(date) && (code === null || codes.has(code))),
      ...empty.map((date) => ({ date, code: null })),
    ],
  };
}
