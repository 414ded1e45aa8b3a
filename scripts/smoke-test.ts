import pRetry from 'p-retry';
import type { z } from 'zod';
import { addressBelow, publicAddress } from '../src/dataset/address.ts';
import { conversionSchema } from '../src/documents/conversion.ts';
import { currencyListSchema } from '../src/documents/currency-list.ts';
import { errorSchema } from '../src/documents/error.ts';
import { historySchema } from '../src/documents/history.ts';
import { pairDetailSchema } from '../src/documents/pair-detail.ts';
import { ratesSnapshotSchema } from '../src/documents/rates-snapshot.ts';
import { type ReferenceRates, referenceRatesSchema } from '../src/documents/reference-rates.ts';
import { statusSchema } from '../src/documents/status.ts';
import { firstIssue } from '../src/text/first-issue.ts';
import { quote } from '../src/text/quote.ts';
import { fetchFailure } from './fetch-failure.ts';

export interface SmokeReport {
  /** How many questions were asked. */
  readonly checks: number;
  /** What is wrong, a line each. */
  readonly problems: readonly string[];
  /** What is as it should be, but worth knowing. */
  readonly warnings: readonly string[];
}

/** Hours since the source was last checked after which publishing must have stopped: it runs every hour. */
const MAX_CHECK_AGE_HOURS = 3;

/** A question, with the status and the shape that its answer must have; it is JSON unless the type says otherwise. */
const questions: [path: string, status: number, schema: z.ZodType | null, type?: RegExp][] = [
  ['/', 200, null, /^text\/html/],
  ['/api/rates', 200, ratesSnapshotSchema],
  ['/api/rates.json', 200, ratesSnapshotSchema],
  ['/api/currencies', 200, currencyListSchema],
  ['/api/v1/rates', 200, referenceRatesSchema],
  ['/api/v1/status', 200, statusSchema],
  ['/api/v1/openapi.json', 200, null],
  ['/api/rates/usd-to-eur', 200, pairDetailSchema],
  ['/api/rates/usd-to-eur.json', 200, pairDetailSchema],
  ['/api/rates/EUR-to-ZMW', 200, pairDetailSchema],
  ['/api/convert?from=USD&to=EUR&amount=100', 200, conversionSchema],
  ['/api/historical', 200, historySchema],
  ['/api/historical?from=EUR&to=ZMW&period=1y', 200, historySchema],
  ['/api/historical/usd-to-eur/7d', 200, historySchema],
  ['/api/convert', 400, errorSchema],
  ['/api/convert?from=USD&to=EUR&amount=ten', 400, errorSchema],
  ['/api/rates/usd-to-xyz', 400, errorSchema],
  ['/api/historical?period=2y', 400, errorSchema],
  ['/api/nowhere', 404, errorSchema],
  ['/api/rates/usd-to-xyz.json', 404, errorSchema],
];

/**
 * Asks a running instance every kind of question.
 *
 * @param address its base address
 * @param stop ends the work
 * @throws the signal's reason
 */
export async function smokeTest(address: string, now: Date, stop = AbortSignal.any([])): Promise<SmokeReport> {
  const problems: string[] = [];
  const answers = new Map<string, unknown>();
  const asking = questions.map(async ([path, status, schema, type = JSON_TYPE]) => ({
    path,
    ...(await ask(addressBelow(address, path), { status, schema, type }, stop)),
  }));
  const asked = await Promise.all(asking);
  const [silence] = asked.flatMap(({ failure }) => failure ?? []);
  if (silence !== undefined && asked.every(({ failure }) => failure !== undefined)) {
    const advice = 'Is the address right, and does a site run there?';
    return {
      checks: questions.length,
      problems: [`${publicAddress(address)} gives no answer: ${silence}. ${advice}`],
      warnings: [],
    };
  }
  for (const { path, body, problem, failure } of asked) {
    answers.set(path, body);
    if (failure !== undefined) problems.push(`${path}: no answer: ${failure}`);
    if (problem !== undefined) problems.push(`${path}: ${problem}`);
  }
  if (problems.length === 0) problems.push(...contradictions(answers));

  const reference = referenceRatesSchema.safeParse(answers.get('/api/v1/rates'));
  const freshness = reference.success ? freshnessOf(reference.data, now) : { problems: [], warnings: [] };
  return {
    checks: questions.length,
    problems: [...problems, ...freshness.problems],
    warnings: freshness.warnings,
  };
}

/** What an answer must have. */
interface Expectation {
  readonly status: number;
  readonly schema: z.ZodType | null;
  /** Of its content type. */
  readonly type: RegExp;
}

interface Answer {
  /** Why there is none. */
  readonly failure?: string;
  readonly body?: unknown;
  /** What is wrong with it. */
  readonly problem?: string | undefined;
}

const JSON_TYPE = /^application\/json; charset=utf-8$/;

async function ask(url: string, expected: Expectation, stop: AbortSignal): Promise<Answer> {
  const tryOnce = async () => {
    // Another origin asks, as most do.
    const headers = { Origin: 'https://elsewhere.example' };
    const signal = AbortSignal.any([stop, AbortSignal.timeout(10_000)]);
    const response = await fetch(url, { headers, signal });
    return { response, text: await response.text() };
  };
  try {
    // A connection that fails is tried again: the deployment may be seconds old.
    const { response, text } = await pRetry(tryOnce, { retries: 2, minTimeout: 1000, signal: stop });
    const body = expected.type === JSON_TYPE ? parse(text) : text;
    return { body, problem: problemOf(response, body, expected) };
  } catch (error) {
    stop.throwIfAborted();
    return { failure: fetchFailure(error) };
  }
}

function problemOf({ status, headers }: Response, body: unknown, expected: Expectation): string | undefined {
  if (status !== expected.status) return `status ${status}, not ${expected.status}`;
  const contentType = headers.get('Content-Type') ?? 'none';
  if (!expected.type.test(contentType)) return `content type ${quote(contentType)}`;
  if (body === undefined) return 'not JSON';
  if (expected.type === JSON_TYPE && headers.get('Access-Control-Allow-Origin') !== '*')
    return 'other origins may not read it';
  const error = expected.schema?.safeParse(body).error;
  return error && firstIssue(error);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where answers that are each well formed do not agree with each other. */
function contradictions(answers: ReadonlyMap<string, unknown>): string[] {
  const rates = ratesSnapshotSchema.parse(answers.get('/api/rates'));
  const reference = referenceRatesSchema.parse(answers.get('/api/v1/rates'));
  const conversion = conversionSchema.parse(answers.get('/api/convert?from=USD&to=EUR&amount=100'));
  const statements: [string, boolean][] = [
    [
      '/api/rates and /api/v1/rates have different rates',
      JSON.stringify(rates.rates) !== JSON.stringify(reference.rates),
    ],
    ['/api/convert uses another rate than /api/rates', conversion.rate !== rates.rates['EUR']],
    // The Function's answer and the file.
    ...['/api/rates/usd-to-eur', '/api/rates/usd-to-eur.json'].map((path): [string, boolean] => [
      `${path} has another rate than /api/rates`,
      pairDetailSchema.parse(answers.get(path)).rate !== rates.rates['EUR'],
    ]),
  ];
  return statements.flatMap(([problem, holds]) => (holds ? [problem] : []));
}

function freshnessOf({ rate_as_of, checked_at, stale, stale_reason }: ReferenceRates, now: Date) {
  const hours = (now.getTime() - Date.parse(checked_at)) / 3_600_000;
  return {
    problems:
      hours > MAX_CHECK_AGE_HOURS
        ? [`/api/v1/rates: the source was last checked ${hours.toFixed(1)} hours ago, at ${checked_at}`]
        : [],
    warnings: stale ? [`the rates are stale (${stale_reason ?? ''}): they are of ${rate_as_of}`] : [],
  };
}
