/**
 * What people call a currency, beside its code, its name and the names of its countries: nicknames, and the names of units
 * that are not in its name.
 */
export const nicknames: Readonly<Record<string, readonly string[]>> = {
  AUD: ['aussie'],
  BTC: ['xbt'],
  CAD: ['loonie'],
  CHF: ['franken', 'swissie'],
  CNH: ['rmb', 'renminbi', 'yuan', 'offshore yuan'],
  CNY: ['rmb', 'renminbi', 'yuan'],
  GBP: ['sterling', 'pound sterling', 'quid'],
  INR: ['rs', 'rupee'],
  JPY: ['yen'],
  KRW: ['won'],
  NZD: ['kiwi'],
  PLN: ['zloty'],
  RUB: ['ruble', 'rouble'],
  TRY: ['lira'],
  UAH: ['hryvnia', 'grivna'],
  USD: ['buck', 'bucks', 'greenback'],
};

/** What people call a country, beside what Unicode CLDR calls it. By ISO 3166's code. */
export const countryNicknames: Readonly<Record<string, readonly string[]>> = {
  AE: ['uae', 'emirates', 'dubai', 'abu dhabi'],
  BA: ['bosnia'],
  CD: ['drc', 'congo'],
  CI: ['ivory coast'],
  CV: ['cape verde'],
  CZ: ['czech republic', 'czechia'],
  GB: ['uk', 'britain', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'],
  KP: ['dprk'],
  KR: ['korea'],
  MK: ['macedonia'],
  MM: ['burma', 'myanmar'],
  NL: ['holland'],
  SZ: ['swaziland', 'eswatini'],
  TL: ['east timor'],
  TR: ['turkey', 'türkiye'],
  US: ['us', 'usa', 'america'],
  VN: ['vietnam'],
};
