import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { paths } from '../api/paths.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { redenominations } from '../money/currencies/facts.ts';
import { meanSteps, steps } from '../money/interval.ts';
import type { Bank } from '../sources/bank.ts';
import type { DocumentFile } from '../site/write/common-documents.ts';
import { plainBank, type PlainRate } from '../testing/data/plain-bank.ts';
import { plainMean } from '../testing/data/plain-fractions.ts';
import { plainLastOfEach } from '../testing/data/plain-periods.ts';
import { randomChoices } from '../testing/data/random.ts';
import { type FakeBanks, fakedBanks, type Reading, startFakeBanks } from '../testing/servers/fake-banks.ts';
import { completeRates, startingOn } from '../testing/servers/complete-rates.ts';
import { documentsOf, served } from '../testing/sites/served.ts';
import { recordedDays, recordedRejected } from '../testing/sites/small-site.ts';

/*
 * The Pages Function over the rates of banks' fake servers. Random requests are compared with a plain reading of
 * the banks' responses.
 */

const QUESTIONS = process.env['MANY_QUESTIONS'] === undefined ? 60 : 300;
const FIRST_DAY = '2025-10-01';
const NOW = '2026-11-12T18:00:00.000Z';
/** The days on which a request has the newest rates, although they aren't of the requested date. */
const LATER = '2026-11-18T12:00:00.000Z';

let fakes: FakeBanks;
let documents: readonly DocumentFile[];
let site: ReturnType<typeof served>;
beforeAll(async () => {
  fakes = await startFakeBanks({ now: NOW, firstDay: FIRST_DAY });
  const official = await completeRates(fakes, fakedBanks.map(startingOn(FIRST_DAY)));
  const archive = archiveFiles(recordedDays, recordedRejected, official);
  documents = documentsOf({ archive });
  site = served(documents, { now: () => LATER });
});
afterAll(() => fakes[Symbol.asyncDispose]());

type TableKey = Parameters<FakeBanks['plainReading']>[0];
const readingOf = (key: string) => fakes.plainReading(key as TableKey);

/** A request with what it must return: some fields of a document, a text, or nothing if it must fail. */
type Question = readonly [path: string, expected: object | string | undefined];

function plainReadingOf({ base, quotation, tables }: Bank) {
  return plainBank({
    base,
    isDirect: (code) => (quotation.usual === 'direct') !== quotation.inverse.includes(code),
    tables: tables.map((table) => ({ days: readingOf(table.key), daysBack: table.daysBack })),
    newUnits: new Map(Array.from(redenominations, ([code, { date }]) => [code, date])),
  });
}

/** Random questions about a bank. Ranges are mostly short, because the plain reading computes each day slowly. */
function* questionsAbout(bank: Bank): Generator<Question> {
  const { base } = bank;
  const plain = plainReadingOf(bank);
  const { below, pick } = randomChoices();
  const codes = [...plain.codes, 'ZWL'];
  const [first, last] = [dayNumber(plain.firstDate), dayNumber(plain.lastDate)];
  const dateFrom = (day: number, days: number) => dateOfDay(day + below(days));
  const code = () => (below(4) === 0 ? base : pick(codes));
  for (let number = 0; number < QUESTIONS; number++) {
    const [from, to] = [code(), code()];
    const date = dateFrom(first - 2, last - first + 8);
    if (number % 5 < 2) {
      yield [`convert?from=${from}&to=${to}&date=${date}`, plain.conversion(from, to, date)];
      continue;
    }
    if (number % 5 === 2) {
      yield [`rates/${date}?base=${from}`, plain.rates(from, date)];
      continue;
    }
    const start = dateFrom(first, last - first + 1);
    const end = dateOfDay(Math.min(last, dayNumber(start) + below(number % 20 < 5 ? 10_000 : 500)));
    const range = `from=${from}&to=${to}&start=${start}&end=${end}`;
    const isCsv = number % 2 === 0;
    const path = isCsv ? `history.csv?${range}` : `history?${range}`;
    if (number % 5 === 3) {
      const every = pick(steps);
      const data = plainLastOfEach(every, plain.history(from, to, start, end));
      yield [`${path}&every=${every}`, isCsv ? csvOf(data) : documentOf(data)];
    } else {
      const every = pick(meanSteps);
      const data = plain.means(every, from, to, start, end);
      yield [`${path}&every=${every}&value=mean`, isCsv ? csvOf(data) : documentOf(data)];
    }
  }
}

type Row = readonly [date: IsoDate, base: string, quote: string, rate: number];

/** Random questions about a bank in Frankfurter v2's format, each with its rows. */
function* questionsInRows(bank: Bank): Generator<[path: string, rows: readonly Row[]]> {
  const plain = plainReadingOf(bank);
  const { below, pick } = randomChoices();
  const [first, last] = [dayNumber(plain.firstDate), dayNumber(plain.lastDate)];
  const code = () => (below(4) === 0 ? bank.base : pick(plain.codes));
  for (let number = 0; number < QUESTIONS; number++) {
    const [base, quote] = [code(), code()];
    const rowOf = ({ date, rate }: PlainRate): Row => [date, base, quote, rate];
    const start = dateOfDay(first + below(last - first - 40));
    const end = dateOfDay(dayNumber(start) + below(number % 2 === 0 ? 4 : 40));
    if (number % 4 === 0) {
      const found = plain.conversion(base, quote, start);
      yield [
        `rates?base=${base}&quotes=${quote}&date=${start}`,
        found ? [rowOf({ date: found.rate_as_of, rate: found.rate })] : [],
      ];
    } else if (number % 4 === 1) {
      const wholeMonths = plain
        .history(base, quote, `${start.slice(0, 7)}-01` as IsoDate, dateOfDay(dayNumber(end) + 31))
        .filter(({ date }) => date.slice(0, 7) <= end.slice(0, 7));
      const months = Map.groupBy(wholeMonths, ({ date }) => date.slice(0, 7));
      yield [
        `rates?base=${base}&quotes=${quote}&from=${start}&to=${end}&group=month`,
        Array.from(months, ([month, rates]) =>
          rowOf({ date: `${month}-01` as IsoDate, rate: plainMean(rates.map(({ rate }) => rate)) }),
        ),
      ];
    } else {
      const within = plain.history(base, quote, start, end);
      const daysBack = Math.max(...bank.tables.map(({ daysBack }) => daysBack));
      const before = plain.history(
        base,
        quote,
        dateOfDay(dayNumber(start) - daysBack),
        dateOfDay(dayNumber(start) - 1),
      );
      const rates = within[0]?.date === start ? within : [...before.slice(-1), ...within];
      yield [`rates?base=${base}&quotes=${quote}&from=${start}&to=${end}`, rates.map(rowOf)];
    }
  }
}

function documentOf(data: readonly object[]) {
  return data.length === 0 ? undefined : { data_points: data.length, data };
}

function csvOf(data: readonly object[]): string | undefined {
  const [first] = data;
  return first && [Object.keys(first), ...data.map(Object.values)].map((cells) => `${cells.join()}\r\n`).join('');
}

/** The response to a question in the form of its expectation. */
async function answerTo(path: string, expected: Question[1]): Promise<unknown> {
  const response = await site.get(path);
  if (response.status !== 200) return { status: response.status, ...(expected && { body: await response.text() }) };
  if (typeof expected === 'string') return response.text();
  const document = (await response.json()) as Record<string, unknown>;
  const fields = ['rate', 'rate_as_of', 'held', 'reference', 'rates', 'data_points', 'data'];
  return Object.fromEntries(fields.flatMap((name) => (name in document ? [[name, document[name]]] : [])));
}

/** A table's year as its archived file must be, with the digits, units and numbers of the bank. */
function plainYearFile(year: string, days: ReadonlyMap<string, ReadonlyMap<string, Reading>>): string {
  const ofYear = [...days].filter(([date]) => date.startsWith(year));
  const nameOf = (code: string, { units }: Reading) => (units === 1 ? code : `${units} ${code}`);
  const names = ofYear.flatMap(([, readings]) => Array.from(readings, ([code, reading]) => nameOf(code, reading)));
  const keyOf = (name: string) => name.slice(-3) + name.slice(0, -3).padStart(6);
  const columns = [...new Set(names)].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const hasReferences = [...(ofYear[0]?.[1].values() ?? [])][0]?.reference !== undefined;
  const lines = ofYear.map(([date, readings]) => {
    const cells = new Map(Array.from(readings, ([code, reading]) => [nameOf(code, reading), reading]));
    const [any] = readings.values();
    const values = columns.map((name) => plainDigits(cells.get(name)?.value ?? ''));
    return [date, ...(hasReferences ? [any?.reference ?? ''] : []), ...values];
  });
  return [['date', ...(hasReferences ? ['reference'] : []), ...columns], ...lines, ''].map(String).join('\n');
}

/** A number without zeros at its end, as a number in a JSON response is read. */
function plainDigits(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

describe.each(fakedBanks.map((bank) => [bank.key, bank] as const))('rates of the bank %s', (key, bank) => {
  it(`match a plain reading of its responses in ${QUESTIONS} random requests`, async () => {
    const different: unknown[] = [];
    for (const [question, expected] of questionsAbout(bank)) {
      const path = `/api/v1/${question}&source=${key}`;
      const actual = await answerTo(path, expected);
      const isSame = expected
        ? JSON.stringify(sorted(actual)) === JSON.stringify(sorted(expected))
        : JSON.stringify(actual) === '{"status":400}';
      if (!isSame) different.push({ path, actual, expected });
    }
    expect(different).toEqual([]);
  });

  it(`match a plain reading of its responses in ${QUESTIONS} random requests in Frankfurter v2’s format`, async () => {
    const different: unknown[] = [];
    const [provider] = bank.frankfurterKeys;
    for (const [question, rows] of questionsInRows(bank)) {
      const response = await site.get(`/v2/${question}&providers=${provider}`);
      const found = (await response.json()) as { date: IsoDate; base: string; quote: string; rate: number }[];
      const actual = response.ok ? found.map(({ date, base, quote, rate }) => [date, base, quote, rate]) : found;
      if (JSON.stringify(actual) !== JSON.stringify(rows)) different.push({ question, actual, rows });
      const table = await site.text(
        `/v2/providers/${provider.toLowerCase()}/${question.replace('rates', 'rates.csv')}`,
      );
      const cells = table
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(','));
      const read = cells.map(([date, base, quote, rate]) => [date, base, quote, Number(rate)]);
      if (JSON.stringify(read) !== JSON.stringify(rows)) different.push({ question, table, rows });
    }
    expect(different).toEqual([]);
  });

  it('are read from three files for all years of a pair, and from none if the same Function has read them', async () => {
    const { assets, get } = served(documents);
    const { codes, firstDate } = plainReadingOf(bank);
    const [from, to] = codes.includes('JPY') ? ['USD', 'JPY'] : ['USD', bank.base];
    const reads = async (path: string) => {
      const before = assets.reads.length;
      expect((await get(`/api/v1/history${path}&start=${firstDate}&source=${key}`)).status).toBe(200);
      // Doesn't count the three files of the current day, which a new Function also reads.
      return assets.reads.slice(before).filter((read) => !read.startsWith('api/'));
    };
    const files = [paths.sourceDays(key), paths.series(key, from), paths.series(key, to)];
    expect(await reads(`?from=${from}&to=${to}`)).toEqual(files);
    expect(await reads(`?from=${to}&to=${from}`)).toEqual([]);
    expect(await reads(`.csv?from=${from}&to=${to}`)).toEqual([]);
  });

  it('are archived with the digits, units and numbers of its responses', () => {
    for (const table of bank.tables) {
      const days = readingOf(table.key);
      const files = [...site.assets.files].filter(
        ([path]) => /^archive\/(.*)\/\d{4}\.csv$/.exec(path)?.[1] === table.key,
      );
      const years = [...new Set(Array.from(days.keys(), (date) => date.slice(0, 4)))];
      expect(Object.fromEntries(files)).toEqual(
        Object.fromEntries(years.map((year) => [paths.officialYear(table.key, year), plainYearFile(year, days)])),
      );
    }
  });
});

function sorted(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).sort()) : value;
}
