import type { IsoDate } from '../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../error.schema.ts';
import { ApiError } from '../error.ts';
import { callTool } from '../../function/mcp/call-tool.ts';
import { IsolateCache, SiteReader } from '../../function/site-reader.ts';
import { MemoryAssets } from '../../testing/sites/memory-assets.ts';
import { origin, recordedDocuments } from '../../testing/sites/served.ts';
import { parseArguments } from './parse-arguments.ts';
import { tools } from './tools.ts';
import { buildToolsFile } from './tools-file.ts';

const cache = new IsolateCache();
const openSite = () => SiteReader.open(cache, new MemoryAssets(recordedDocuments), origin, '2026-09-30T08:00:00.000Z');

type Given = Readonly<Record<string, unknown>>;

async function wordsOf(name: string, given: Given): Promise<string> {
  const { content } = await callTool({ name, arguments: given }, { origin, openSite });
  return content[0]?.text ?? '';
}

const pair = { from: 'EUR', to: 'USD' };

describe('error of a tool', () => {
  type Row = readonly [name: string, given: Given, part: string];

  /**
   * For each code: a call that causes the error, and what its message must contain, which is the wrong value or the advice.
   * If no tool can cause an error, its code has no row.
   */
  const rows: Readonly<Partial<Record<ErrorCode | 'invalid_type' | 'too_many_entries', Row>>> = {
    missing_parameter: ['convert', { from: 'EUR' }, '{"from":"EUR","to":"USD"}'],
    unsupported_parameter: ['convert', { ...pair, on: 1 }, '"on". Use date'],
    invalid_type: ['convert', { from: 'EUR', to: ['USD', 'JPY'] }, 'The tool rate'],
    invalid_amount: ['convert', { ...pair, amount: '5 EUR' }, '"5 EUR"'],
    amount_out_of_range: ['convert', { ...pair, amount: '1e400' }, '"1e400"'],
    invalid_date: ['rate', { date: 'today' }, '"today"'],
    date_out_of_range: ['rate', { date: '2999-01-01' }, '2999-01-01 (date)'],
    inverted_range: ['history', { ...pair, start: '2026-02-02', end: '2026-02-01' }, 'start (2026-02-02)'],
    invalid_every: ['history', { ...pair, every: 'hour' }, '"hour"'],
    invalid_value: ['history', { ...pair, value: 'max' }, '"max"'],
    invalid_source: ['rate', { source: 'boe' }, '"boe"'],
    unsupported_average: ['history', { ...pair, value: 'mean' }, 'every=month'],
    unsupported_currency: ['convert', { from: 'euro', to: 'USD' }, 'the tool list_currencies'],
    no_rate_today: ['convert', { from: 'EUR', to: 'SYP' }, 'the tool explain_rate'],
    no_rate_near_date: ['rate', { base: 'SYP', date: '2026-09-29' }, 'the tool history with {"from":"SYP"'],
    no_rate_in_range: ['history', { from: 'EUR', to: 'SYP', start: '2026-09-01' }, '2024-03-02 to 2026-07-20'],
    currency_not_in_source: ['convert', { from: 'EUR', to: 'AED', source: 'ECB' }, 'source=market'],
    too_many_entries: ['history', { ...pair, source: 'ecb', start: '2024-01-02' }, 'every=week'],
  };

  /** The code of an error, which only the API returns. */
  async function codeOf(name: string, given: Given): Promise<string | undefined> {
    const tool = tools.find((known) => known.name === name);
    try {
      await tool?.call(parseArguments(tool, given, tools), await openSite());
    } catch (error) {
      if (error instanceof ApiError) return (error as ApiError).code;
      throw error;
    }
    return undefined;
  }

  it.each(Object.entries(rows).map(([code, row]) => [code, ...row] as const))(
    'names tools instead of paths if its code is %s',
    async (code, name, given, part) => {
      const message = await wordsOf(name, given);
      expect([await codeOf(name, given), message]).toEqual([code, expect.stringContaining(part)]);
      expect(message).not.toMatch(/\/api\/|URL|%/);
    },
  );
});

describe('call of a tool', () => {
  it.each<[string, Given, string]>([
    ['an amount that is empty', { ...pair, amount: ' ' }, 'Invalid amount: ""'],
    ['an amount that is null', { ...pair, amount: null }, 'Invalid amount: "null"'],
    ['the arguments of another tool', { ...pair, start: '2026-09-01', end: '2026-09-02' }, 'of the tool history'],
  ])('with %s gets an error that says so', async (_, given, part) => {
    expect(await wordsOf('convert', given)).toContain(part);
  });
});

it.each(buildToolsFile().tools.map(({ name, inputSchema }) => [name, inputSchema] as const))(
  'the arguments of the tool %s have a schema with only the keys that every vendor accepts',
  (_, { properties, ...rest }: { readonly properties?: Readonly<Record<string, object>> }) => {
    const allowed = ['type', 'description', 'enum', 'default', 'minimum'];
    expect(Object.keys(rest).filter((key) => !['type', 'required'].includes(key))).toEqual([]);
    const keys = Object.values(properties ?? {}).flatMap((schema) => Object.keys(schema));
    expect(keys.filter((key) => !allowed.includes(key))).toEqual([]);
  },
);

describe('words of a tool', () => {
  const earlier = (date: IsoDate) =>
    `A requested currency has no rate on ${date}, so this is the last earlier day with a rate of each of them.`;
  const gold = '1 XAU is a troy ounce of gold, about 31.1 grams.';

  it.each<[string, Given, string]>([
    ['convert', pair, '1 EUR = 1.13607202733 USD, a rate of 2026-09-29. Daily reference rates'],
    ['convert', { ...pair, date: '2026-10-01' }, `a rate of 2026-09-29. ${earlier('2026-10-01')} Daily`],
    ['convert', { ...pair, date: '2026-04-12', source: 'ecb' }, `a rate of 2026-04-10. ${earlier('2026-04-12')} Off`],
    ['convert', { from: 'XAU', to: 'GBX' }, `${gold} 100 GBX (British Penny) = 1 GBP.`],
    ['rate', { base: 'EUR', symbols: 'BOB,USD', date: '2026-09-20' }, `of 2026-09-17. ${earlier('2026-09-20')} Daily`],
    ['rate', { base: 'EUR', symbols: 'USD', before: '2026-04-13', source: 'ecb' }, 'rates of 2026-04-10. '],
    ['rate', { base: 'EUR', symbols: 'USD', before: '2999-01-01' }, 'Omit before to get them'],
    ['rate', { date: '2026-04-13', before: '2026-04-13' }, 'date and before can’t be combined'],
    ['compare_rates', { ...pair, before: '2026-04-13' }, '1 EUR in USD for 2026-04-12: The market: '],
    ['compare_rates', { ...pair, before: '2026-04-13' }, 'The European Central Bank: 1.1711 of 2026-04-10'],
    ['rate', { symbols: 'XAU' }, `rates of 2026-09-29. ${gold} Daily`],
    [
      'history',
      { from: 'SYP', to: 'XAU', start: '2025-10-01', end: '2026-07-20', every: 'quarter' },
      ` on 2025-12-31. On 2026-01-01, 1 new SYP replaced 100 old SYP. Don’t compare rates in the old unit with rates in the new unit. First: `,
    ],
    [
      'history',
      { from: 'USD', to: 'SYP', start: '2025-12-31', end: '2026-01-10' },
      '; highest: 11058.3897101 on 2025-12-31. On 2026-01-01, ',
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
    ['cr', '1 currency: CRC (Costa Rican Colón).'],
    [
      'metals',
      '4 currencies: XAG (Silver), XAU (Gold), XPD (Palladium), XPT (Platinum). 1 XAG is a troy ounce of silver',
    ],
    ['ounces', '4 currencies: XAG (Silver), '],
    ['pence', '100 GBX (British Penny) = 1 GBP.'],
    ['hrk', 'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK.'],
    ['Kuna', 'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK.'],
    ['Syria', '1 currency: SYP (Syrian Pound). Without a rate today: SYP.'],
  ])('finds “%s”', async (search, words) => {
    expect((await wordsOf('list_currencies', { search })).startsWith(words)).toBe(true);
  });

  it('says what to search for if it finds nothing', async () => {
    expect(await wordsOf('list_currencies', { search: '100 EUR' })).toContain('such as Switzerland or CH');
  });
});
