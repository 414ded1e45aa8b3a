import ownNames from '../data/names.json' with { type: 'json' };
import { subUnits } from '../sub-units.ts';

const displayNames: Record<string, Intl.DisplayNames> = {};

/**
 * A currency's name in a language, such as `Schweizer Franken`; undefined if it has none. The names are those of
 * Unicode CLDR, from `Intl`. Currencies that CLDR lacks, such as crypto assets and sub-units, have one name for all
 * languages.
 *
 * @param language a BCP 47 tag
 */
export function currencyNameIn(language: string, code: string): string | undefined {
  const own = ownName(code);
  if (own !== undefined || !ISO_CODE.test(code)) return own;
  const names = (displayNames[language] ??= new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' }));
  // Some languages have names in lower case, which is the form within a sentence.
  return names.of(code)?.replace(/^./u, (first) => first.toLocaleUpperCase(language));
}

/** The name of a currency that Unicode CLDR lacks. */
export function ownName(code: string): string | undefined {
  return (ownNames as Readonly<Record<string, string>>)[code] ?? subUnits.get(code)?.name;
}

/** `Intl` rejects a code of another form, such as USDT, with a RangeError. */
const ISO_CODE = /^[A-Z]{3}$/;
