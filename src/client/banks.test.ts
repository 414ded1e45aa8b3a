import type { ArchivedDay } from '../archive/archive.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import type { DatedRates } from '../api/endpoints/dated-rates.schema.ts';
import type { History } from '../api/endpoints/history.schema.ts';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { undoubted } from '../archive/official-rates.ts';
import { dateOfDay, dayNumber } from '../money/calendar.ts';
import { steps } from '../money/interval.ts';
import type { BankTable } from '../sources/bank.ts';
import { banks, bankTables } from '../sources/banks.ts';
import type { TableKey } from '../testing/data/bank-history.ts';
import { randomChoices } from '../testing/data/random.ts';
import { fakeDays } from '../testing/sites/bank-rates.ts';
import { documentsOf, served } from '../testing/sites/served.ts';
import { recordedDays, recordedRejected } from '../testing/sites/small-site.ts';
import { RatesheetError, ratesheet, StaleRates } from './client.ts';
import type { SnapshotData } from './ratesheet.d.ts';

/*
 * A site with rates of several banks from September 2012 to June 2013. In these months, Zambia's currency was replaced. The
 * National Bank of Ukraine's rates of tomorrow are known.
 */
const [first, last, now] = ['2012-09-03', '2013-06-30', '2013-06-29T12:00:00.000Z'] as const;
/** A Wednesday on which Narodowy Bank Polski publishes only table B. */
const onlyTableB = '2013-05-08';
/** The first day on which the Chilean peso is in table A. Until that day, it's in table B. */
const pesoMoves = '2013-03-13';

/** The banks that differ for the client: in how they quote, in their days, or in their number of tables. */
const clientBanks = banks.filter(({ key }) => ['ecb', 'nbp', 'cnb', 'norges-bank', 'nbu', 'fed-h10'].includes(key));
const clientTables = bankTables.filter(({ bank }) => clientBanks.includes(bank));
const official = new Map(clientTables.map(({ table }) => [table.key, undoubted(daysOf(table))]));

function daysOf({ key }: BankTable): ArchivedDay[] {
  const parsed = fakeDays(key as TableKey, first, last);
  if (key === 'nbp') {
    return parsed
      .filter(({ date }) => date !== onlyTableB)
      .map((day) => (day.date < pesoMoves ? { ...day, rates: withPeso(day, null) } : day));
  }
  if (key !== 'nbp-b') return [...parsed];
  return parsed.map((day) => (day.date <= pesoMoves ? { ...day, rates: withPeso(day, 0.0065) } : day));
}

function withPeso({ rates }: ArchivedDay, rate: number | null): Map<string, number> {
  const others = [...rates].filter(([code]) => code !== 'CLP');
  return new Map(rate === null ? others : [...others, ['CLP', rate] as const].sort());
}

const documents = documentsOf({ archive: archiveFiles(recordedDays, recordedRejected, official) });
const site = served(documents, { now: () => now });

/** A client of a site, and the paths that it requests. */
function open({ assets, get } = site, options: { readonly maxAge?: number } = {}) {
  const requested: string[] = [];
  const rates = ratesheet({
    baseUrl: 'https://rates.example',
    fetch: (url, { signal }) => {
      const path = url.replace('https://rates.example', '');
      requested.push(path);
      const body = assets.files.get(path.slice(1));
      return body === undefined
        ? get(path, { signal: signal ?? null })
        : Promise.resolve(new Response(body, { headers: { 'Cache-Control': 'max-age=600' } }));
    },
    ...options,
  });
  return { rates, requested };
}

/** What a promise resolves to; null if the site has no rates. */
async function answered<T>(promise: Promise<T>): Promise<T | null> {
  return promise.catch((error: unknown) => {
    if (error instanceof RatesheetError && error.name !== 'RequestFailed') return null;
    throw error;
  });
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
});
afterAll(() => vi.useRealTimers());

describe.each(clientBanks)('official rates of $name in the JavaScript client', ({ key: source, base, tables }) => {
  const codes = [
    base,
    ...new Set(tables.flatMap(({ key }) => official.get(key)?.days ?? []).flatMap(({ rates }) => [...rates.keys()])),
  ];
  const { below, pick } = randomChoices();
  const randomDate = () => dateOfDay(dayNumber(first) - 3 + below(dayNumber(last) - dayNumber(first) + 4));
  const { rates, requested } = open();

  it('are the same as the API’s in 500 random requests', async () => {
    const different: unknown[] = [];
    let found = 0;
    const compare = (request: unknown, actual: unknown, expected: unknown) => {
      if (JSON.stringify(actual) !== JSON.stringify(expected)) different.push({ request, actual, expected });
      else if (actual !== null) found++;
    };
    for (let request = 0; request < 300; request++) {
      const [from, to, date] = [pick(codes), pick(codes), request < 10 ? undefined : randomDate()];
      const query = `from=${from}&to=${to}&source=${source}${date === undefined ? '' : `&date=${date}`}`;
      const { success, rate, rate_as_of, reference, held } = await site.json<Partial<DatedConversion>>(
        `/api/v1/convert?${query}`,
      );
      const expected = success ? { rate, date: rate_as_of, reference } : null;
      const of = async (orEarlier: boolean) => {
        const found = await answered(rates.rate(from, to, { date, source, orEarlier }));
        return found && { rate: found.rate, date: found.date, reference: found.reference };
      };
      compare(query, await of(true), expected);
      const isOfDate = date === undefined || (rate_as_of === date && Object.keys(held ?? {}).length === 0);
      compare([query, 'on the date'], await of(false), isOfDate ? expected : null);
      if (date === undefined) continue;
      const next = dateOfDay(dayNumber(date) + 1);
      const earlier = await answered(rates.rate(from, to, { before: next, source }));
      const path = `/api/v1/convert?from=${from}&to=${to}&source=${source}&before=${next}`;
      const { rate: before } = await site.json<Partial<DatedConversion>>(path);
      compare([query, 'before the day after'], [earlier?.rate, earlier?.rate], [rate, before]);
    }
    for (let request = 0; request < 100; request++) {
      const [of, date] = [pick(codes), randomDate()];
      const path = `/api/v1/rates/${date}?base=${of}&source=${source}`;
      const expected = await site.json<Partial<DatedRates>>(path);
      const day = await answered(rates.snapshot({ base: of, date, source, orEarlier: true }));
      compare(
        path,
        day && { base: day.base, date: day.date, held: day.held, rates: day.rates },
        expected.success ? { base: of, date: expected.rate_as_of, held: expected.held, rates: expected.rates } : null,
      );
    }
    for (let request = 0; request < 100; request++) {
      const [from, to, every] = [pick(codes), pick(codes), pick(steps)];
      const [start = '', end = ''] = [randomDate(), randomDate()].sort();
      const query = `from=${from}&to=${to}&start=${start}&end=${end}&every=${every}&source=${source}`;
      const { data = null } = await site.json<Partial<History>>(`/api/v1/history?${query}`);
      compare(query, await answered(rates.history(from, to, { start, end, every, source })), data);
    }
    expect(different.slice(0, 3)).toEqual([]);
    // A comparison of missing rates proves little.
    expect(found).toBeGreaterThan(300);
    expect(requested.every((path) => site.assets.files.has(path.slice(1)))).toBe(true);
  });
});

describe('rates of the two tables of Narodowy Bank Polski in the JavaScript client', () => {
  const { rates, requested } = open();
  const source = 'nbp';
  const [ofMarch6, ofMarch8] = ['046/A/NBP/2013', '048/A/NBP/2013'];

  it.each([
    ['EUR', 'PLN', { date: '2013-03-08' }, { rate: 4.1398, date: '2013-03-08', reference: ofMarch8 }],
    ['PLN', 'EUR', { date: '2013-03-08' }, { rate: 0.241557563167, date: '2013-03-08', reference: ofMarch8 }],
    ['PLN', 'PLN', { date: '2013-03-08' }, { rate: 1, date: '2013-03-08' }],
    // Table B is published on Wednesdays, such as March 6.
    [
      'AFN',
      'EUR',
      { date: '2013-03-06' },
      { rate: 0.0122471612141, date: '2013-03-06', reference: `${ofMarch6}, 010/B/NBP/2013` },
    ],
    [
      'AFN',
      'EUR',
      { date: '2013-03-08', orEarlier: true },
      { rate: 0.0122711242089, date: '2013-03-06', reference: `${ofMarch8}, 010/B/NBP/2013` },
    ],
    [
      'EUR',
      'AFN',
      { date: '2013-03-08', orEarlier: true },
      { rate: 81.4921259843, date: '2013-03-06', reference: `${ofMarch8}, 010/B/NBP/2013` },
    ],
    ['AFN', 'EUR', {}, { rate: 0.0124783761965, date: '2013-06-26', reference: '124/A/NBP/2013, 026/B/NBP/2013' }],
  ])('are from %s to %s with the options %o: %o', async (from, to, options, expected) => {
    const result = { from, to, ...expected, stale: false, source };
    expect(await rates.rate(from, to, { ...options, source })).toEqual(result);
    const snapshot = await rates.snapshot({ ...options, source });
    const restored = rates.restore(JSON.parse(JSON.stringify(snapshot)) as SnapshotData);
    for (const of of [snapshot, restored]) expect([of.base, of.rate(from, to)]).toEqual(['PLN', result]);
  });

  it('are read from the list of sources and one file for each table', () => {
    expect(new Set(requested)).toEqual(
      new Set(['/api/v1/sources.json', '/archive/nbp/2013.csv', '/archive/nbp-b/2013.csv']),
    );
  });

  it('are stale if the first table’s newest day is more than seven days old', async () => {
    const snapshot = await rates.snapshot({ source });
    expect(snapshot.date).toBe('2013-06-28');
    vi.setSystemTime('2013-07-05T12:00:00Z');
    expect(snapshot.rate('AFN', 'PLN')).toMatchObject({ date: '2013-06-26', stale: false });
    expect(() => open(site, { maxAge: 8 }).rates.restore(snapshot.toJSON()).rate('AFN', 'PLN')).toThrow(StaleRates);
    vi.setSystemTime('2013-07-06T12:00:00Z');
    expect(snapshot.stale).toBe(true);
    expect(() => snapshot.rate('AFN', 'PLN')).toThrow(StaleRates);
    expect(() => rates.restore(snapshot.toJSON()).rate('EUR', 'PLN')).toThrow(StaleRates);
    vi.setSystemTime(now);
  });

  it.each([
    ['CLP', 'EUR', 'which moves from table B to table A'],
    ['PLN', 'AFN', 'which is in table B only'],
    ['AFN', 'AED', 'which are in table B only'],
  ])('are the same as in the API on all days from %s to %s, %s', async (from, to) => {
    const { data } = await site.json<History>(`/api/v1/history?from=${from}&to=${to}&start=${first}&source=${source}`);
    expect(data.length).toBeGreaterThan(40);
    expect(await rates.history(from, to, { start: first, source })).toEqual(data);
    for (const date of [onlyTableB, pesoMoves, '2013-03-12']) {
      const query = `from=${from}&to=${to}&date=${date}&source=${source}`;
      const { rate, rate_as_of, reference } = await site.json<DatedConversion>(`/api/v1/convert?${query}`);
      expect(await rates.rate(from, to, { date, source, orEarlier: true })).toEqual({
        ...{ from, to, rate, date: rate_as_of, reference, stale: false, source },
      });
    }
  });

  it('have the same averages as in the API', async () => {
    const range = { start: '2012-11-20', end: '2013-02-08', every: 'month', source } as const;
    const query = new URLSearchParams({ from: 'AFN', to: 'INR', ...range, value: 'mean' }).toString();
    const { data } = await site.json<History>(`/api/v1/history?${query}`);
    expect(data).toHaveLength(4);
    expect(await rates.history('AFN', 'INR', { ...range, value: 'mean' })).toEqual(data);
  });
});

describe('errors of the JavaScript client for rates of a bank', () => {
  const { rates } = open();
  const date = '2013-03-08';
  it.each([
    ['nbp', 'AFN', { date }, `on ${date}. Set orEarlier to accept an earlier rate.`],
    // The newest table B is of June 26.
    ['nbp', 'AFN', { date: '2013-06-28' }, 'on 2013-06-28. Set orEarlier to accept an earlier rate.'],
    ['nbp', 'KPW', { date }, `on ${date}. The source nbp has no rates for KPW.`],
    [
      'ecb',
      'CNH',
      { date: '2025-06-03', orEarlier: true },
      'on 2025-06-03 or in the 7 days before. The source ecb has no rates for CNH. Set source to market for its rates.',
    ],
    ['cnb', 'AFN', { date }, `on ${date}. The source cnb has no rates for AFN. Set source to nbp for its rates.`],
    [
      'nbp',
      'ZMW',
      { date: '2012-12-27' },
      'on 2012-12-27. The source nbp has rates for ZMW from 2013-01-02 to 2013-06-26.',
    ],
    ['nbp', 'AFN', { date: '2011-03-08' }, 'on 2011-03-08. Rates begin on 2012-09-03. Use that day or a later day.'],
    [
      'nbp',
      'USD',
      { date: '2013-06-29' },
      'on 2013-06-29. The newest rates are of 2013-06-28. Use that day or an earlier day, or set orEarlier.',
    ],
    [
      'market',
      'AFN',
      { date },
      `on ${date}. Rates begin on 2024-03-02. Use that day or a later day. Set source to nbp for its rates.`,
    ],
  ])('advise what to do about the rate of %s: EUR to %s with %o', async (source, to, options, message) => {
    await expect(rates.rate('EUR', to, { source, ...options })).rejects.toMatchObject({
      name: 'NoRateForDate',
      message: `No rate from EUR to ${to} ${message}`,
    });
  });

  it('name a retired currency’s successor', async () => {
    await expect(rates.rate('EUR', 'ZMK', { source: 'nbp', date, orEarlier: true })).rejects.toMatchObject({
      name: 'UnknownCurrency',
      message: 'Unknown currency: ZMK. ZMK was replaced by ZMW on 2013-01-01, 1 ZMW = 1000 ZMK.',
    });
  });

  it('list the sources that have rates if the site lacks the source, or has none of its rates yet', async () => {
    const { rates: ofRecorded } = open(served());
    for (const [of, source, sources] of [
      [rates, 'boe', ['market', ...clientBanks.map(({ key }) => key)].join(', ')],
      [rates, 'nbp-b', ['market', ...clientBanks.map(({ key }) => key)].join(', ')],
      [ofRecorded, 'nbp', 'market, ecb'],
    ] as const) {
      const error = new RangeError(`Invalid source: "${source}". This site has rates of ${sources}.`);
      await expect(of.rate('EUR', 'USD', { source })).rejects.toThrow(error);
      await expect(of.snapshot({ source })).rejects.toThrow(error);
      await expect(of.history('EUR', 'USD', { source })).rejects.toThrow(error);
    }
  });

  const notOurs = 'The response isn’t from Ratesheet. Check baseUrl.';

  it.each<[string, string, (text: string) => string | undefined, string]>([
    [
      'the site is of version 0.3.0',
      'api/v1/sources.json',
      () => undefined,
      'Status 404. Check baseUrl. If the site is older than the client, update it.',
    ],
    ['a quotation is unknown', 'api/v1/sources.json', (text) => text.replace('"direct"', '"inverse"'), notOurs],
    ['a file is cut off', 'archive/nbp/2013.csv', (text) => text.slice(0, -20), notOurs],
    ['a file is another year’s', 'archive/nbp/2013.csv', (text) => text.replaceAll('\n2013', '\n2012'), notOurs],
  ])('say that a request failed if %s', async (_, path, change, message) => {
    const { assets, ...rest } = served(documents, { now: () => now });
    const text = change(assets.files.get(path) ?? '');
    if (text === undefined) assets.files.delete(path);
    else assets.files.set(path, text);
    await expect(open({ assets, ...rest }).rates.rate('EUR', 'PLN', { source: 'nbp' })).rejects.toMatchObject({
      name: 'RequestFailed',
      message: `https://rates.example/${path}: ${message}`,
    });
  });
});

it('a bank’s rate that waits in the JavaScript client > is the last earlier one, with what waits as in the API', async () => {
  const ofCnb = official.get('cnb') ?? expect.fail();
  const waiting = '2013-06-28';
  const days = ofCnb.days.map(({ date, rates }) => {
    return { date, rates: date === waiting ? new Map([...rates].filter(([code]) => code !== 'EUR')) : rates };
  });
  const doubts = [{ date: waiting, reason: 'contradicted', code: 'EUR', value: 2.6, since: waiting }] as const;
  const withDoubt = new Map([...official, ['cnb', { ...ofCnb, days, doubts }] as const]);
  const doubted = served(documentsOf({ archive: archiveFiles(recordedDays, recordedRejected, withDoubt) }), {
    now: () => now,
  });
  const { rates } = open(doubted);
  const withheld = { EUR: [{ date: waiting, reason: 'contradicted', ends_by: '2013-07-12' }] };
  const ofApi = await doubted.json<DatedConversion>('/api/v1/convert?from=EUR&to=CZK&source=cnb');
  expect(ofApi).toMatchObject({ rate_as_of: '2013-06-27', withheld });
  const expected = { rate: ofApi.rate, date: '2013-06-27', withheld };
  for (const options of [{}, { date: waiting, orEarlier: true }, { before: '2013-06-29' }])
    expect(await rates.rate('EUR', 'CZK', { ...options, source: 'cnb' })).toMatchObject(expected);
  expect(await rates.convert('2', 'CZK', 'EUR', { source: 'cnb' })).toMatchObject({ withheld });
  expect(await rates.rate('USD', 'CZK', { source: 'cnb' })).not.toHaveProperty('withheld');
  const saved = JSON.stringify(await rates.snapshot({ source: 'cnb', base: 'EUR' }));
  const restored = rates.restore(JSON.parse(saved) as SnapshotData);
  expect([restored.withheld, restored.rate('EUR', 'CZK')]).toMatchObject([withheld, expected]);
  await expect(rates.rate('EUR', 'CZK', { date: waiting, source: 'cnb' })).rejects.toThrow(
    'The bank’s rate of EUR for 2013-06-28 waits, because market rates',
  );
});

it('snapshot that version 0.3.0 of the JavaScript client saved > can still be restored', () => {
  const data = {
    base: 'EUR',
    date: '2013-06-24',
    dated: false,
    stale: false,
    held: {},
    perUnit: { EUR: 1, USD: 1.25 },
  };
  const restored = (source: string) => open().rates.restore({ ...data, source } as unknown as SnapshotData);
  const rate = { from: 'USD', to: 'EUR', rate: 0.8, date: '2013-06-24', stale: false, source: 'ecb' };
  expect(restored('ecb').rate('USD', 'EUR')).toEqual(rate);
  expect(() => restored('market').rate('USD', 'EUR')).toThrow(StaleRates);
});
