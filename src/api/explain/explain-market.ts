import type { IsoDate } from '../../money/calendar.ts';
import { providerOn } from '../../sources/provider.ts';
import { present } from '../../text/present.ts';
import type { Status } from '../documents/status.ts';
import { ApiError } from '../error.ts';
import { currencyFactsFile } from '../query/market-files.ts';
import { allOf } from '../query/all-of.ts';
import { marketDays } from '../query/market-days.ts';
import type { PublishedSite } from '../query/site.ts';
import { comparisonsOn } from './comparisons-on.ts';
import type { RateExplanation } from './explain-rate.schema.ts';
import { type Explained, explainedError, explainedRate } from './explained-answer.ts';
import { factsInWords } from './fact-words.ts';
import type { PairAnswer, RequestedPair } from '../query/pair-answer.ts';
import { type CurrencyReceipt, findReceipt, NotArchivedError, type RateReceipt } from './rate-receipt.ts';
import {
  arithmeticInWords,
  earlierRateInWords,
  heldDateInWords,
  unitsInWords,
  USD_IN_WORDS,
  validationInWords,
  witnessesInWords,
} from './receipt-words.ts';
import { orThrow } from './unreadable.ts';

/** Explains a market rate. @throws {ApiError} if the request is invalid */
export async function explainMarket(request: RequestedPair, site: PublishedSite): Promise<Explained> {
  try {
    return await explainReceipt(await findReceipt(request, site, true), site);
  } catch (error) {
    if (error instanceof NotArchivedError) return explainLack(request, error, site);
    throw error;
  }
}

/** Explains a rate of a day without a dataset. */
async function explainLack(
  { from, to, date: requested }: RequestedPair,
  { answer, reason }: NotArchivedError,
  site: PublishedSite,
): Promise<Explained> {
  const date = requested ?? site.day.rate_as_of;
  const { providers } = await marketDays(site);
  return {
    date,
    summary: `${lackInWords({ from, to, date }, answer)} ${reason}`,
    ...(answer instanceof ApiError ? explainedError(answer, providerOn(providers, date)) : explainedRate(answer, date)),
    ...{ calculation: null, not_archived: reason, notes: [], currencies: [], bank: null },
  };
}

async function explainReceipt(receipt: RateReceipt, site: PublishedSite): Promise<Explained> {
  const { from, to, date, isNewest, rate, inItsPlace, provider, sides } = receipt;
  const [facts, comparisons] = await allOf([
    site.read(currencyFactsFile()),
    isNewest ? undefined : comparisonsOn(date, site),
  ]);
  const answer = orThrow(present(rate ?? inItsPlace, 'answer'));
  return {
    date,
    summary: rate ? rateInWords({ from, to, date }, rate) : lackInWords({ from, to, date }, answer),
    ...(answer instanceof ApiError ? explainedError(answer, provider) : explainedRate(answer, date)),
    calculation: arithmeticInWords(receipt) ?? null,
    not_archived: null,
    notes: [...unitsInWords([from, to]), ...(from === 'USD' || to === 'USD' ? [USD_IN_WORDS] : [])],
    currencies: sides.map((side) => ({
      ...explainCurrency(side, date),
      witnesses: witnessesInWords(side, comparisons),
      facts: facts.filter(({ code }) => code === side.code).flatMap((each) => factsInWords(each, { date, provider })),
    })),
    bank: null,
  };
}

type PairOnDay = Pick<RateReceipt, 'from' | 'to' | 'date'>;

function rateInWords({ from, to, date }: PairOnDay, { rate, asOf }: PairAnswer): string {
  const held = asOf < date ? ` ${heldDateInWords(asOf).join('')}` : '';
  return `1 ${from} = ${rate} ${to} on ${date}.${held}`;
}

function lackInWords({ from, to, date }: PairOnDay, answer: PairAnswer | ApiError): string {
  const instead =
    answer instanceof ApiError
      ? `${answer.message}.`
      : `With date=${date}, ${earlierRateInWords({ from, to }, answer).join('')}`;
  return `${from} to ${to}: no rate on ${date}. ${instead}`;
}

/** @throws {FileError} if a file can't be read, because an explanation lacks nothing */
function explainCurrency(
  side: CurrencyReceipt,
  date: IsoDate,
): Omit<RateExplanation['currencies'][number], 'witnesses' | 'facts'> {
  const { code, publishedIn } = side;
  const published = orThrow(side.published);
  const validation = orThrow(side.validation);
  const status = validation?.currencies.find((currency) => currency.code === code);
  const { value, path } = orThrow(present(side.sourceValue, 'source value'));
  const rejected = orThrow(side.rejected);
  orThrow(side.isPast);
  return {
    code,
    state: status?.state ?? (rejected ? 'rejected' : value === null ? 'missing' : 'ok'),
    reason: status?.reason ?? rejected?.reason ?? null,
    explanation: validationInWords(side, date),
    source_value: value,
    source_value_file: value === null ? null : `/${path}`,
    published,
    published_file: `/${publishedIn}`,
    published_as_of: status ? status.published_as_of : published === null ? null : date,
    status: status ? further(status) : null,
    composed_from: validation?.composed?.origins[code] ?? null,
  };
}

function further({
  since,
  basis,
  agreeing_datasets,
  needed_datasets,
  bound,
  ends_by,
}: Status['currencies'][number]): RateExplanation['currencies'][number]['status'] {
  return { since, basis, agreeing_datasets, needed_datasets, bound, ends_by };
}
