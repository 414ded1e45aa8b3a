import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { siteInput } from '../../testing/sites/served.ts';
import { buildOpenApi } from './openapi.ts';

const document = buildOpenApi(siteInput());

/** A client program that states the exact type of every document, and sends requests with every kind of parameter. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './ratesheet.ts';

type Rates = Record<string, number>;
type Dates = Record<string, string>;
interface Sources {
  source: { name: string; url: string; license: string; attribution?: string };
  sources?: { first: string; name: string; url: string; license: string; attribution?: string }[];
}
interface Table { url: string; bytes: number }
type Counted = Table & { count: number };
type Years = (Table & { year: string; days: number })[];
interface Named { code: string; name: string; symbol: string }
type Currency = Named & { flag: string; type: 'fiat' | 'crypto' };
type RateType = 'daily_reference' | 'official_reference';
interface OfficialState {
  problem: string | null; problem_since: string | null;
  doubts: {
    date: string; reason: 'implausible' | 'unreadable' | 'impossible_day' | 'absent' | 'too_many_changes';
    code: string | null; value: number | null; since: string; ends_by: string | null;
  }[];
  corrections: {
    count: number; newest: { date: string; code: string; old: number | null; new: number | null; at: string }[];
  };
}
interface OfficialTable { first: string; last: string; days: number; years: Years; corrections: Counted }
type FactSources = {
  kind: 'law' | 'central_bank' | 'imf' | 'official' | 'issuer' | 'press'; title: string; url: string | null;
}[];
type Reason = 'implausible_move' | 'missing' | 'datasets_agreed' | 'off_parity' | 'old_unit' | 'known_fault'
  | 'base_slip' | 'no_recent_rate' | 'confirmed' | 'contradicted' | 'unchanged';
interface Conversion {
  success: true; from: string; to: string; amount: number; result: number; rate: number; timestamp: string;
}
interface DatedRates extends Sources {
  success: true; base: string; rate_as_of: string; rate_type: RateType; reference?: string; held: Dates; rates: Rates;
}
interface SyntheticHistory {
  success: true; from: string; to: string; period: '7d' | '30d' | '90d' | '1y'; data_points: number;
  data: { date: string; rate: number }[];
}

/** The documents, by path. */
interface Documents {
  '/api/rates': { success: true; base: 'USD'; timestamp: string; rates: Rates };
  '/api/currencies': { success: true; count: number; fiat_count: number; crypto_count: number; currencies: Currency[] };
  '/api/convert': Conversion;
  '/api/rates/{from}-to-{to}': {
    success: true; from: Named; to: Named; rate: number; inverse_rate: number; timestamp: string;
    table: { amount: number; converted: number }[];
  };
  '/api/historical': SyntheticHistory;
  '/api/historical/{from}-to-{to}/{period}': SyntheticHistory;
  '/api/v1/rates': {
    success: true; base: 'USD'; rate_as_of: string; retrieved_at: string; checked_at: string;
    rate_type: 'daily_reference'; stale: boolean; stale_reason: 'source_date_old' | 'cached_fallback' | null;
    source: { name: string; url: string; mirror: string; license: string; attribution?: string };
    sources?: Sources['sources'];
    held: Dates; rates: Rates;
  };
  '/api/v1/status': {
    success: true; rate_as_of: string; retrieved_at: string; stale_since: string | null; recorded: boolean;
    mirrors: { mirror: string; outcome: 'current' | 'older' | 'refused' | 'failed'; date: string | null }[];
    validated_by_days: number; missing_days: number;
    counts: { ok: number; held: number; accepted: number; frozen: number; omitted: number };
    currencies: {
      code: string; state: 'held' | 'omitted' | 'accepted' | 'frozen'; reason: Reason; since: string;
      explanation: string; published: number | null; published_as_of: string | null;
      basis: 'last_good_rate' | 'official_parity' | 'new_unit' | null;
      source_value: number | null; source_value_as_of: string; agreeing_datasets: number; needed_datasets: number | null;
      bound: number | null; witnesses: string[]; ends_by: string | null;
    }[];
    composed: { since: string; origins: Record<string, string> } | null;
    official: OfficialState & { rate_as_of: string };
    banks: (OfficialState & { table: string; source: string; rate_as_of: string | null })[];
    witnesses: {
      requested_at: string | null;
      requested: {
        witness: string; compared: number; agreeing: { within_percent: number; currencies: number }[];
        outcome: 'compared' | 'unreachable' | 'unusable' | 'other_days' | 'copy' | 'other_base' | 'scattered';
      }[];
      disputed: { code: string; witness: string; ratio: number; since: string; frozen: boolean }[];
      unwitnessed: string[];
    };
  };
  '/api/v1/currencies': {
    success: true; count: number;
    currencies: (Omit<Currency, 'type'> & {
      type: Currency['type'] | 'metal';
      numeric: string | null; minor_units: number | null; countries: string[]; first_day: string | null;
      peg: { anchor: string; parity: number | null; since: string | null; authority: string; sources: FactSources } | null;
      redenomination: { date: string; ratio: number; sources: FactSources } | null;
      several_rates: {
        date: string; rates: { name: string; per_usd: number }[]; in_dataset: { from: string; rate: string | null }[];
        sources: FactSources;
      } | null;
    })[];
    retired: { code: string; successor: string; date: string; amount: number; becomes: number; sources: FactSources }[];
    sub_units: (Named & { sub_unit_of: string; factor: number })[];
  };
  '/api/v1/archive': {
    success: true; first: string; last: string; days: number; years: Years; sources?: { first: string; name: string; url: string; license: string }[];
    official: OfficialTable; banks: (OfficialTable & { table: string; source: string; asked_from: string })[];
    codes: string[]; gaps: string[]; missing: string[]; rejected: Counted; evidence: Counted;
    publish_log: { year: string; url: string }[];
  };
  '/api/v1/sources': {
    success: true;
    sources: {
      key: string; name: string; url: string; license: string; attribution?: string; terms: string | null;
      quoted_currency: string; quotation: 'direct' | 'indirect'; first: string | null; last: string | null;
      problem: string | null;
      tables: {
        key: string; rhythm: 'business days' | 'calendar days' | 'Wednesdays'; days_back: number;
        first: string | null; last: string | null; is_complete: boolean;
      }[];
      currencies: Record<string, { first: string; last: string }[]>;
    }[];
  };
  '/api/v1/openapi.json': Record<string, unknown>;
  '/api/v1/rates/{date}': DatedRates;
  '/api/v1/rates/{base}.json': DatedRates;
  '/api/v1/history': Sources & {
    success: true; from: string; to: string; start: string; end: string; rate_type: RateType; data_points: number;
    every: 'day' | 'week' | 'month' | 'quarter' | 'year'; value?: 'mean'; computation?: string;
    data: { date: string; rate: number; days?: number; first_date?: string; complete?: boolean }[];
  };
  '/api/v1/convert': Sources & Conversion & { rate_as_of: string; rate_type: RateType; reference?: string; held: Dates };
  '/api/v1/history/{code}/{year}': Sources & {
    success: true; base: 'USD'; code: string; year: string; rate_type: 'daily_reference';
    dates: string[]; rates: number[];
  };
}

/** Replaces each A & B by one type with the fields of both. */
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type WithDocument = Exclude<keyof paths, \`\${string}.csv\`>;
type ResponseTo<P extends WithDocument> = paths[P]['get']['responses'][200]['content']['application/json'];

/** The paths whose response has another type. */
type Wrong = {
  [P in WithDocument]: Same<Flat<ResponseTo<P>>, Flat<P extends keyof Documents ? Documents[P] : 'none'>> extends true ? never : P;
}[WithDocument];
const none: never = undefined as unknown as Wrong;

const { GET } = createClient<paths>({ baseUrl: 'https://rates.example' });
const pair = { from: 'eur', to: 'jpy' };
const range = { query: { from: 'EUR', to: 'INR', start: '2026-01-01', every: 'month', value: 'mean' } } as const;
const period = { path: { ...pair, period: '90d' } } as const;
const year = { path: { code: 'eur', year: '2026' } };

const { data, error } = await GET('/api/convert', { params: { query: { from: 'EUR', to: 'JPY', amount: 100 } } });
if (data) {
  // @ts-expect-error: this field doesn't exist
  data.rates;
  const conversion: Same<typeof data, Conversion> = true;
} else {
  const failure: Same<typeof error, { success: false; error: string }> = true;
}
await Promise.all([
  GET('/api/convert', { params: { query: { from: 'EUR', to: 'JPY' } } }),
  GET('/api/rates/{from}-to-{to}', { params: { path: pair } }),
  GET('/api/historical'),
  GET('/api/historical', { params: { query: { period: '1y' } } }),
  GET('/api/historical/{from}-to-{to}/{period}', { params: period }),
  GET('/api/v1/history', { params: range }),
  GET('/api/v1/history.csv', { params: range, parseAs: 'text' }),
  GET('/api/v1/rates.csv', { parseAs: 'text' }),
  GET('/api/v1/convert', { params: { query: { from: 'EUR', to: 'INR', amount: 100, date: '2026-06-03' } } }),
  GET('/api/v1/rates/{date}', { params: { path: { date: '2026-06-03' }, query: { base: 'EUR', symbols: 'USD,GBP' } } }),
  GET('/api/v1/rates/{base}.json', { params: { path: { base: 'eur' } } }),
  GET('/api/v1/history/{code}/{year}', { params: year }),
]);
`;

const folder = import.meta.dirname;
const types = astToString(await openapiTS(JSON.parse(JSON.stringify(document)) as Parameters<typeof openapiTS>[0]));

/** Compiles a program with the generated types in memory, and returns TypeScript's errors. */
function compile(text: string): string[] {
  const files = new Map([
    [join(folder, 'client.ts'), text],
    [join(folder, 'ratesheet.ts'), types],
  ]);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const onDisk = { ...host };
  host.fileExists = (path) => files.has(path) || onDisk.fileExists(path);
  host.readFile = (path) => files.get(path) ?? onDisk.readFile(path);
  // Skips the comments of TypeScript's library, because parsing them takes most of a second.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const compiled = ts.createProgram({ rootNames: [...files.keys()], options, host });
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('TypeScript types from the OpenAPI file > have every field of the API’s responses, with its exact type', () => {
  expect(compile(program)).toEqual([]);
});
