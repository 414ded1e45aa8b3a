import { dateOfDay, dayNumber, type Instant, type IsoDate, isWeekend, weekdayOf } from '../../money/calendar.ts';
import { present } from '../../text/present.ts';
import { bankRates, noise, seedOf, usdPriceOf } from './usd-prices.ts';

/** All rates of a bank's table. Days are numbers of days since 1970-01-01. */
export interface History extends Rules {
  readonly listings: readonly Listing[];
}

/** A currency as a bank quotes it from one day to another. */
export interface Listing {
  readonly code: string;
  readonly units: number;
  readonly first: number;
  readonly last: number;
  readonly decimals: number;
  /** The bank's number as it writes it; null if there is none. */
  readonly valueOn: (day: number) => string | null;
}

interface Rules {
  readonly base: string;
  readonly firstDay: IsoDate;
  /** UTC hours after the beginning of a day at which its rates are published. */
  readonly hour: number;
  /** The day on which the rates of a day were fixed; null if the table has no rates on the day. */
  readonly fixedOn: (day: number) => number | null;
  /** Decimals of a number of about this size. */
  readonly decimals: (value: number, units: number) => number;
  /** Zeros at the end are omitted beyond this number of decimals. */
  readonly minDecimals: number;
  /** The day whose value a currency has on a day with rates, if it's an earlier one. */
  readonly valuedOn?: (day: number, code: string) => number;
  /** A value is missing on one day of this many. */
  readonly missingOneOf?: number;
  /** The table's name in its number. */
  readonly letter?: string;
  /**
   * How the bank quotes. By default, the European Central Bank quotes units of a currency per 1 unit of its base, and the
   * other banks quote the other way round.
   */
  readonly isIndirect?: (code: string) => boolean;
  /** Whether the rates of a week are published on the Monday after it. */
  readonly isWeekly?: boolean;
  /** Whether a day's rates are published on the next day with rates. */
  readonly isNextDay?: boolean;
}

const isOpen = opening('01-01 12-25 12-26');
const isOpenInDenmark = opening('01-01 05-01 06-05 12-24 12-25 12-26 12-31');
const isOpenInAmerica = opening('01-01 06-19 07-04 11-11 12-25');
const isOpenInPoland = opening('01-01 01-06 05-01 05-03 08-15 11-01 11-11 12-25 12-26');

const isOpenInRomania = opening(
  '01-01 01-02 01-06 01-07 01-24 05-01 06-01 08-15 11-30 12-01 12-25 12-26',
  orthodoxEasterOf,
);
const isOpenInColombia = opening('01-01 05-01 07-20 08-07 12-08 12-25');

const nbp = {
  base: 'PLN',
  firstDay: '2002-01-02' as const,
  hour: 11,
  decimals: (value: number) => (value >= 0.05 ? 4 : value >= 0.0005 ? 6 : 8),
  minDecimals: 4,
};

const isOpenInHungary = opening('01-01 03-15 05-01 08-20 10-23 11-01 12-25 12-26');
const isOpenInMoldova = opening('01-01 01-07 01-08 03-08 05-01 05-09 08-27 08-31 12-25');
const isOpenInGeorgia = opening('01-01 01-02 01-07 01-19 03-03 03-08 04-09 05-09 05-12 05-26 08-28 10-14 11-23');
const isOpenInIceland = opening('01-01 05-01 06-17 12-24 12-25 12-26 12-31');
const isOpenInBrazil = opening('01-01 04-21 05-01 09-07 10-12 11-02 11-15 12-25');

const icelandic = {
  base: 'ISK',
  hour: 16.5,
  fixedOn: (day: number) => (isOpenInIceland(day) ? day : null),
  decimals: (value: number) => (value >= 50 ? 2 : value >= 10 ? 3 : 4),
  minDecimals: 0,
};

const brazilian = {
  base: 'BRL',
  firstDay: '2000-01-03' as const,
  hour: 16.5,
  fixedOn: (day: number) => (isOpenInBrazil(day) ? day : null),
  decimals: () => 5,
  minDecimals: 5,
};

const LAST_RECORDED = Math.max(...bankRates().keys());

/**
 * The histories by name of their table's folder in the archive. Listings are words such as `HUF`, `100*HUF` or
 * `100*HUF:1999-01-04..2008-12-31`. Either day may be missing.
 */
export const histories = {
  ecb: history(
    'ecb',
    {
      base: 'EUR',
      firstDay: '1999-01-04',
      hour: 15,
      fixedOn: (day) => ((day <= LAST_RECORDED ? bankRates().has(day) : isOpen(day)) ? day : null),
      decimals: (value) => (value >= 100 ? 2 : value >= 20 ? 3 : value >= 1 ? 4 : 5),
      minDecimals: 0,
    },
    'USD JPY BGN CYP CZK DKK EEK GBP HUF LTL LVL MTL PLN ROL RON SEK SIT SKK CHF ISK NOK HRK RUB TRL TRY AUD BRL CAD ' +
      'CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR',
  ),
  nbp: history(
    'nbp',
    { ...nbp, letter: 'A', fixedOn: (day) => (isOpenInPoland(day) ? day : null) },
    'THB USD AUD HKD CAD NZD SGD EUR HUF CHF GBP UAH JPY CZK DKK ISK NOK SEK RON:2005-07-01.. BGN:..2025-12-31 ' +
      'TRY:2005-01-03.. ILS:2011-06-01.. CLP:2008-03-03.. PHP MXN ZAR BRL MYR IDR INR:2013-01-02.. KRW CNY XDR ' +
      'HRK:..2022-12-30 RUB:..2022-03-08 LTL:..2014-12-31 LVL:..2013-12-31 EEK:..2010-12-31 SKK:..2008-12-31 ' +
      'CYP:..2007-12-31 MTL:..2007-12-31 SIT:..2006-12-29 ROL:..2005-06-30',
  ),
  'nbp-b': history(
    'nbp-b',
    {
      ...nbp,
      letter: 'B',
      // A Wednesday, or the next business day if all days from the Wednesday on are holidays.
      fixedOn: (day) => {
        let before = day;
        while (weekdayOf(before) !== 2 && !isOpenInPoland(before - 1)) before--;
        return isOpenInPoland(day) && weekdayOf(before) === 2 ? day : null;
      },
    },
    'AFN MGA:2005-01-05.. PAB ETB VES:2021-10-06.. BOB CRC SVC NIO GMD MKD DZD BHD IQD JOD KWD LYD RSD TND MAD AED ' +
      'STD:..2017-12-27 STN:2018-01-03.. BSD BBD BZD BND FJD GYD JMD LRD NAD SRD:2004-01-07.. TTD XCD SBD VND AMD ' +
      'CVE AWG BIF XOF XAF XPF DJF GNF KMF CDF RWF EGP GIP LBP SSP:2011-07-20.. SDG:2007-01-10.. SYP GHC:..2007-06-27 ' +
      'GHS:2007-07-04.. HTG PYG ANG:..2025-03-26 XCG:2025-04-02.. PGK LAK MWK ZMK:..2012-12-26 ZMW:2013-01-02.. AOA ' +
      'MMK GEL MDL ALL HNL SLL:..2022-06-29 SLE:2022-07-06.. SZL LSL AZM:..2005-12-28 AZN:2006-01-04.. ' +
      'MZN:2006-07-05.. NGN ERN TWD TMT:2009-01-07.. MRO:..2017-12-27 MRU:2018-01-03.. TOP MOP ARS DOP COP CUP UYU ' +
      'BWP GTQ IRR YER QAR OMR SAR KHR BYR:..2016-06-29 BYN:2016-07-06.. RUB:2022-03-09.. LKR MVR MUR NPR PKR SCR PEN ' +
      'KGS TJS UZS KES SOS TZS UGX BDT WST KZT MNT VUV BAM ZWG:2024-04-10.. ' +
      // Later in table A.
      'ILS:..2011-05-31 INR:..2012-12-31 CLP:..2008-02-29',
  ),
  cnb: history(
    'cnb',
    {
      base: 'CZK',
      firstDay: '1991-01-01',
      hour: 13,
      // The table begins on a holiday.
      fixedOn: (day) => (isOpen(day) || day === dayNumber('1991-01-01') ? day : null),
      decimals: () => 3,
      minDecimals: 3,
    },
    'ATS:..2001-12-31 AUD 100*BEF:..2001-12-31 BGN:2002-01-02..2025-12-31 BRL:2003-01-02.. CAD CHF CNY:2003-01-02.. ' +
      'DEM:..2001-12-31 DKK EEK:2004-01-02..2010-12-31 100*ESP:..2001-12-31 EUR:1999-01-04.. FIM:..2001-12-31 ' +
      'FRF:..2001-12-31 GBP 100*GRD:..2000-12-29 HKD:1998-01-02.. HRK:1997-01-02..2022-12-30 100*HUF:1993-01-04.. ' +
      '1000*IDR:2003-01-02.. IEP:..2001-12-31 ILS:2011-01-03.. 100*INR:2003-01-02.. 100*ISK:2018-02-01.. ' +
      '1000*ITL:..2001-12-31 100*JPY 100*KRW:2003-01-02.. LTL:2004-01-02..2014-12-31 LVL:2004-01-02..2013-12-31 ' +
      'MXN:2003-01-02.. MYR:2003-01-02.. NLG:..2001-12-31 NOK NZD 100*PHP:2003-01-02.. PLN:1993-01-04.. ' +
      '100*PTE:..2001-12-31 RON:2005-07-01.. 100*RUB:2003-01-02..2022-03-01 SEK SGD:2003-01-02.. ' +
      '100*SIT:1993-01-04..2006-12-29 100*SKK:1993-02-08..2008-12-31 100*THB:2003-01-02.. TRY:2005-01-03..2021-12-31 ' +
      '100*TRY:2022-01-03.. USD XDR ZAR:1998-01-02..',
  ),
  'norges-bank': history(
    'norges-bank',
    {
      base: 'NOK',
      firstDay: '1999-01-04',
      hour: 15,
      fixedOn: (day) => (isOpen(day) ? day : null),
      decimals: (value, units) => (value >= 50 ? 2 : units === 1 ? 4 : value >= 10 ? 3 : value >= 0.2 ? 4 : 6),
      minDecimals: 0,
      missingOneOf: 400,
    },
    '100*HUF 100*DKK 100*MMK:2013-01-02.. XDR 100*TRY:2005-01-03.. 100*RON:2005-07-01.. NZD 100*JPY HKD 100*CZK CAD ' +
      '100*BDT:2013-01-02.. USD 100*THB 100*PLN:..2003-12-31 PLN:2004-01-02.. AUD MYR 100*INR 100*IDR GBP 100*CNY BRL ' +
      '100*VND:2013-01-02.. BYN:2016-07-01.. TWI SGD 100*PKR 100*MXN ILS I44 EUR 100*CHF 100*ISK ZAR 100*TWD 100*SEK ' +
      '100*PHP 100*KRW 100*HRK:..2022-12-30 100*BGN:..2025-12-31 100*RUB:2001-01-02..2022-03-01 100*EEK:..2010-12-31 ' +
      'LVL:..2013-12-31 100*LTL:..2014-12-31 100*SIT:..2006-12-29 100*SKK:..2008-12-31',
  ),
  nbu: history(
    'nbu',
    {
      base: 'UAH',
      firstDay: '1999-01-04',
      // Noon of the day before.
      hour: -12,
      // Weekends and holidays repeat the rates of the last business day.
      fixedOn: (day) => {
        let fixed = day;
        while (!isOpen(fixed)) fixed--;
        return fixed;
      },
      decimals: (value) => (value >= 1000 ? 2 : 4),
      minDecimals: 0,
    },
    'TND 10*THB 100*USD:..2015-12-31 USD:2016-01-04.. 1000*VND XAG XAU XDR XPD XPT ZAR AUD CNY 100*EUR:..2015-12-31 ' +
      'EUR:2016-01-04.. ILS AED AZN:2006-01-03.. 10*BDT CAD CHF CZK DKK 10*DZD EGP GBP GEL HKD 100*HUF 1000*IDR ' +
      '10*INR 10*JPY 100*KRW 100*KZT 100*LBP MDL MXN MYR NOK NZD PLN RON:2005-07-01.. 10*RSD SAR SEK SGD ' +
      'TRY:2005-01-03.. 100*AMD 100*ARS BRL 100*CLP 10*DOP 100*IQD 1000*IRR 10*KGS LYD MAD 100*PKR 10*TJS 10*TWD ' +
      '1000*UZS 100*LKR GHS:2007-07-03.. BYN:2016-07-01.. 10*RUB:..2022-03-01 BGN:..2025-12-31',
  ),
  'fed-h10': history(
    'fed-h10',
    {
      base: 'USD',
      firstDay: '1971-01-04',
      // 16:15 in New York, in summer.
      hour: 20,
      isWeekly: true,
      fixedOn: (day) => (isOpenInAmerica(day) ? day : null),
      isIndirect: (code) => !['AUD', 'EUR', 'GBP', 'NZD'].includes(code),
      decimals: () => 4,
      minDecimals: 4,
      missingOneOf: 400,
    },
    'BRL:1995-01-02.. CAD CNY DKK HKD INR JPY KRW MYR MXN:1993-11-08.. NOK SEK ZAR SGD LKR CHF TWD THB AUD ' +
      'EUR:1999-01-04.. NZD GBP',
  ),
  'danmarks-nationalbank': history(
    'danmarks-nationalbank',
    {
      base: 'DKK',
      firstDay: '1977-01-03',
      // 9:00 in Copenhagen, in winter.
      hour: 8,
      isNextDay: true,
      fixedOn: (day) => (isOpenInDenmark(day) ? day : null),
      decimals: () => 4,
      minDecimals: 4,
      missingOneOf: 400,
    },
    '100*AUD 100*BGN:1999-01-04..2025-12-30 100*BRL:1999-01-04.. 100*CAD 100*CHF 100*CNY:1999-01-04.. 100*CZK 100*DEM:..2001-12-28 ' +
      '100*EUR:1999-01-04.. 100*GBP 100*HKD 100*HUF 100*IDR:1999-01-04.. 100*ILS:1999-01-04.. 100*INR:1999-01-04.. ' +
      '100*ISK 100*JPY 100*KRW 100*MXN:1999-01-04.. 100*MYR 100*NOK 100*NZD 100*PHP:1999-01-04.. 100*PLN ' +
      '100*RON:2005-07-01.. 100*SEK 100*SGD 100*THB 100*TRY:2005-01-03.. 100*USD 100*XDR 100*ZAR',
  ),
  nbm: history(
    'nbm',
    {
      base: 'MDL',
      firstDay: '2020-01-01',
      // 14:00 of the day before.
      hour: -10,
      fixedOn: (day) => (isOpenInMoldova(day) ? day : null),
      decimals: () => 4,
      minDecimals: 4,
    },
    'EUR USD RUB RON UAH AED 10*ALL 10*AMD AUD AZN BGN:..2025-12-31 BYN CAD CHF CNY CZK DKK GBP GEL HKD ' +
      'HRK:..2022-12-30 100*HUF ILS 10*INR 10*ISK 100*JPY 10*KGS 100*KRW KWD 10*KZT 10*MKD MYR NOK NZD PLN 100*RSD SEK ' +
      'TJS TMT TRY 100*UZS XDR',
  ),
  nbg: history(
    'nbg',
    {
      base: 'GEL',
      firstDay: '2020-01-01',
      // 13:00 of the day before.
      hour: -11,
      // A list is in force from the day after its business day.
      fixedOn: (day) => (isOpenInGeorgia(day - 1) ? day - 1 : null),
      decimals: () => 4,
      minDecimals: 4,
    },
    '10*AED 1000*AMD AUD AZN BGN:..2025-12-31 BRL BYN CAD CHF 10*CNY 10*CZK 10*DKK 10*EGP EUR GBP 10*HKD 100*HUF ' +
      '10*ILS 100*INR 100*ISK 100*JPY 100*KGS 1000*KRW KWD 100*KZT 10*MDL 10*NOK NZD 10*PLN 10*QAR 10*RON 100*RSD ' +
      '100*RUB 10*SEK SGD 10*TJS 10*TMT TRY 10*UAH USD 1000*UZS 10*ZAR',
  ),
  sedlabanki: history(
    'sedlabanki',
    { ...icelandic, firstDay: '1981-01-02' },
    'USD DKK EUR:1999-01-04.. JPY CAD NOK XDR GBP CHF SEK',
  ),
  'sedlabanki-7': history(
    'sedlabanki-7',
    { ...icelandic, firstDay: '2006-12-01' },
    'CNY PLN NGN TWD KRW SRD AUD NZD HKD HUF ILS ZAR SGD MXN TRY INR CZK BRL THB JMD SAR KWD',
  ),
  'bcb-buy': history('bcb-buy', brazilian, 'AUD CAD CHF DKK EUR GBP JPY NOK SEK USD'),
  'bcb-sell': history('bcb-sell', brazilian, 'AUD CAD CHF DKK EUR GBP JPY NOK SEK USD'),
  bnr: history(
    'bnr',
    {
      base: 'RON',
      firstDay: '2006-01-03',
      hour: 11,
      fixedOn: (day) => (isOpenInRomania(day) ? day : null),
      decimals: () => 4,
      minDecimals: 4,
    },
    'AED AUD BGN:..2025-12-31 BRL CAD CHF CNY CZK DKK EGP EUR GBP HKD:2025-01-03.. 100*HUF 100*IDR:2025-01-03.. ' +
      'ILS:2025-01-03.. INR 100*ISK:2025-01-03.. 100*JPY 100*KRW MDL MXN MYR:2025-01-03.. NOK NZD PHP:2025-01-03.. PLN ' +
      'RSD RUB SEK SGD:2025-01-03.. THB TRY UAH USD XAU XDR ZAR',
  ),
  mnb: history(
    'mnb',
    {
      base: 'HUF',
      firstDay: '1999-01-04',
      // 11:00 in Budapest, in winter.
      hour: 10,
      fixedOn: (day) => (isOpenInHungary(day) ? day : null),
      decimals: () => 2,
      minDecimals: 2,
    },
    'AUD BGN:..2025-12-31 BRL CAD CHF CNY CZK DKK EEK:..2010-12-31 EUR GBP HKD HRK:..2022-12-30 100*IDR ILS INR ISK ' +
      '100*JPY 100*KRW LTL:..2014-12-31 LVL:..2013-12-31 MXN MYR NOK NZD PHP PLN RON:2005-07-01.. RSD:2006-10-25.. ' +
      'RUB SEK SGD SIT:..2006-12-29 SKK:..2008-12-31 THB TRY:2005-01-03.. UAH USD ZAR',
  ),
  banrep: history(
    'banrep',
    {
      base: 'COP',
      firstDay: '1991-12-02',
      // 18:00 in Colombia, on the day before.
      hour: -1,
      // A rate is in force from the day after its business day.
      fixedOn: (day) => (isOpenInColombia(day - 1) ? day - 1 : null),
      decimals: () => 2,
      minDecimals: 0,
    },
    'USD',
  ),
  'us-treasury': history(
    'us-treasury',
    {
      base: 'USD',
      isIndirect: () => true,
      firstDay: '2001-03-31',
      // Five days later.
      hour: 120,
      fixedOn: (day) => (day === quarterEnd(day) || day === amendmentAfter(quarterEnd(day))?.day ? day : null),
      valuedOn: (day, code) => {
        const amendment = amendmentAfter(quarterEnd(day));
        return amendment?.code === code && amendment.day <= day ? amendment.day : quarterEnd(day);
      },
      decimals: (value) => (value >= 1000 ? 2 : 3),
      minDecimals: 1,
    },
    'AED AFN:2003-03-31.. ALL ARS AUD BRL CAD CHF CNY COP CZK DKK EGP EUR GBP GEL HRK:..2022-12-31 HUF ILS INR JPY KRW ' +
      'MXN NOK PLN SEK SLL:..2022-06-30 SLE:2022-09-30.. TRY:2005-03-31.. UAH XAF XCD XOF ZAR',
  ),
};

/** The last day of a quarter on a day or before it. */
export function quarterEnd(day: number): number {
  const [year = '', month = ''] = dateOfDay(day + 1).split('-');
  const quarter = Math.floor((Number(month) - 1) / 3);
  return dayNumber(`${year}-${String(3 * quarter + 1).padStart(2, '0')}-01` as IsoDate) - 1;
}

/** The rate that the US Treasury amends after every second quarter. @param end the quarter's last day */
export function amendmentAfter(end: number): { readonly day: number; readonly code: string } | undefined {
  const quarter = Math.round(end / 91.3);
  const codes = ['ARS', 'ILS', 'XOF', 'EUR', 'TRY'];
  if (quarter % 2 === 0) return undefined;
  const code = present(codes[((quarter - 1) / 2) % codes.length], 'code');
  // A currency that isn't listed yet can't be amended.
  return code === 'TRY' && end < dayNumber('2005-03-31') ? undefined : { day: end + 45, code };
}

export type TableKey = keyof typeof histories;

/** The table's last day that is published at a time. */
export function newestDay({ hour, fixedOn, isWeekly = false, isNextDay = false }: History, now: Instant): number {
  const fixedUntil = (day: number): number => (fixedOn(day) === null ? fixedUntil(day - 1) : day);
  let day = Math.floor((Date.parse(now) / 3_600_000 - hour) / 24);
  if (isWeekly) day -= weekdayOf(day) + 1;
  if (isNextDay) day = fixedUntil(day) - 1;
  return fixedUntil(day);
}

/** The listings with rates on the day on which rates were fixed, in the table's order. */
export function listingsOn({ listings }: History, fixed: number): Listing[] {
  return listings.filter(({ first, last }) => first <= fixed && fixed <= last);
}

/** The number of a day's table, such as `043/A/NBP/2026`; undefined if the bank's tables have no numbers. */
export function referenceOn({ letter, fixedOn }: History, day: number): string | undefined {
  if (letter === undefined) return undefined;
  const year = dateOfDay(day).slice(0, 4);
  let number = 1;
  for (let before = dayNumber(`${year}-01-01` as IsoDate); before < day; before++)
    if (fixedOn(before) !== null) number++;
  return `${String(number).padStart(3, '0')}/${letter}/NBP/${year}`;
}

function history(key: string, rules: Rules, words: string): History {
  const listings = words
    .split(' ')
    .map((word) => (key === 'ecb' ? recordedListing(word, rules) : listingOf(word, key, rules)));
  return { ...rules, listings };
}

function listingOf(word: string, key: string, rules: Rules): Listing {
  const pattern = /^(?:(\d+)\*)?([A-Z\d]{3})(?::([\d-]*)\.\.([\d-]*))?$/;
  const [, number = '1', code = '', first = '', last = ''] = present(pattern.exec(word), word);
  const [units, price, basePrice] = [Number(number), usdPriceOf(code), usdPriceOf(rules.base)];
  const seed = seedOf(`${key} ${code}`);
  const isMissing = (day: number) => noise(seed, day) > 1 - 2 / (rules.missingOneOf ?? Infinity);
  const quoteOn = rules.isIndirect?.(code)
    ? (day: number) => basePrice(day) / price(day)
    : (day: number) => (price(day) / basePrice(day)) * units;
  const { decimals, write } = writing(quoteOn, seed, rules, units);
  return {
    ...{ code, units, decimals },
    first: dayNumber(first ? (first as IsoDate) : rules.firstDay),
    last: last ? dayNumber(last as IsoDate) : Infinity,
    valueOn: (day) => (isMissing(day) ? null : write(rules.valuedOn?.(day, code) ?? day)),
  };
}

/** The European Central Bank's real rates in units per 1 EUR, as far as they are in the repository. */
function recordedListing(code: string, rules: Rules): Listing {
  const [price, basePrice] = [usdPriceOf(code), usdPriceOf(rules.base)];
  const { decimals, write } = writing((day) => basePrice(day) / price(day), seedOf(`ecb ${code}`), rules, 1);
  return {
    ...{ code, units: 1, decimals },
    first: dayNumber(rules.firstDay),
    last: bankRates().get(LAST_RECORDED)?.has(code) ? Infinity : LAST_RECORDED,
    valueOn: (day) => (day > LAST_RECORDED ? write(day) : (bankRates().get(day)?.get(code)?.toString() ?? null)),
  };
}

/** Writes a quote's values. Banks fix their rates at different hours, so the values of two banks differ by up to 0.1%. */
function writing(quoteOn: (day: number) => number, seed: number, rules: Rules, units: number) {
  const decimals = rules.decimals(quoteOn(LAST_RECORDED), units);
  const write = (day: number) =>
    withoutZeros((quoteOn(day) * (1 + 0.0005 * noise(seed, day))).toFixed(decimals), rules.minDecimals);
  return { decimals, write };
}

/** A decimal number without zeros at its end, but with at least this number of decimals. */
export function withoutZeros(decimal: string, minDecimals: number): string {
  const point = decimal.indexOf('.');
  let end = decimal.length;
  while (decimal[end - 1] === '0' && end > point + 1 + minDecimals) end--;
  return decimal.slice(0, end === point + 1 ? point : end);
}

/** Whether a day is a business day: no weekend, no Good Friday, no Easter Monday, and none of these holidays. */
function opening(holidays: string, sundayOf = easterOf): (day: number) => boolean {
  const known = new Map<number, boolean>();
  return (day) => {
    let isOpen = known.get(day);
    if (isOpen === undefined) {
      const date = dateOfDay(day);
      const sinceEaster = day - sundayOf(Number(date.slice(0, 4)));
      isOpen = !isWeekend(day) && !holidays.includes(date.slice(5)) && sinceEaster !== -2 && sinceEaster !== 1;
      known.set(day, isOpen);
    }
    return isOpen;
  };
}

/** Easter Sunday of a year from 1900 to 2099. */
function easterOf(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isLate = moon + sunday === 35 || (moon === 28 && sunday === 6 && year % 19 > 10);
  return dayNumber(`${year}-03-22`) + moon + sunday - (isLate ? 7 : 0);
}

/** Orthodox Easter Sunday of a year from 1900 to 2099, when the Julian calendar is 13 days late. */
function orthodoxEasterOf(year: number): number {
  const moon = (19 * (year % 19) + 15) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 6) % 7;
  return dayNumber(`${year}-03-22`) + moon + sunday + 13;
}
