import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { isMeanStep, steps } from '../../rates/interval.ts';
import { meanOfEach, type MeanRate } from '../../rates/mean-rates.ts';
import { type DailyRates, lastOfEach, values, withDates } from '../../rates/past-rates.ts';
import type { SourceChanges } from '../../archive/source.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { emptyRange, invalidStep, invalidValue, noMeans, rangeTurnedRound } from '../error.ts';
import { choice, date, from, inUpperCase, source, to, type Values } from '../declaration/parameters.ts';
import { synonyms } from '../declaration/synonyms.ts';
import { addresses } from '../paths.ts';
import { assertWithinCoverage, type RateSource, readFrom } from '../read/rate-source.ts';
import type { Site } from '../read/site.ts';
import { computationOf, marketReference, type SourceFields } from '../source-fields.ts';
import { serialize } from '../serialize.ts';
import { meansCsv, historyCsv, type Table, tableHeaders } from '../tables.ts';
import { type History, historyDocumentation, historySchema, historyTableDocumentation } from './history.schema.ts';

/** Length of a range in days, if the request has no start. */
const YEAR = 365;

const parameters = {
  from: inUpperCase(from),
  to: inUpperCase(to),
  start: date('start', 'First day of the range. By default one year before `end`.'),
  end: date('end', 'Last day of the range. By default the newest day.'),
  every: choice(
    steps,
    {
      description: 'Interval between two entries: a day, week, month, quarter or year.',
      default: 'day',
      example: 'week',
      synonyms: synonyms.every,
    },
    invalidStep,
  ),
  value: choice(
    values,
    {
      description:
        'Kind of the entries: `last` for the last rate of each interval, `mean` for the average of its daily rates. ' +
        '`mean` needs `every=month`, `every=quarter` or `every=year`.',
      default: 'last',
      synonyms: synonyms.value,
    },
    invalidValue,
  ),
  source,
};

type Wanted = Values<typeof parameters>;

/** A pair's past rates, by default of the last year. */
export const history = ownEndpoint({
  path: addresses.history,
  parameters,
  schema: historySchema,
  handle: (wanted, site) =>
    responseOf(addresses.history, wanted, site, ({ rates, means, ...range }) =>
      serialize(means ? buildMeans({ ...range, means }) : buildHistory({ ...range, rates })),
    ),
  documentation: historyDocumentation,
  example: ({ from, to, days: { start, end }, weekly, day: { sources } }) =>
    buildHistory({ from: from.code, to: to.code, start, end, every: 'week', rates: weekly, sources }),
});

/** {@link history} as CSV. */
export const historyTable = ownEndpoint({
  path: addresses.historyTable,
  parameters,
  handle: (wanted, site) =>
    responseOf(addresses.historyTable, wanted, site, ({ from, to, start, end, rates, means }) => {
      const name = `${from}-${to}-${start}-${end}`;
      return means
        ? { body: meansCsv(means), headers: tableHeaders(`${name}-mean`) }
        : { body: historyCsv(withDates(rates)), headers: tableHeaders(name) };
    }),
  documentation: historyTableDocumentation,
  example: ({ weekly }) => historyCsv(withDates(weekly)),
});

/** The isolate caches the response, because serializing 27 years of days takes 2 ms. */
async function responseOf(
  path: string,
  wanted: Wanted,
  site: Site,
  print: (range: Awaited<ReturnType<typeof readRange>>) => string | Table,
): Promise<string | Table> {
  const { start, end, every, value, source } = wanted;
  if (start !== undefined && end !== undefined && start > end) throw rangeTurnedRound(start, end);
  if (value === 'mean' && !isMeanStep(every)) throw noMeans(every);
  return site.range(JSON.stringify([path, wanted]), async () =>
    print(await readFrom(source, site, (rates) => readRange(wanted, rates, site))),
  );
}

/** @throws {ApiError} if the source has no rate of the pair in the range */
async function readRange({ from, to, every, value, ...range }: Wanted, source: RateSource, site: Site) {
  const coverage = await source.coverage();
  const codes = [from, to] as const;
  source.assertKnown(codes, coverage);
  const { last } = coverage;
  const given = Object.entries({ start: range.start, end: range.end });
  const after = given.flatMap(([name, date]) => (date !== undefined && date > last ? [name] : []));
  for (const [name, date] of given) {
    if (date !== undefined) assertWithinCoverage(name, date, coverage, site, { newest: `Omit ${after.join(' and ')}` });
  }
  const end = range.end ?? (range.start !== undefined && range.start > last ? range.start : last);
  const aYearBefore = dateOfDay(dayNumber(end) - YEAR);
  const start = range.start ?? (aYearBefore < coverage.first ? coverage.first : aYearBefore);
  const daily = await source.crossRates(codes, start, end);
  if (daily.rates.every(Number.isNaN)) {
    throw emptyRange(codes, start, end, await source.periodsOf(codes));
  }
  return {
    reference: source.reference,
    sources: coverage.sources,
    from,
    to,
    start,
    end,
    every,
    rates: lastOfEach(every, daily),
    means: value === 'mean' && isMeanStep(every) && meanOfEach(every, daily, await source.days(codes)),
  };
}

interface HistoryInput extends Pick<History, 'from' | 'to' | 'start' | 'end' | 'every'> {
  readonly rates: DailyRates;
  readonly sources: SourceChanges;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: SourceFields | undefined;
}

function buildHistory({ rates, sources, reference, ...range }: HistoryInput): History {
  const data = withDates(rates);
  const named = reference ?? marketReference(sources, data[0]?.date ?? range.start, data.at(-1)?.date);
  return { success: true, ...range, ...named, data_points: data.length, data };
}

function buildMeans({
  means,
  sources,
  reference,
  ...range
}: Omit<HistoryInput, 'rates'> & { readonly means: readonly MeanRate[] }): History {
  const data = means.map(({ firstDate, complete, ...mean }) => ({ ...mean, first_date: firstDate, complete }));
  const named = reference ?? marketReference(sources, data[0]?.first_date ?? range.start, data.at(-1)?.date);
  const labels = { value: 'mean', computation: computationOf(named) } as const;
  return { success: true, ...range, ...labels, ...named, data_points: data.length, data };
}
