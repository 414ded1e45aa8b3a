import mappings from 'cldr-core/supplemental/codeMappings.json' with { type: 'json' };
import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };

/** Guernsey, the Isle of Man and Jersey, by the code of their own pound. CLDR has only GBP for these islands. */
const localIssues: ReadonlyMap<string, readonly string[]> = new Map([
  ['GGP', ['GG']],
  ['IMP', ['IM']],
  ['JEP', ['JE']],
]);

/**
 * The countries where a currency is legal tender today according to Unicode CLDR, as sorted ISO 3166 codes of two
 * letters. The list is empty for crypto assets and offshore CNH. Don't import this function in a page or in the
 * Function, because the data have 107 KB.
 */
export function tenderCountriesOf(code: string): readonly string[] {
  return countriesByTender.get(code) ?? localIssues.get(code) ?? [];
}

interface Tender {
  readonly _from?: string;
  /** The last day as legal tender. */
  readonly _to?: string;
  /** `false` if the currency circulates but isn't legal tender. */
  readonly _tender?: string;
}

const regions: Readonly<Record<string, readonly Readonly<Record<string, Tender>>[]>> =
  currencyData.supplemental.currencyData.region;
const regionCodes: Readonly<Record<string, { readonly _alpha3?: string; readonly _numeric?: string }>> =
  mappings.supplemental.codeMappings;

const countriesByTender = new Map<string, string[]>();
for (const region of Object.keys(regions).filter(isIso3166).sort()) {
  for (const [code, { _to, _tender }] of (regions[region] ?? []).flatMap((each) => Object.entries(each))) {
    if (_to !== undefined || _tender === 'false') continue;
    countriesByTender.set(code, [...(countriesByTender.get(code) ?? []), region]);
  }
}

/**
 * Whether ISO 3166 lists a region of CLDR. CLDR's other regions, such as Ceuta, Kosovo and the European Union, have no
 * number, or a number from 900 on.
 */
function isIso3166(region: string): boolean {
  const number = regionCodes[region]?._numeric;
  return number !== undefined && Number(number) < 900;
}
