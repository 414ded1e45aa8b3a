import { describe, expect, it } from 'vitest';
import { parseComparisonsFile } from '../../archive/comparisons-file.ts';
import { IsolateCache, SiteReader } from '../../function/site-reader.ts';
import {
  explainedSites,
  explainedStates,
  scriptedDay,
  unexplainedQueries,
} from '../../testing/sites/explained-states.ts';
import { MemoryAssets } from '../../testing/sites/memory-assets.ts';
import { origin, served } from '../../testing/sites/served.ts';
import { FileError } from '../../text/site-problem.ts';
import { valuesOf } from '../declaration/endpoint.ts';
import type { Metals } from '../documents/currencies/metals.ts';
import type { ReferenceRates } from '../documents/reference-rates.ts';
import type { Status } from '../documents/status.ts';
import { convertOnDate } from '../endpoints/convert-on-date.ts';
import { paths } from '../paths.ts';
import { market } from '../../sources/market.ts';
import { comparisonsOn } from './comparisons-on.ts';
import { explainRate } from './explain-rate.ts';
import { rateExplanationSchema } from './explain-rate.schema.ts';

const sites = new Map(
  Object.entries(explainedSites()).map(([name, { documents, now }]) => [
    name,
    { now, ...served(documents, { now: () => now }) },
  ]),
);

const siteNamed = (name: string) => sites.get(name) ?? expect.fail(name);

async function explain(name: string, query: string) {
  const { assets, now } = siteNamed(name);
  const site = await SiteReader.open(new IsolateCache(), assets, origin, now);
  return explainRate(valuesOf(convertOnDate, new Map(new URLSearchParams(query))), site);
}

describe('explanation of a rate', () => {
  it.each(explainedStates)('says what the API and its status say about %s (%s: %s)', async (_, name, query, states) => {
    const { assets, answer } = siteNamed(name);
    const file = (path: string): unknown => JSON.parse(assets.files.get(path) ?? expect.fail(path));
    const explained = await explain(name, query);
    expect(rateExplanationSchema.parse(explained)).toEqual(explained);
    const { currencies, bank, date, rate_type, source } = explained;
    const inWords = currencies.map(
      ({ code, state, reason }) => `${code} ${state}${reason === null ? '' : `: ${reason}`}`,
    );
    expect(inWords.join(', ')).toBe(states);

    const said = file(paths.status) as Status;
    const [status, body] = await answer(`/api/v1/convert?${query}`);
    if (status === 200) {
      const { success, from, to, rate, rate_as_of, sources, reference, held, withheld } = explained;
      const optional = {
        ...(sources && { sources }),
        ...(reference !== undefined && { reference }),
        ...(withheld && { withheld }),
      };
      expect(body).toEqual({
        ...{ success, from, to, amount: 1, result: rate, rate, rate_as_of, rate_type, source, ...optional, held },
        timestamp: said.retrieved_at,
      });
      expect(explained.error).toBeNull();
    } else {
      const { code, error } = body as { code: string; error: string };
      expect([explained.rate, explained.rate_as_of, explained.error]).toEqual([null, null, { code, message: error }]);
    }
    const isNewest = date === said.rate_as_of && rate_type === 'daily_reference';
    for (const { code, explanation, published, witnesses, ...currency } of currencies) {
      if (!isNewest) {
        expect(currency.status).toBeNull();
        continue;
      }
      const entry = said.currencies.find((other) => other.code === code);
      const { state, reason, status, source_value, published_as_of } = currency;
      expect([state, status === null]).toEqual([entry?.state ?? 'ok', entry === undefined]);
      if (entry) {
        const fields = { ...{ code, state, reason, explanation: entry.explanation }, ...{ source_value, published } };
        expect(entry).toMatchObject({ ...fields, published_as_of, ...status });
      }
      expect(explanation.startsWith(entry?.explanation ?? 'Valid: /api/v1/status.json ')).toBe(true);
      expect(currency.composed_from).toBe(said.composed?.origins[code] ?? null);
      const { rates } = file(paths.referenceRates) as ReferenceRates;
      const metal = (file(paths.metals) as Metals).metals.find((listed) => listed.code === code);
      expect([code, published]).toEqual([code, rates[code] ?? metal?.rate ?? null]);
      const disputes = said.witnesses.disputed.filter((dispute) => dispute.code === code);
      expect(witnesses.filter((sentence) => sentence.includes('times the source value'))).toEqual(
        disputes.map(({ witness, ratio, since, frozen }) => {
          return frozen
            ? `${witness}: its rate is ${ratio} times the source value, but is ignored, because it hasn’t changed for days.`
            : `${witness} has disputed the value since ${since}. Its rate is ${ratio} times the source value.`;
        }),
      );
    }
    expect(bank === null).toBe(rate_type === 'daily_reference');
    expect(explained.publish === null).toBe(name === 'without a publish entry');
    const absent = explained.links.files.filter((path) => !assets.files.has(path.slice(1)));
    expect(absent).toEqual(explained.publish === null ? ['/receipts/newest.json'] : []);
  });

  it('has the reason of a rejected value and the stored comparisons of a past day', async () => {
    const { currencies } = await explain('scripted', 'from=USD&to=PEN&date=2026-10-20');
    expect(currencies).toMatchObject([
      {
        ...{ source_value_file: '/archive/faults.csv', published: null, published_as_of: null },
        explanation: 'Rejected in retrospect (implausible_move): a larger move than markets make in so few days.',
        witnesses: ['api.frankfurter.dev: its rate of 2026-10-20 is 0.6669 times the source value.'],
      },
    ]);
  });

  it.each([
    ['from=EUR&to=JPY&date=2025-12-10', 'The source never published a dataset for 2025-12-10.'],
    ['from=EUR&to=JPY&date=2024-03-12', 'This site’s archive doesn’t have the dataset of 2024-03-12 yet.'],
    ['from=EUR&to=JPY&date=2026-11-04', 'The newest dataset is from 2026-11-03.'],
  ])('says why a day has no dataset (%s)', async (query, reason) => {
    const { not_archived, is_of_date, summary } = await explain('scripted', query);
    expect([not_archived, is_of_date]).toEqual([reason, false]);
    expect(summary).toMatch(
      /^EUR to JPY: no rate on ([\d-]+)\. With date=\1, the API returns the last earlier rate, 1 EUR = /,
    );
    expect(summary.endsWith(` ${reason}`)).toBe(true);
  });

  it('has a bank’s quotes, doubts, corrections, late rates and problem', async () => {
    const { date, bank, summary } = await explain('scripted', 'from=EUR&to=CZK&source=cnb');
    expect([date, summary]).toEqual(['2026-11-02', '1 EUR = 24.2 CZK on 2026-11-02.']);
    expect(bank).toEqual({
      quotes: [
        {
          ...{ code: 'EUR', quote: '1 EUR = 24.2 CZK, 2026-11-02', value: '24.2', units: 1, date: '2026-11-02' },
          ...{ reference: null, file: '/archive/cnb/2026.csv', column: 'EUR' },
        },
      ],
      problem: 'The response has no rates',
      doubts: [
        {
          ...{ table: 'cnb', date: scriptedDay, code: 'EUR', reason: 'implausible', since: scriptedDay },
          ends_by: '2026-11-17',
          explanation:
            'EUR of 2026-11-03 is 34.2, more than 20% off the day before; accepted on 2026-11-17 unless the bank changes it.',
        },
      ],
      corrections: [{ date: '2026-11-02', code: 'EUR', old: 24.1, new: 24.2, at: '2026-11-03T06:00:00.000Z' }],
      late: [{ date: '2026-11-02', code: 'EUR', old: null, new: 24.1, at: '2026-11-02T20:00:00.000Z' }],
    });
  });

  it('omits the doubts and corrections of other days and currencies', async () => {
    const none = { doubts: [], corrections: [], late: [] };
    expect((await explain('scripted', 'from=EUR&to=CZK&source=cnb&date=2026-10-30')).bank).toMatchObject(none);
    expect((await explain('scripted', 'from=USD&to=CZK&source=cnb&date=2026-10-30')).bank).toMatchObject(none);
  });

  it('has a doubt about the day of the rate itself', async () => {
    const { bank } = await explain('scripted', 'from=USD&to=CZK&source=cnb');
    expect(bank).toMatchObject({ doubts: [{ date: '2026-11-02', code: 'USD' }], corrections: [] });
  });

  it.each([
    ['AED', 'AED is pegged to USD at 3.6725 AED per 1 USD since 1997-11 (Central Bank of the UAE).'],
    ['SYP', 'On 2026-01-01, 1 new SYP replaced 100 old SYP.'],
    [
      'BOB',
      'BOB has several rates. For comparison, in units per 1 USD (2025-12-01): official 6.96, reference value 9.32, parallel market 10.12.',
    ],
    ['BOB', 'Since 2026-07-10, the dataset has an unknown rate, or none of these rates.'],
  ])('has the facts about %s that matter for its rate: %s', async (code, fact) => {
    const { currencies } = await explain('scripted', `from=${code}&to=USD`);
    expect(currencies[0]?.facts).toContain(fact);
  });

  it.each(unexplainedQueries)('is the API’s error if the error says everything (%s)', async (query) => {
    const [status, body] = await siteNamed('scripted').answer(`/api/v1/convert?${query}`);
    expect([status, body]).toMatchObject([400, { success: false }]);
    await expect(explain('scripted', query)).rejects.toMatchObject({ message: (body as { error: string }).error });
  });

  it.each([
    [
      'from=EUR&to=USD',
      [
        'api/v1/currencies.json',
        'api/v1/rates/2026-11-03.json',
        'api/v1/status.json',
        'receipts/newest.json',
        'series/market/days.json',
      ],
    ],
    [
      'from=USD&to=PEN&date=2026-10-20',
      [
        'api/v1/currencies.json',
        'api/v1/rates/2026-10-19.json',
        'api/v1/rates/2026-10-20.json',
        'archive/evidence.csv',
        'archive/faults.csv',
        'receipts/newest.json',
        'series/market/days.json',
      ],
    ],
    [
      'from=EUR&to=AFN&source=nbp',
      [
        'api/v1/status.json',
        'archive/nbp-b/2026.csv',
        'archive/nbp/2026.csv',
        'receipts/newest.json',
        'series/official/2026-11.json',
        'series/official/reach.json',
      ],
    ],
  ])('reads few files, each once (%s)', async (query, files) => {
    const { assets } = siteNamed('scripted');
    assets.reads.length = 0;
    await explain('scripted', query);
    const ofToday = ['api/currencies.json', 'api/v1/metals.json', 'api/v1/rates.json'];
    expect(assets.reads.toSorted()).toEqual([...ofToday, ...files].sort());
  });

  it('fails if the status can’t be read', async () => {
    const { assets, now } = siteNamed('stale');
    const others = [...assets.files]
      .map(([path, body]) => ({ path, body }))
      .filter(({ path }) => path !== paths.status);
    const site = await SiteReader.open(new IsolateCache(), new MemoryAssets(others), origin, now);
    const request = { from: 'EUR', to: 'USD', date: undefined, source: market.key };
    await expect(explainRate(request, site)).rejects.toEqual(new FileError(paths.status, 'has status 404'));
  });
});

it('comparisonsOn > finds the same comparisons of each day as a parser of the whole file', async () => {
  const { assets, now } = siteNamed('scripted');
  const site = await SiteReader.open(new IsolateCache(), assets, origin, now);
  const all = parseComparisonsFile(paths.archiveEvidence, assets.files.get(paths.archiveEvidence) ?? '');
  expect(all.length).toBeGreaterThan(10);
  for (const date of ['2024-03-02' as const, '2026-10-21' as const, ...all.map((one) => one.date)]) {
    expect(await comparisonsOn(date, site)).toEqual(all.filter((one) => one.date === date));
  }
});
