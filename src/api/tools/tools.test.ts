import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '../error.schema.ts';
import { ApiError } from '../error.ts';
import { callTool } from '../../function/mcp/call-tool.ts';
import { IsolateCache, SiteReader } from '../../function/site-reader.ts';
import { MemoryAssets } from '../../testing/sites/memory-assets.ts';
import { origin, recordedDocuments } from '../../testing/sites/served.ts';
import { parseArguments } from './parse-arguments.ts';
import { tools } from './tools.ts';

const cache = new IsolateCache();
const openSite = () => SiteReader.open(cache, new MemoryAssets(recordedDocuments), origin, '2026-09-30T08:00:00.000Z');

type Given = Readonly<Record<string, unknown>>;

async function wordsOf(name: string, given: Given): Promise<string> {
  const { content } = await callTool({ name, arguments: given }, { origin, openSite });
  return content[0]?.text ?? '';
}

const pair = { from: 'EUR', to: 'USD' };

describe('error of a tool', () => {
  type Row = readonly [name: string, given: Given, message: string];

  /** For each code, a call and its message. Codes of requests that no tool sends have none. */
  const rows: Readonly<Record<ErrorCode | 'invalid_type' | 'too_many_entries', Row | null>> = {
    missing_parameter: [
      ...(['convert', { from: 'EUR' }] as const),
      'Missing required parameter: to. Example: {"from":"EUR","to":"USD"}',
    ],
    unsupported_parameter: ['convert', { ...pair, on: 1 }, 'Unsupported parameter: "on". Use date'],
    invalid_type: [
      ...(['convert', { from: 'EUR', to: ['USD', 'JPY'] }] as const),
      'Invalid to. Use the code of one currency. The tool rate takes several currencies in symbols',
    ],
    invalid_amount: [
      ...(['convert', { ...pair, amount: '5 EUR' }] as const),
      'Invalid amount: "5 EUR". Use a non-negative number such as 12.50 or 1e3, without a sign, of at most 100 characters',
    ],
    amount_out_of_range: [
      ...(['convert', { ...pair, amount: '1e400' }] as const),
      'Invalid amount: "1e400". The amount or the result is too large or too small. Use 0, or a number from about 2.2e-308 to 1.8e308',
    ],
    invalid_date: [
      ...(['rate', { date: 'today' }] as const),
      'Invalid date: "today". Use YYYY-MM-DD, such as 2026-06-03',
    ],
    date_out_of_range: [
      ...(['rate', { date: '2999-01-01' }] as const),
      'No rates for 2999-01-01 (date), because that day is in the future. The newest rates are of 2026-09-29. Omit date to get them',
    ],
    inverted_range: [
      ...(['history', { ...pair, start: '2026-02-02', end: '2026-02-01' }] as const),
      'Invalid range: start (2026-02-02) is after end (2026-02-01). Swap them',
    ],
    invalid_every: [
      ...(['history', { ...pair, every: 'hour' }] as const),
      'Invalid parameter "every": "hour". Supported: day, week, month, quarter, year',
    ],
    invalid_value: [
      ...(['history', { ...pair, value: 'max' }] as const),
      'Invalid parameter "value": "max". Supported: last, mean',
    ],
    invalid_source: [
      ...(['rate', { source: 'boe' }] as const),
      'Invalid source: "boe". Use market for the dataset’s rates, or a bank: ecb (European Central Bank), nbp (Narodowy Bank Polski), cnb (Czech National Bank), norges-bank (Norges Bank), nbu (National Bank of Ukraine)',
    ],
    unsupported_average: [
      ...(['history', { ...pair, value: 'mean' }] as const),
      'No averages by day. With value=mean, use every=month, every=quarter or every=year',
    ],
    unsupported_currency: [
      ...(['convert', { from: 'euro', to: 'USD' }] as const),
      'Unsupported currency: "EURO". Use the tool list_currencies for the codes of all currencies',
    ],
    no_rate_today: [
      ...(['convert', { from: 'EUR', to: 'SYP' }] as const),
      'No rate for SYP today. Use the tool explain_rate for the reason, and the tool history with {"from":"EUR","to":"SYP"} for past rates',
    ],
    no_rate_near_date: [
      ...(['rate', { base: 'SYP', date: '2026-09-29' }] as const),
      'No rate for SYP on 2026-09-29 or in the 7 days before. Use the tool history with {"from":"SYP","to":"EUR","start":"2025-09-29"} for other days',
    ],
    no_rate_in_range: [
      ...(['history', { from: 'EUR', to: 'SYP', start: '2026-09-01' }] as const),
      'No rates for EUR and SYP from 2026-09-01 to 2026-09-29. Available: 2024-03-02 to 2026-07-20',
    ],
    currency_not_in_source: [
      ...(['convert', { from: 'EUR', to: 'AED', source: 'ECB' }] as const),
      'This site has no rates of the European Central Bank for "AED". With source=market, this request returns market rates',
    ],
    too_many_entries: [
      ...(['history', { ...pair, source: 'ecb', start: '2024-01-02' }] as const),
      'The range has 581 entries, and a result has at most 400. Use every=week, every=month, every=quarter, every=year, or a shorter range',
    ],
    url_too_long: null,
    not_found: null,
    method_not_allowed: null,
    rates_unavailable: null,
  };

  /** The code of an error, which only the API returns. */
  async function codeOf(name: string, given: Given): Promise<string | undefined> {
    const tool = tools.find((known) => known.name === name);
    try {
      await tool?.call(parseArguments(tool, given), await openSite());
    } catch (error) {
      if (error instanceof ApiError) return (error as ApiError).code;
      throw error;
    }
    return undefined;
  }

  it.each(Object.entries(rows).flatMap(([code, row]) => (row ? [[code, ...row] as const] : [])))(
    'names tools instead of paths if its code is %s',
    async (code, name, given, message) => {
      expect([await codeOf(name, given), await wordsOf(name, given)]).toEqual([code, message]);
      expect(message).not.toMatch(/\/api\/|URL|%/);
    },
  );

  it('has a row for each code', () => {
    expect(Object.keys(rows)).toEqual(expect.arrayContaining(Object.keys(errorCodes)));
  });
});

describe('words of a tool', () => {
  const earlier = (date: string) =>
    `A requested currency has no rate on ${date}, so this is the last earlier day with a rate of each of them.`;
  const gold = '1 XAU is a troy ounce of gold, about 31.1 grams.';

  it.each<[string, Given, string]>([
    ['convert', pair, '1 EUR = 1.13607202733 USD, a rate of 2026-09-29. Daily reference rates'],
    ['convert', { ...pair, date: '2026-10-01' }, `a rate of 2026-09-29. ${earlier('2026-10-01')} Daily`],
    ['convert', { ...pair, date: '2026-04-12', source: 'ecb' }, `a rate of 2026-04-10. ${earlier('2026-04-12')} Off`],
    ['convert', { from: 'XAU', to: 'GBX' }, `${gold} GBX (British Penny) is a hundredth of GBP, so its rate is `],
    ['rate', { base: 'EUR', symbols: 'BOB,USD', date: '2026-09-20' }, `of 2026-09-17. ${earlier('2026-09-20')} Daily`],
    ['rate', { symbols: 'XAU' }, `rates of 2026-09-29. ${gold} Daily`],
    [
      'history',
      { from: 'SYP', to: 'XAU', start: '2025-10-01', end: '2026-07-20', every: 'quarter' },
      `. On 2026-01-01, 1 new SYP replaced 100 old SYP. Don’t compare rates in the old unit with rates in the new unit. ${gold} Daily`,
    ],
    [
      'history',
      { ...pair, start: '2026-01-01', end: '2026-02-28', every: 'month', value: 'mean' },
      '. Incomplete averages, with their numbers of days: 2026-01-01 to 2026-01-30 (10), 2026-02-05 to 2026-02-24 (2). Daily',
    ],
    [
      'history',
      { ...pair, start: '2026-02-05', end: '2026-02-24' },
      ': 2 rates, one per day. First: 1.17980587167 on 2026-02-05; ',
    ],
    ['history', { ...pair, start: '2026-02-05', end: '2026-02-24' }, '. Without a rate: 18 days of the range. Daily'],
    ['explain_rate', { from: 'XAU', to: 'USD' }, ` ${gold} The dataset’s rates are units per 1 USD`],
  ])('of %s %j name the unit and what is missing', async (name, given, words) => {
    expect(await wordsOf(name, given)).toContain(words);
  });

  it.each<[string, Given]>([
    ['convert', { ...pair, date: '2026-09-29' }],
    ['rate', { ...{ base: 'EUR', symbols: 'USD' }, date: '2026-09-29' }],
    ['history', { from: 'SYP', to: 'USD', start: '2026-01-01', end: '2026-07-20', every: 'quarter' }],
    ['history', { ...pair, start: '2026-09-01', end: '2026-09-28', every: 'week' }],
    ['history', { ...pair, source: 'ecb', start: '2026-01-01', end: '2026-03-31', every: 'quarter', value: 'mean' }],
  ])('of %s %j have no such sentence if nothing is missing', async (name, given) => {
    expect(await wordsOf(name, given)).not.toMatch(/no rate|Without|Incomplete|replaced|ounce/);
  });
});

describe('list_currencies', () => {
  it.each([
    ['Swiss francs', '1 currency: CHF (Swiss Franc).'],
    ['ZLOTY', '1 currency: PLN (Polish Zloty).'],
    ['colon', '1 currency: CRC (Costa Rican Colón).'],
    ['renminbi', '2 currencies: CNH (Chinese Yuan (offshore)), CNY (Chinese Yuan).'],
    ['offshore', '1 currency: CNH (Chinese Yuan (offshore)).'],
    ['€', '1 currency: EUR (Euro).'],
    ['Switzerland', '1 currency: CHF (Swiss Franc).'],
    ['Herzegovina', '1 currency: BAM (Bosnia-Herzegovina Convertible Mark).'],
    ['uk', '2 currencies: GBP (British Pound), UAH (Ukrainian Hryvnia).'],
    ['us', '3 currencies: USD (US Dollar), USDC (USD Coin), USDT (Tether).'],
    ['crypto', '12 currencies: ADA (Cardano), '],
    ['cr', '1 currency: CRC (Costa Rican Colón).'],
    [
      'metals',
      '4 currencies: XAG (Silver), XAU (Gold), XPD (Palladium), XPT (Platinum). 1 XAG is a troy ounce of silver',
    ],
    ['ounces', '4 currencies: XAG (Silver), '],
    ['pence', 'GBX (British Penny) is a hundredth of GBP, so its rate is 100 times the rate of GBP.'],
    ['hrk', 'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK.'],
    ['Kuna', 'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK.'],
    ['Syria', '1 currency: SYP (Syrian Pound). Without a rate today: SYP.'],
  ])('finds “%s”', async (search, words) => {
    expect((await wordsOf('list_currencies', { search })).startsWith(words)).toBe(true);
  });

  it('says what to search for if it finds nothing', async () => {
    expect(await wordsOf('list_currencies', { search: '100 EUR' })).toBe(
      'Nothing found. Use one word of the currency’s name, its ISO 4217 code, or the country’s English name or ' +
        'two-letter code, such as Switzerland or CH.',
    );
  });
});
