import { isMeanStep, steps } from '../../money/interval.ts';
import { unitChangesBetween } from '../../money/currencies/unit-changes.ts';
import { meanOfEach, type MeanRate } from '../../money/mean-rates.ts';
import { type DailyRates, lastOfEach, values, withDates } from '../../money/past-rates.ts';
import type { ProviderChanges } from '../../sources/provider.ts';
import { banks } from '../../sources/banks.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { invalidStep, invalidValue, noMeans, rangeTurnedRound } from '../error.ts';
import { choice, date, from, inUpperCase, source, to, type Values } from '../declaration/parameters.ts';
import { synonyms } from '../declaration/synonyms.ts';
import { lackError, type LackingRequest } from '../lack-error.ts';
import { addresses } from '../paths.ts';
import { isLack, type Lack } from '../query/lack.ts';
import { RatesReader } from '../query/rates-reader.ts';
import type { Site } from '../query/site.ts';
import { withheldAmong, type WithheldRates } from '../../archive/day-rates.ts';
import { computationOf, marketReference, officialReference, type SourceFields } from '../source-fields.ts';
import { serialize } from '../serialize.ts';
import { meansCsv, historyCsv, type Table, tableHeaders } from '../tables.ts';
import { type History, historyDocumentation, historySchema, historyTableDocumentation } from './history.schema.ts';

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
    cached(addresses.history, wanted, site, async () => serialize(await findHistory(wanted, site))),
  documentation: historyDocumentation,
  example: ({ from, to, days: { start, end }, weekly, day: { providers } }) =>
    buildHistory({ from: from.code, to: to.code, start, end, every: 'week', rates: weekly, providers }),
});

/** {@link history} as CSV. */
export const historyTable = ownEndpoint({
  path: addresses.historyTable,
  parameters,
  handle: (wanted, site) =>
    cached(addresses.historyTable, wanted, site, async () => {
      const { from, to, start, end, rates, means } = await findRange(wanted, site);
      const name = `${from}-${to}-${start}-${end}`;
      return means
        ? { body: meansCsv(means), headers: tableHeaders(`${name}-mean`) }
        : { body: historyCsv(withDates(rates)), headers: tableHeaders(name) };
    }),
  documentation: historyTableDocumentation,
  example: ({ weekly }) => historyCsv(withDates(weekly)),
});

/** The isolate caches the response, because serializing 27 years of days takes 2 ms. */
function cached(path: string, wanted: Wanted, site: Site, print: () => Promise<string | Table>) {
  return site.range(JSON.stringify([path, wanted]), print);
}

/** The document of {@link history}. @throws {ApiError} if the request is invalid, or if the range has no rate */
export async function findHistory(wanted: Wanted, site: Site): Promise<History> {
  const { rates, means, ...range } = await findRange(wanted, site);
  return means ? buildMeans({ ...range, means }) : buildHistory({ ...range, rates });
}

async function findRange(wanted: Wanted, site: Site) {
  const { start, end, every, value } = wanted;
  if (start !== undefined && end !== undefined && start > end) throw rangeTurnedRound(start, end);
  if (value === 'mean' && !isMeanStep(every)) throw noMeans(every);
  return readRange(wanted, site);
}

/** @throws {ApiError} if the source has no rate of the pair in the range */
async function readRange({ from, to, start, end, every, value, source }: Wanted, site: Site) {
  const reader = new RatesReader(source, site);
  const pair = [from, to] as const;
  const range = await reader.range(pair, { start, end });
  if (isLack(range)) {
    const isInMarket = start === undefined && end === undefined && reader.isInMarket(pair);
    throw lackError(range, { ...requestOf(range, { start, end }), base: from, others: [to], isInMarket });
  }
  const bank = banks.find(({ key }) => key === source);
  return {
    reference: bank && officialReference(bank),
    providers: range.providers,
    withheld: range.withheld,
    from,
    to,
    start: range.start,
    end: range.end,
    every,
    rates: lastOfEach(every, range.rates),
    means: value === 'mean' && isMeanStep(every) && meanOfEach(every, range.rates, await reader.averagedDays(pair)),
  };
}

/** What an error says about the dates of a range. */
function requestOf(lack: Lack, dates: Pick<Wanted, 'start' | 'end'>): Pick<LackingRequest, 'dates' | 'newest'> {
  const isLater = (date = '') => lack.lack === 'date_out_of_range' && date > lack.last;
  const later = Object.entries(dates).flatMap(([name, date]) => (isLater(date) ? [name] : []));
  return { dates, newest: `Omit ${later.join(' and ')}` };
}

interface HistoryInput extends Pick<History, 'from' | 'to' | 'start' | 'end' | 'every'> {
  readonly rates: DailyRates;
  readonly providers: ProviderChanges;
  readonly withheld?: WithheldRates | undefined;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: SourceFields | undefined;
}

function buildHistory({ rates, providers, withheld, reference, ...range }: HistoryInput): History {
  const data = withDates(rates);
  const named = reference ?? marketReference(providers, data[0]?.date ?? range.start, data.at(-1)?.date);
  return {
    success: true,
    ...range,
    ...named,
    ...withheldAmong({ withheld }, [range.from, range.to]),
    ...unitChangesBetween([range.from, range.to], range.start, range.end),
    data_points: data.length,
    data,
  };
}

function buildMeans({
  means,
  providers,
  withheld,
  reference,
  ...range
}: Omit<HistoryInput, 'rates'> & { readonly means: readonly MeanRate[] }): History {
  const named = reference ?? marketReference(providers, means[0]?.first_date ?? range.start, means.at(-1)?.date);
  const labels = { value: 'mean', computation: computationOf(named) } as const;
  return {
    success: true,
    ...range,
    ...labels,
    ...named,
    ...withheldAmong({ withheld }, [range.from, range.to]),
    ...unitChangesBetween([range.from, range.to], range.start, range.end),
    data_points: means.length,
    data: [...means],
  };
}
