import { catalogue } from '../../../money/currencies/catalogue.ts';
import { tenderCountriesOf } from '../../../money/currencies/tender-countries.ts';
import { worldRegionOf } from './world-region.ts';

const EUROPE = '150';

/**
 * The pair with which the converter begins for the visitors of each country: their own money, and in Europe the euro,
 * otherwise the US dollar. The countries by pair: `{ 'PLN EUR': 'PL' }`.
 */
export function homePairs(): Record<string, string> {
  // A country with several currencies gets the one that it shares with the fewest countries.
  const own = new Map<string, string>();
  for (const { code } of catalogue.toSorted((a, b) => countries(b.code) - countries(a.code))) {
    for (const country of tenderCountriesOf(code)) own.set(country, code);
  }
  const pairs = new Map<string, string[]>();
  for (const [country, code] of own) {
    const to = code === 'EUR' || (code !== 'USD' && worldRegionOf(country) !== EUROPE) ? 'USD' : 'EUR';
    pairs.set(`${code} ${to}`, [...(pairs.get(`${code} ${to}`) ?? []), country]);
  }
  return Object.fromEntries(Array.from(pairs, ([pair, ofPair]) => [pair, ofPair.join(' ')]));
}

const countries = (code: string) => tenderCountriesOf(code).length;
