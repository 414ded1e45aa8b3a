import { describe, expect, it } from 'vitest';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { type Comparison, comparisonSchema } from '../api/endpoints/compare.schema.ts';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import type { Official } from '../archive/official-rates.ts';
import { dateOfDay, dayNumber } from '../money/calendar.ts';
import { rateSources } from '../sources/rate-sources.ts';
import { randomChoices } from '../testing/data/random.ts';
import { fakeOfficial } from '../testing/sites/bank-rates.ts';
import { documentsOf, errorWith, served } from '../testing/sites/served.ts';
import { recordedDays, recordedRejected } from '../testing/sites/small-site.ts';

const [FIRST, LAST] = ['2025-12-01', '2026-09-29'] as const;
const keys = ['ecb', 'nbp', 'nbp-b', 'cnb', 'norges-bank', 'nbu', 'fed-h10'] as const;
/** The sources of the site. A site has no other bank, unless its operator names it. */
const ofSite = rateSources.map(({ key }) => key).filter((key) => key === 'market' || keys.some((each) => each === key));
/** One bank has stopped in summer, so it has no rate of today. */
const official: Official = new Map([
  ...fakeOfficial(keys, FIRST, LAST),
  ...fakeOfficial(['norges-bank'], FIRST, '2026-07-31'),
]);
const documents = documentsOf({ archive: archiveFiles(recordedDays, recordedRejected, official) });
const { answer, json } = served(documents);

const compare = (query: string) => json<Comparison>(`/api/v1/compare?${query}`);
const QUESTIONS = 150;
const codes = [
  ...['USD', 'EUR', 'GBP', 'JPY', 'PLN', 'CZK', 'NOK', 'UAH', 'HUF', 'INR', 'ISK', 'AFN', 'ILS', 'BTC', 'XAU', 'XDR'],
  // Sub-units, retired currencies and currencies with a new unit.
  ...['GBX', 'ILA', 'ZAC', 'BGN', 'SYP', 'HRK', 'ZWL', 'ABC'],
];

function* questions(): Generator<string> {
  const { below, pick } = randomChoices();
  for (let number = 0; number < QUESTIONS; number++) {
    const from = pick(codes);
    const pair = `from=${from}&to=${number % 15 === 0 ? from : pick(codes)}`;
    const date = dateOfDay(dayNumber(FIRST) - 10 + below(dayNumber(LAST) - dayNumber(FIRST) + 20));
    yield number % 6 === 0 ? pair : `${pair}&${number % 5 === 0 ? 'before' : 'date'}=${date}`;
  }
}

describe('comparison of a pair’s rates', () => {
  it('has the market and each bank with the pair, with the difference to the market', async () => {
    const document = await compare('from=eur&to=PLN&date=2026-09-26');
    comparisonSchema.parse(document);
    const { comparison, without_rate } = document;
    const [ofMarket] = comparison;
    expect(comparison.slice(0, 5).map(({ key, rate_as_of }) => [key, rate_as_of])).toEqual([
      ['market', '2026-09-26'],
      // 2026-09-26 is a Saturday.
      ['ecb', '2026-09-25'],
      ['nbp', '2026-09-25'],
      ['cnb', '2026-09-25'],
      ['nbu', '2026-09-26'],
    ]);
    const withRate = comparison.map(({ key }) => key);
    expect(without_rate).toEqual(ofSite.filter((key) => !withRate.includes(key)));
    expect(comparison[2]).toMatchObject({ reference: expect.stringContaining('/A/NBP/2026') as string, held: {} });
    for (const { rate, difference_percent } of comparison) {
      expect(difference_percent).toBeCloseTo((rate / (ofMarket?.rate ?? NaN)) * 100 - 100, 4);
    }
    expect(ofMarket?.difference_percent).toBe(0);
  });

  it(`has what /api/v1/convert returns for each source, in ${QUESTIONS} random requests`, async () => {
    const different: unknown[] = [];
    let rows = 0;
    for (const query of questions()) {
      const [status, body] = await answer(`/api/v1/compare?${query}`);
      const expected: object[] = [];
      const lacking: string[] = [];
      for (const key of ofSite) {
        const [status, body] = await answer(`/api/v1/convert?${query}&source=${key}`);
        if (status === 200) expected.push({ key, ...rowOf(body as DatedConversion) });
        else lacking.push(key);
      }
      rows += expected.length;
      const { comparison = [], without_rate } = body as Partial<Comparison>;
      const actual = comparison.map((row) => without(['difference_percent'], row));
      const isSame =
        expected.length === 0
          ? status === 400
          : JSON.stringify([actual, without_rate]) === JSON.stringify([expected, lacking]);
      if (!isSame) different.push({ query, status, actual, expected });
    }
    expect(different).toEqual([]);
    expect(rows).toBeGreaterThan(2 * QUESTIONS);
  });

  it('reads the banks’ rates from three files at most, however many banks there are', async () => {
    for (const query of questions()) {
      const { get, assets } = served(documents);
      const { status } = await get(`/api/v1/compare?${query}`);
      const ofBanks = assets.reads.filter((path) => path.startsWith('series/official/'));
      expect([ofBanks.length, new Set(assets.reads).size], query).toEqual([ofBanks.length, assets.reads.length]);
      expect(ofBanks.length, query).toBeLessThanOrEqual(3);
      // The rest are today's two files, the market's days and, if a currency has no rate on some days, up to eight days.
      expect(assets.reads.length, query).toBeLessThanOrEqual(14);
      expect([200, 400]).toContain(status);
    }
  });

  it('has no differences if the market has no rate', async () => {
    // The default site has rates of one bank since January 2024, and market rates since March.
    const before = await served().json('/api/v1/compare?from=EUR&to=USD&date=2024-02-01');
    expect(before).toMatchObject({
      comparison: [{ key: 'ecb', rate_as_of: '2024-02-01', difference_percent: null }],
      without_rate: ['market'],
    });
  });

  it.each([
    ['from=EUR&to=ABC', 'unsupported_currency', 'ABC'],
    ['from=EUR&to=USD&date=1990-01-01', 'date_out_of_range', '1990-01-01'],
    ['from=EUR', 'missing_parameter', 'to'],
    ['from=EUR&to=USD&date=2026-03-05&before=2026-03-05', 'parameters_apart', 'before'],
    ['from=EUR&to=USD&source=ecb', 'unsupported_parameter', 'source'],
  ])('is refused for %s with the code %s', async (query, code, text) => {
    expect(await answer(`/api/v1/compare?${query}`)).toEqual([400, { ...errorWith(text), code }]);
  });

  it('isn’t returned without a bank whose rates can’t be read', async () => {
    const { get, assets } = served(documents);
    assets.files.delete('series/official/2026-09.json');
    expect((await get('/api/v1/compare?from=EUR&to=USD')).status).toBe(500);
    expect((await get('/api/v1/compare?from=EUR&to=USD&date=2026-06-03')).status).toBe(200);
  });
});

/** The fields of a conversion that a comparison has, too. */
function rowOf(conversion: DatedConversion): object {
  const ofConversion = ['success', 'from', 'to', 'amount', 'result', 'timestamp'];
  return without(ofConversion, conversion);
}

function without(names: readonly string[], document: object): object {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
