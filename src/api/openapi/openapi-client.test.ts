import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../../currencies/catalogue.ts';
import { recordedDay, recordedFiles } from '../../testing/sites/small-site.ts';
import { publishedCurrencies } from '../../rates/published-currency.ts';
import { buildOpenApi } from './openapi.ts';

const snapshot = recordedDay;
const document = buildOpenApi({
  version: '1.2.3',
  snapshot,
  archive: recordedFiles,
  currencies: publishedCurrencies(catalogue, snapshot).toSorted(byPublishedOrder),
});

/** A client program that uses every field of every document and checks the type of each field. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './ratesheet.ts';

const { GET, OPTIONS } = createClient<paths>({ baseUrl: 'https://rates.example' });

/** Accepts a value only if its type is exactly the expected type. The type any isn't accepted. */
function is<Expected>() {
  return <Actual>(value: Same<Actual, Expected> extends true ? Actual : never) => value;
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

async function rates() {
  for (const { data } of [await GET('/api/rates'), await GET('/api/rates.json')]) {
    if (!data) continue;
    is<true>()(data.success);
    is<'USD'>()(data.base);
    is<string>()(data.timestamp);
    is<number | undefined>()(data.rates.EUR);
    // @ts-expect-error: this field doesn't exist
    data.rate;
    for (const [code, rate] of Object.entries(data.rates)) [is<string>()(code), is<number>()(rate)];
  }
}

async function currencies() {
  for (const { data } of [await GET('/api/currencies'), await GET('/api/currencies.json')]) {
    if (!data) continue;
    is<true>()(data.success);
    for (const count of [data.count, data.fiat_count, data.crypto_count]) is<number>()(count);
    for (const { code, name, symbol, flag, type } of data.currencies) {
      for (const text of [code, name, symbol, flag]) is<string>()(text);
      is<'fiat' | 'crypto'>()(type);
    }
  }
}

async function conversion() {
  await GET('/api/convert', { params: { query: { from: 'EUR', to: 'JPY' } } });
  const { data, error, response } = await GET('/api/convert', { params: { query: { from: 'EUR', to: 'JPY', amount: 100 } } });
  if (!data) {
    is<false>()(error.success);
    throw new Error(is<string>()(error.error));
  }
  is<true>()(data.success);
  for (const text of [data.from, data.to, data.timestamp, response.statusText]) is<string>()(text);
  for (const number of [data.amount, data.result, data.rate]) is<number>()(number);
}

async function pairs() {
  const path = { from: 'eur', to: 'jpy' };
  for (const { data, error } of [
    await GET('/api/rates/{from}-to-{to}', { params: { path } }),
    await GET('/api/rates/{from}-to-{to}.json', { params: { path } }),
  ]) {
    if (!data) throw new Error(error?.error);
    is<true>()(data.success);
    for (const { code, name, symbol } of [data.from, data.to]) for (const text of [code, name, symbol]) is<string>()(text);
    for (const { amount, converted } of data.table) for (const number of [amount, converted]) is<number>()(number);
    for (const number of [data.rate, data.inverse_rate]) is<number>()(number);
    is<string>()(data.timestamp);
  }
}

async function histories() {
  const path = { from: 'eur', to: 'jpy', period: '90d' } as const;
  await GET('/api/historical', { params: { query: { period: '1y' } } });
  for (const { data, error } of [
    await GET('/api/historical'),
    await GET('/api/historical/{from}-to-{to}/{period}', { params: { path } }),
    await GET('/api/historical/{from}-to-{to}/{period}.json', { params: { path } }),
  ]) {
    if (!data) throw new Error(error?.error);
    is<true>()(data.success);
    for (const text of [data.from, data.to]) is<string>()(text);
    is<'7d' | '30d' | '90d' | '1y'>()(data.period);
    is<number>()(data.data_points);
    for (const { date, rate } of data.data) [is<string>()(date), is<number>()(rate)];
  }
}

async function referenceRates() {
  for (const { data } of [await GET('/api/v1/rates'), await GET('/api/v1/rates.json')]) {
    if (!data) continue;
    is<true>()(data.success);
    is<'USD'>()(data.base);
    for (const text of [data.rate_as_of, data.retrieved_at, data.checked_at]) is<string>()(text);
    is<'daily_reference'>()(data.rate_type);
    is<boolean>()(data.stale);
    is<'source_date_old' | 'cached_fallback' | null>()(data.stale_reason);
    const { name, url, mirror, license } = data.source;
    for (const text of [name, url, mirror, license]) is<string>()(text);
    for (const source of data.sources ?? []) {
      for (const text of [source.first, source.name, source.url, source.license]) is<string>()(text);
    }
    is<string | undefined>()(data.held.HKD);
    is<number | undefined>()(data.rates.EUR);
  }
}

async function status() {
  for (const { data } of [await GET('/api/v1/status'), await GET('/api/v1/status.json')]) {
    if (!data) continue;
    is<true>()(data.success);
    for (const text of [data.rate_as_of, data.retrieved_at]) is<string>()(text);
    for (const count of [data.judged_by_days, data.missing_days]) is<number>()(count);
    is<string | null>()(data.stale_since);
    is<boolean>()(data.recorded);
    for (const { mirror, outcome, date } of data.mirrors) {
      is<string>()(mirror);
      is<'current' | 'older' | 'refused' | 'failed'>()(outcome);
      is<string | null>()(date);
    }
    const { ok, held, accepted, frozen, left_out } = data.counts;
    for (const count of [ok, held, accepted, frozen, left_out]) is<number>()(count);
    for (const currency of data.currencies) {
      is<'held' | 'accepted' | 'left_out' | 'frozen'>()(currency.state);
      is<
        | 'implausible_move'
        | 'missing'
        | 'level_break'
        | 'off_parity'
        | 'former_level'
        | 'known_fault'
        | 'base_slip'
        | 'nothing_recent'
        | 'confirmed'
        | 'contradicted'
        | 'unchanged'
      >()(currency.reason);
      for (const text of [currency.code, currency.since, currency.explanation, currency.offered_as_of]) is<string>()(text);
      for (const rate of [currency.published, currency.offered]) is<number | null>()(rate);
      for (const date of [currency.good_as_of, currency.ends_by]) is<string | null>()(date);
      is<'earlier_dataset' | 'official_parity' | 'new_unit' | null>()(currency.published_from);
      for (const number of [currency.needed_datasets, currency.bound]) is<number | null>()(number);
      for (const host of currency.witnesses) is<string>()(host);
      is<number>()(currency.agreeing_datasets);
    }
    is<string>()(data.official.rate_as_of);
    for (const text of [data.official.problem, data.official.problem_since]) is<string | null>()(text);
    for (const { date, reason, code, value, since, ends_by } of data.official.doubts) {
      for (const text of [date, since]) is<string>()(text);
      is<'implausible' | 'unreadable' | 'impossible_day' | 'absent' | 'too_many_changes'>()(reason);
      for (const text of [code, ends_by]) is<string | null>()(text);
      is<number | null>()(value);
    }
    const { corrections } = data.official;
    is<number>()(corrections.count);
    for (const { date, code, at, old, new: now } of corrections.newest) {
      for (const text of [date, code, at]) is<string>()(text);
      for (const value of [old, now]) is<number | null>()(value);
    }
    is<string | null>()(data.witnesses.asked_at);
    for (const { witness, outcome, compared, agreeing } of data.witnesses.asked) {
      is<string>()(witness);
      is<'heard' | 'unreachable' | 'unusable' | 'too_old' | 'copy' | 'other_base' | 'scattered'>()(outcome);
      for (const each of [{ currencies: compared, within_percent: 5 }, ...agreeing])
        for (const number of [each.currencies, each.within_percent]) is<number>()(number);
    }
    for (const { code, witness, ratio, since, frozen } of data.witnesses.disputed) {
      for (const text of [code, witness, since]) is<string>()(text);
      is<number>()(ratio);
      is<boolean>()(frozen);
    }
    for (const code of data.witnesses.unwitnessed) is<string>()(code);
  }
}

async function facts() {
  for (const { data } of [await GET('/api/v1/currencies'), await GET('/api/v1/currencies.json')]) {
    if (!data) continue;
    is<number>()(data.count);
    for (const { code, name, numeric, minor_units, countries, peg, redenomination, several_rates, first_day } of data.currencies) {
      for (const text of [code, name, ...countries]) is<string>()(text);
      for (const text of [numeric, first_day]) is<string | null>()(text);
      is<number | null>()(minor_units);
      if (peg) {
        for (const text of [peg.anchor, peg.authority, peg.source]) is<string>()(text);
        is<string | null>()(peg.since);
        is<number | null>()(peg.parity);
      }
      if (redenomination) {
        for (const text of [redenomination.date, redenomination.source]) is<string>()(text);
        is<number>()(redenomination.ratio);
      }
      if (several_rates) {
        for (const text of [several_rates.date, several_rates.source]) is<string>()(text);
        for (const { name, per_usd } of several_rates.rates) [is<string>()(name), is<number>()(per_usd)];
        for (const { from, rate } of several_rates.given) [is<string>()(from), is<string | null>()(rate)];
      }
    }
    for (const { code, successor, date, amount, becomes, source } of data.retired) {
      for (const text of [code, successor, date, source]) is<string>()(text);
      for (const number of [amount, becomes]) is<number>()(number);
    }
    for (const { code, name, symbol, alias_of, factor } of data.sub_units) {
      for (const text of [code, name, symbol, alias_of]) is<string>()(text);
      is<number>()(factor);
    }
  }
}

async function past() {
  const range = { query: { from: 'EUR', to: 'INR', start: '2026-01-01', every: 'month', value: 'mean' } } as const;
  await GET('/api/v1/history.csv', { params: range, parseAs: 'text' });
  await GET('/api/v1/rates.csv', { parseAs: 'text' });
  const { data: history } = await GET('/api/v1/history', { params: range });
  if (history) {
    for (const text of [history.from, history.to, history.start, history.end, history.source.name]) is<string>()(text);
    is<'day' | 'week' | 'month' | 'quarter' | 'year'>()(history.every);
    is<'daily_reference' | 'official_reference'>()(history.rate_type);
    is<number>()(history.data_points);
    for (const { date, rate } of history.data) [is<string>()(date), is<number>()(rate)];
    is<'mean' | undefined>()(history.value);
    is<string | undefined>()(history.computation);
    for (const { days, first_date, complete } of history.data) {
      is<number | undefined>()(days);
      is<string | undefined>()(first_date);
      is<boolean | undefined>()(complete);
    }
  }
  const query = { from: 'EUR', to: 'INR', amount: 100, date: '2026-06-03' };
  const { data: conversion } = await GET('/api/v1/convert', { params: { query } });
  if (conversion) {
    for (const text of [conversion.from, conversion.rate_as_of, conversion.timestamp]) is<string>()(text);
    for (const number of [conversion.amount, conversion.result, conversion.rate]) is<number>()(number);
  }
  const path = { day: '2026-06-03' };
  for (const { data } of [
    await GET('/api/v1/rates/{day}', { params: { path, query: { base: 'EUR', symbols: 'USD,GBP' } } }),
    await GET('/api/v1/rates/{day}.json', { params: { path } }),
  ]) {
    if (!data) continue;
    for (const text of [data.base, data.rate_as_of]) is<string>()(text);
    is<number | undefined>()(data.rates.EUR);
  }
  const year = { code: 'eur', year: '2026' };
  for (const { data } of [
    await GET('/api/v1/history/{code}/{year}', { params: { path: year } }),
    await GET('/api/v1/history/{code}/{year}.json', { params: { path: year } }),
  ]) {
    if (!data) continue;
    for (const text of [data.code, data.year, ...data.dates]) is<string>()(text);
    for (const rate of data.rates) is<number>()(rate);
  }
}

async function archive() {
  for (const { data } of [await GET('/api/v1/archive'), await GET('/api/v1/archive.json')]) {
    if (!data) continue;
    is<true>()(data.success);
    for (const text of [data.first, data.last, ...data.gaps, ...data.missing, ...data.codes]) is<string>()(text);
    for (const { year, url } of data.years) for (const text of [year, url]) is<string>()(text);
    for (const { year, url } of data.receipts) for (const text of [year, url]) is<string>()(text);
    const { official } = data;
    for (const text of [official.first, official.last]) is<string>()(text);
    is<typeof data.years>()(official.years);
    is<number>()(official.days);
    for (const { days, bytes } of data.years) for (const count of [data.days, days, bytes]) is<number>()(count);
    for (const { count, url, bytes } of [data.faults, data.evidence, official.corrections]) {
      for (const number of [count, bytes]) is<number>()(number);
      is<string>()(url);
    }
  }
}

async function rest() {
  const { data } = await GET('/api/v1/openapi.json');
  is<unknown>()(data?.paths);
  for (const path of ['/api/convert', '/api/historical'] as const) is<number>()((await OPTIONS(path)).response.status);
}

await Promise.all([rates(), currencies(), conversion(), pairs(), histories(), referenceRates(), status(), archive(), facts(), past(), rest()]);
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
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  host.getSourceFile = (path, version) =>
    ts.createSourceFile(path, host.readFile(path) ?? '', {
      ...(typeof version === 'object' ? version : { languageVersion: version }),
      jsDocParsingMode,
    });
  const compiled = ts.createProgram({ rootNames: [...files.keys()], options, host });
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('TypeScript types from the OpenAPI file > have every field of the API’s responses, with its exact type', () => {
  const fields = Object.values(document.components?.schemas ?? {}).flatMap((schema) =>
    typeof schema === 'object' && 'properties' in schema ? Object.keys(schema.properties) : [],
  );
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(program))).toEqual([]);
  expect(compile(program)).toEqual([]);
});
