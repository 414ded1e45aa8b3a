import { fold } from '../../../text/fold.ts';
import { currencyNameIn } from './currency-name.ts';
import type { Currency } from '../currency.schema.ts';
import { retiredCurrencies } from '../facts.ts';
import { countryNicknames, nicknames } from './nicknames.ts';
import { subUnits } from '../sub-units.ts';

interface Searched extends Pick<Currency, 'code' | 'name' | 'symbol' | 'type'> {
  /** The countries where the currency is legal tender, as ISO 3166 codes of two letters. */
  readonly countries: readonly string[];
}

/** Minimum letters to find a country by the beginning of its name. Fewer letters find too many countries. */
const MIN_COUNTRY = 3;

/**
 * Finds currencies, sub-units and retired currencies by a text in English: a code, a symbol, a type, a name or a
 * nickname. The beginning of a word is enough, and a plural may end in s. Names of countries and of retired currencies
 * count only if nothing else matches, because the first use of `Intl` takes some milliseconds.
 *
 * @param text all currencies if it's empty
 */
export function findCurrencies<C extends Searched>(text: string, all: readonly C[]) {
  const wanted = fold(text);
  const forms = [wanted, wanted.replace(/(?<=.{3})s$/, '')];
  const begins = (terms: readonly string[]) => terms.some((term) => forms.some((form) => hasWord(fold(term), form)));
  const namesOf = (code: string, ...more: readonly string[]) => [code, ...more, ...(nicknames[code] ?? [])];
  const units = [...subUnits.values()];
  const retired = [...retiredCurrencies.values()];
  const found = {
    currencies: all.filter(
      ({ code, name, symbol, type, countries }) =>
        begins(namesOf(code, name, ...(type === 'metal' ? ['troy ounce'] : []))) ||
        forms.includes(type) ||
        // The symbols of metals are the beginnings of other codes.
        (type !== 'metal' && fold(symbol) === wanted) ||
        countries.some((country) => [country, ...nicknamesOf(country)].some((name) => fold(name) === wanted)),
    ),
    sub_units: units.filter(({ code, name }) => begins(namesOf(code, name))),
    retired: retired.filter(({ code }) => wanted === '' || fold(code) === wanted),
  };
  if (Object.values(found).some((entries) => entries.length > 0)) return found;
  const regions = new Intl.DisplayNames('en', { type: 'region' });
  const isCountry = (country: string) => {
    const names = [regions.of(country) ?? country, ...nicknamesOf(country)];
    return wanted.length < MIN_COUNTRY ? names.some((name) => fold(name) === wanted) : begins(names);
  };
  return {
    ...found,
    currencies: all.filter(({ countries }) => countries.some(isCountry)),
    retired: retired.filter(({ code }) => begins(namesOf(code, currencyNameIn('en', code) ?? code))),
  };
}

function nicknamesOf(country: string): readonly string[] {
  return countryNicknames[country] ?? [];
}

function hasWord(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || name.includes(` ${wanted}`);
}
