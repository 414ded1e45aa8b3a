import type { z } from 'zod';
import { publicAddress } from '../../http/address.ts';
import { currencyYearSchema } from '../../api/documents/currency-year.ts';
import { datedConversionSchema } from '../../api/documents/dated-conversion.ts';
import { datedRatesSchema } from '../../api/documents/dated-rates.ts';
import { pairRangeSchema } from '../../api/documents/pair-range.ts';
import { conversionSchema } from '../../api/documents/conversion.ts';
import { errorSchema } from '../../api/format/error.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { syntheticHistorySchema } from '../../api/synthetic/history.ts';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { exchangeRateApiErrorSchema, exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.ts';
import { frankfurterErrorSchema, namesSchema } from '../../api/compat/frankfurter-v1.ts';
import { frankfurterCurrencySchema, frankfurterV2ErrorSchema } from '../../api/compat/frankfurter-v2.ts';
import { layoutPaths } from '../../api/compat/layout-documents.ts';
import { openExchangeRatesErrorSchema, openExchangeRatesSchema } from '../../api/compat/open-exchange-rates.ts';
import { pairDetailSchema } from '../../api/documents/pair-detail.ts';
import { addresses, pairFiles, paths } from '../../api/format/paths.ts';
import { ratesSnapshotSchema } from '../../api/documents/rates-snapshot.ts';
import { type ReferenceRates, referenceRatesSchema } from '../../api/documents/reference-rates.ts';
import { type Status, statusSchema } from '../../api/documents/status.ts';
import { MAX_CHECK_AGE_HOURS } from '../../snapshot/snapshot.ts';
import { firstIssue } from '../../text/first-issue.ts';
import { quote } from '../../text/quote.ts';
import { type Answer, type Ask, askAt } from './get.ts';
import { parseJson } from '../../http/parse-json.ts';
import type { ResponseHead } from '../../http/request.ts';

/** What is wrong with an answer. */
export interface AnswerProblem {
  /** What was asked for, or the instance's own address. */
  readonly asked: string;
  readonly message: string;
  /** The response that is wrong; undefined if there was none. */
  readonly response?: ResponseHead | undefined;
}

/** A problem as a line. */
export function answerLine({ asked, message }: AnswerProblem): string {
  return `${asked}: ${message}`;
}

export interface InstanceReport {
  /** How many questions were asked. */
  readonly checks: number;
  readonly problems: readonly AnswerProblem[];
  /** What is as it should be, but worth knowing. */
  readonly warnings: readonly string[];
}

/** A question, with the status and the shape that its answer must have; it is JSON unless the type says otherwise. */
export type Question = readonly [path: string, status: number, schema: z.ZodType | null, type?: RegExp];

const examplePair = {
  detail: `/${pairFiles.detail('USD', 'EUR')}`.replace('.json', ''),
  detailFile: `/${pairFiles.detail('USD', 'EUR')}`,
  history: `/${pairFiles.history('USD', 'EUR', '7d')}`.replace('.json', ''),
  /** Of a currency that few trade: on the Free plan no file. */
  rare: addresses.pairDetail.replace('{pair}', 'EUR-to-ZMW'),
};
/** A question that only the Function answers. */
export const conversion = `${addresses.conversion}?from=USD&to=EUR&amount=100`;

export const questions: readonly Question[] = [
  ['/', 200, null, /^text\/html/],
  ['/docs', 200, null, /^text\/html/],
  ['/docs/api', 200, null, /^text\/html/],
  ['/docs/switch', 200, null, /^text\/html/],
  ['/receipt?from=EUR&to=JPY', 200, null, /^text\/html/],
  [`/${paths.assistants}`, 200, null, /^text\/plain\b/],
  ...fixedDocuments.map(({ address, schema }): Question => [address, 200, schema]),
  [`/${paths.ratesSnapshot}`, 200, ratesSnapshotSchema],
  [`/${paths.openApi}`, 200, null],
  [`/${paths.archiveFaults}`, 200, null, /^text\/csv\b/],
  [`/${paths.archiveEvidence}`, 200, null, /^text\/csv\b/],
  // A recorded year: every site has it.
  [`/${paths.currencyYear('EUR', '2025')}`, 200, currencyYearSchema],
  [`/${paths.currencyYear('EUR', '2025')}`.replace('.json', ''), 200, currencyYearSchema],
  [`/${paths.ratesTable}`, 200, null, /^text\/csv\b/],
  [`/${paths.datedRates('EUR')}`, 200, datedRatesSchema],
  [addresses.datedRates.replace('{day}', 'JPY'), 200, datedRatesSchema],
  [`${addresses.datedConversion}?from=EUR&to=JPY`, 200, datedConversionSchema],
  [`${addresses.pairRange}?from=EUR&to=USD`, 200, pairRangeSchema],
  [`${addresses.pairRangeTable}?from=EUR&to=USD&every=month`, 200, null, /^text\/csv\b/],
  [addresses.pairRange, 400, errorSchema],
  [`${addresses.datedConversion}?from=EUR&to=JPY&date=today`, 400, errorSchema],
  [addresses.datedRates.replace('{day}', '1999-01-01'), 400, errorSchema],
  [examplePair.detail, 200, pairDetailSchema],
  [examplePair.detailFile, 200, pairDetailSchema],
  [examplePair.rare, 200, pairDetailSchema],
  [conversion, 200, conversionSchema],
  [addresses.history, 200, syntheticHistorySchema],
  [`${addresses.history}?from=EUR&to=ZMW&period=1y`, 200, syntheticHistorySchema],
  [examplePair.history, 200, syntheticHistorySchema],
  [addresses.conversion, 400, errorSchema],
  [`${addresses.conversion}?from=USD&to=EUR&amount=ten`, 400, errorSchema],
  [addresses.pairDetail.replace('{pair}', 'usd-to-xyz'), 400, errorSchema],
  [`${addresses.history}?period=2y`, 400, errorSchema],
  ['/api/nowhere', 404, errorSchema],
  // Of other APIs' addresses those that mind no parameter of the instance's own address: Frankfurter's rates do.
  ['/v1/currencies', 200, namesSchema],
  ['/v1/nowhere', 404, frankfurterErrorSchema],
  ['/v1/currencies.min.json', 200, exchangeApiNamesSchema],
  [`/${layoutPaths.exchangeApi('EUR')}`, 200, exchangeApiRatesSchema],
  ['/v2/currency/EUR', 200, frankfurterCurrencySchema],
  ['/v2/nowhere', 404, frankfurterV2ErrorSchema],
  ['/oxr/latest.json?base=EUR', 200, openExchangeRatesSchema],
  ['/oxr/latest.json?base=XXX', 400, openExchangeRatesErrorSchema],
  ['/v4/latest/usd', 200, exchangeRateApiSchema],
  [`/${layoutPaths.exchangeRateApi('USD')}`, 200, exchangeRateApiSchema],
  ['/v6/latest/XXX', 404, exchangeRateApiErrorSchema],
  [`/${pairFiles.detail('USD', 'XYZ')}`, 404, errorSchema],
];

/**
 * Asks a running instance every kind of question.
 *
 * @param address its base address
 * @param ask asks it; every path once at that address, unless given
 * @throws what that throws
 */
export async function checkInstance(
  address: string,
  now: Date,
  ask: Ask = askAt(address, AbortSignal.any([])),
): Promise<InstanceReport> {
  const problems: AnswerProblem[] = [];
  const answers = new Map<string, unknown>();
  const asking = questions.map(async ([path, status, schema, type = JSON_TYPE]) => ({
    path,
    ...answerFor(await ask(path), { status, schema, type }),
  }));
  const asked = await Promise.all(asking);
  const [silence] = asked.flatMap(({ failure }) => failure ?? []);
  if (silence !== undefined && asked.every(({ failure }) => failure !== undefined)) {
    const advice = 'Is the address right, and does a site run there?';
    return {
      checks: questions.length,
      problems: [{ asked: publicAddress(address), message: `no answer: ${silence}. ${advice}` }],
      warnings: [],
    };
  }
  for (const { path, ...answer } of asked) {
    if (answer.failure !== undefined) problems.push({ asked: path, message: `no answer: ${answer.failure}` });
    else {
      answers.set(path, answer.body);
      if (answer.problem !== undefined) {
        problems.push({ asked: path, message: answer.problem, response: answer.response });
      }
    }
  }
  if (problems.length === 0) problems.push(...contradictions(answers));

  const reference = referenceRatesSchema.safeParse(answers.get(addresses.referenceRates));
  const freshness = reference.success ? freshnessOf(reference.data, now) : { problems: [], warnings: [] };
  const status = statusSchema.safeParse(answers.get(addresses.status));
  return {
    checks: questions.length,
    problems: [...problems, ...freshness.problems],
    warnings: [...freshness.warnings, ...(status.success ? witnessWarnings(status.data) : [])],
  };
}

/** What an answer must have. */
interface Expectation {
  readonly status: number;
  readonly schema: z.ZodType | null;
  /** Of its content type. */
  readonly type: RegExp;
}

const JSON_TYPE = /^application\/json; charset=utf-8$/;

function answerFor(answer: Answer, expected: Expectation) {
  if (answer.failure !== undefined) return answer;
  const { response } = answer;
  const text = response.bytes.toString();
  const body = expected.type === JSON_TYPE ? parseJson(text) : text;
  return { failure: undefined, response, body, problem: problemOf(response, body, expected) };
}

function problemOf({ status, headers }: ResponseHead, body: unknown, expected: Expectation): string | undefined {
  if (status !== expected.status) return `status ${status}, not ${expected.status}`;
  const contentType = headers.get('Content-Type') ?? 'none';
  if (!expected.type.test(contentType)) return `content type ${quote(contentType)}`;
  if (body === undefined) return 'not JSON';
  if (expected.type === JSON_TYPE && headers.get('Access-Control-Allow-Origin') !== '*')
    return 'other origins may not read it';
  const error = expected.schema?.safeParse(body).error;
  return error && firstIssue(error);
}

/** Where answers that are each well formed do not agree with each other. */
function contradictions(answers: ReadonlyMap<string, unknown>): AnswerProblem[] {
  const { ratesSnapshot, referenceRates } = addresses;
  const { rates } = ratesSnapshotSchema.parse(answers.get(ratesSnapshot));
  const reference = referenceRatesSchema.parse(answers.get(referenceRates));
  const message = `has another rate than ${ratesSnapshot}`;
  const ratesOf: [string, number][] = [
    [conversion, conversionSchema.parse(answers.get(conversion)).rate],
    // The Function's answer and the file.
    ...[examplePair.detail, examplePair.detailFile].map((path): [string, number] => [
      path,
      pairDetailSchema.parse(answers.get(path)).rate,
    ]),
  ];
  return [
    ...(JSON.stringify(rates) === JSON.stringify(reference.rates)
      ? []
      : [{ asked: referenceRates, message: `has other rates than ${ratesSnapshot}` }]),
    ...ratesOf.flatMap(([asked, rate]) => (rate === rates['EUR'] ? [] : [{ asked, message }])),
  ];
}

function witnessWarnings({ witnesses: { asked } }: Status): string[] {
  if (asked.length === 0 || asked.some(({ outcome }) => outcome === 'heard')) return [];
  const outcomes = asked.map(({ witness, outcome }) => `${witness} ${outcome}`);
  return [`no witness was heard about the dataset (${outcomes.join(', ')})`];
}

function freshnessOf({ rate_as_of, checked_at, stale, stale_reason }: ReferenceRates, now: Date) {
  const hours = (now.getTime() - Date.parse(checked_at)) / 3_600_000;
  return {
    problems:
      hours > MAX_CHECK_AGE_HOURS
        ? [
            {
              asked: addresses.referenceRates,
              message: `the source was last checked ${hours.toFixed(1)} hours ago, at ${checked_at}`,
            },
          ]
        : [],
    warnings: stale ? [`the rates are stale (${stale_reason ?? ''}): they are of ${rate_as_of}`] : [],
  };
}
