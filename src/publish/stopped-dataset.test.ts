import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { capturedStderr } from '../testing/process/captured-stderr.ts';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Archive, type ArchivedDay, newestDay } from '../archive/archive.ts';
import { noProblem, type Official } from '../archive/official-rates.ts';
import { composedProvider, defaultProvider, providerOn } from '../sources/provider.ts';
import { type GenerateOptions, generateSite } from '../operate/generate/generate-site.ts';
import { terminalReport } from '../operate/generate/terminal-report.ts';
import { verifySite } from '../operate/verify/verify-site.ts';
import type { Status } from '../api/documents/status.ts';
import { feedPath, paths } from '../api/paths.ts';
import { pegs } from '../money/currencies/facts.ts';
import { dateOfDay, dayNumber, type Instant, type IsoDate, isWeekend } from '../money/calendar.ts';
import { shifted } from '../money/rounding/round.ts';
import type { TableKey } from '../testing/data/bank-history.ts';
import { usdPriceOf } from '../testing/data/usd-prices.ts';
import { answerOf } from '../testing/process/start-publisher.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { type FakeBanks, fakedBanks, type Reading, startFakeBanks } from '../testing/servers/fake-banks.ts';
import { answers, type LoopbackMirror, startMirror } from '../testing/servers/loopback-mirror.ts';
import { witnessAnswers } from '../testing/servers/witness-answers.ts';
import { previousFiles, writeFiles } from '../testing/sites/previous-site.ts';
import { readJson } from '../testing/sites/read-site.ts';
import { fewPairs, recordedCatalogue } from '../testing/sites/small-site.ts';
import { snapshotOf } from '../validation/snapshot/snapshot.ts';
import { nextRates } from './make-site.ts';

/** The last dataset, a Wednesday. It stops for 40 days, until the Tuesday on which it's back. */
const [STOPPED, BACK] = ['2026-09-30', '2026-11-10'] as const;
/** All banks have published their rates by this hour. */
const HOUR = 'T17:17:00.000Z';

/** The banks of the plain reading below. */
const banks = fakedBanks.filter(({ key }) => ['ecb', 'nbp', 'cnb', 'norges-bank', 'nbu'].includes(key));
const fakedTables = banks.flatMap(({ tables }) => tables.map((table) => ({ table })));
const codes = recordedCatalogue.map(({ code }) => code);
/** The dataset of a day, if it didn't stop. Its rates agree with the banks'. SYP is the new Syrian pound. */
const datasetOn = (date: IsoDate, factor: (code: string) => number = () => 1): ArchivedDay => ({
  date,
  rates: new Map(
    codes.map((code) => {
      const rate = (code === 'SYP' ? 0.01 : 1) / usdPriceOf(code)(dayNumber(date));
      return [code, code === 'USD' ? 1 : rate * factor(code)];
    }),
  ),
});
const datesFrom = (first: IsoDate, days: number) =>
  Array.from({ length: days }, (_, day) => dateOfDay(dayNumber(first) + day));
const businessDays = (first: IsoDate, last: IsoDate) =>
  datesFrom(first, dayNumber(last) - dayNumber(first) + 1).filter((date) => !isWeekend(dayNumber(date)));

let server: FakeBanks;
let mirror: LoopbackMirror;
/** The mirror's dataset; null if the mirror is down. */
let onMirror: ArchivedDay | null;
/** The mirror's response with a dataset. */
let answerFor: (dataset: ArchivedDay) => unknown = answerOf;
const folder = temporaryFolder();
beforeAll(async () => {
  server = await startFakeBanks({ now: `${BACK}${HOUR}`, firstDay: '2026-09-15' });
  for (const { table } of fakedTables) readings.set(table.key as TableKey, server.plainReading(table.key as TableKey));
  mirror = await startMirror((response, { url = '' }) => {
    const date = /\d{4}-\d\d-\d\d/.exec(url)?.[0] as IsoDate | undefined;
    // Of the days without a dataset, the dated mirror has only one weekend.
    if (date !== undefined)
      (/-10-1[78]$/.test(date) ? answers.json(answerOf(datasetOn(date))) : answers.status(404))(response);
    else (onMirror ? answers.json(answerFor(onMirror)) : answers.status(404))(response);
  });
});
afterAll(async () => {
  for (const each of [server, mirror, folder]) await each[Symbol.asyncDispose]();
});
const stderr = capturedStderr();

/** What is published: the files that the next publish reads. */
type Site = ReadonlyMap<string, string> | string;
let sites = 0;

function optionsAt(now: Instant, previous: Site): GenerateOptions {
  server.now = now;
  const out = join(folder.path, `${sites++}`);
  if (typeof previous !== 'string') writeFiles(`${out}-previous`, previous);
  return {
    ...{ out, previous: typeof previous === 'string' ? previous : `${out}-previous`, now },
    ...{ mirrors: [mirror.url], datedMirrors: [], witnesses: [], backfill: 0 },
    ...{ official: new Map(banks.map(({ key }) => [key, server.url])), recorded: false, fileLimit: fewPairs },
  };
}

/** Publishes on a day. `null` is a mirror that is down. */
async function publish(
  previous: Site,
  date: IsoDate,
  dataset: ArchivedDay | null,
  changes: Partial<GenerateOptions> = {},
) {
  onMirror = dataset;
  const options = { ...optionsAt(`${date}${HOUR}`, previous), ...changes };
  const rates = await nextRates(options, terminalReport(options));
  return { rates, files: previousFiles(rates.snapshot, rates.archive, rates.official) };
}

/** Publishes like {@link publish}, writes all files of the site, and verifies them. */
async function publishAndVerify(
  previous: Site,
  date: IsoDate,
  dataset: ArchivedDay | null,
  changes: Partial<GenerateOptions> = {},
) {
  onMirror = dataset;
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const options = { ...optionsAt(`${date}${HOUR}`, previous), ...changes };
  const signal = AbortSignal.any([]);
  await generateSite(options, signal);
  await verifySite({ site: options.out, patience: 0, now: options.now }, signal);
  expect(stdout.mock.calls.join('')).toContain('Verified: ');
  stdout.mockRestore();
  return options.out;
}

/** The site before the dataset stopped. Its official rates are complete. */
function firstSite(): Site {
  const archive: Archive = {
    days: datesFrom('2026-09-15', 15).map((date) => datasetOn(date)),
    gaps: [],
    comparisons: [],
  };
  const at = `2026-09-29${HOUR}`;
  server.now = at;
  const official: Official = new Map(
    fakedTables.map(({ table: { key, firstDay } }) => {
      const days = Array.from(server.plainReading(key as TableKey), ([date, readings]) => ({
        date,
        rates: new Map(Array.from(readings, ([code, { value, units }]) => [code, shifted(value, -Math.log10(units))])),
        units: new Map(
          Array.from(readings, ([code, { units }]) => [code, units] as const).filter(([, units]) => units > 1),
        ),
      }));
      return [key, { days, asked_from: firstDay, corrections: [], doubts: [], ...noProblem }];
    }),
  );
  return previousFiles(
    snapshotOf(archive, { mirror: mirror.url, retrieved_at: at, checked_at: at }),
    archive,
    official,
  );
}

/** A plain reading of the banks' rates of a day, per 1 USD, each with the tables that have it. */
function plainRates(date: IsoDate, without: readonly TableKey[] = []): Map<string, [rate: number, origin: string]> {
  const tables = ['ecb', 'nbp', 'nbp-b', 'cnb', 'norges-bank', 'nbu'] as const;
  const found = new Map<string, [number, string]>();
  for (const key of tables.filter((key) => !without.includes(key))) {
    const day = readingOf(key).get(date);
    const usd = numberOf(
      readingOf(key === 'nbp-b' ? 'nbp' : key)
        .get(date)
        ?.get('USD'),
    );
    if (!day || usd === undefined) continue;
    const base = { ecb: 'EUR', cnb: 'CZK', 'norges-bank': 'NOK', nbu: 'UAH', nbp: 'PLN', 'nbp-b': 'PLN' }[key];
    for (const [code, reading] of [...day, [base, { value: '1', units: 1 }] as const]) {
      const value = numberOf(reading) ?? NaN;
      if (codes.includes(code) && !found.has(code)) found.set(code, [key === 'ecb' ? value / usd : usd / value, key]);
    }
  }
  found.set('USD', [1, '-']);
  for (const [code, { anchor, parity, band = 0, sources }] of pegs) {
    const [rate] = found.get(anchor) ?? [];
    const isOfficial = sources.some(({ kind }) => kind !== 'press' && kind !== 'issuer');
    if (rate === undefined || parity === null || band > 0.05 || !isOfficial || found.has(code)) continue;
    found.set(code, [rate * parity, `peg to ${anchor}`]);
  }
  return found;
}

/** All rates of the banks' tables. */
const readings = new Map<TableKey, Map<string, Map<string, Reading>>>();
const readingOf = (key: TableKey) => readings.get(key) ?? expect.fail();
function numberOf(reading: Reading | undefined): number | undefined {
  return reading && Number(reading.value) / reading.units;
}

type Published = Awaited<ReturnType<typeof publish>>;

const statusIn = (files: ReadonlyMap<string, string>) => JSON.parse(files.get(paths.status) ?? '') as Status;

/** Expects that the newest day has the banks' rates of a day, and that the status names their origins. */
function expectComposed(
  { rates: { snapshot, archive }, files }: Published,
  date: IsoDate,
  without?: readonly TableKey[],
): void {
  expect([snapshot.rate_as_of, providerOn(snapshot.providers, date)]).toEqual([date, composedProvider]);
  const { rates } = newestDay(archive) ?? expect.fail();
  const plain = plainRates(date, without);
  expect([date, ...[...rates.keys()].sort()]).toEqual([date, ...[...plain.keys()].sort()]);
  for (const [code, rate] of rates) {
    expect(Math.abs(rate / (plain.get(code)?.[0] ?? NaN) - 1), code).toBeLessThan(1e-11);
    if (!snapshot.quality.has(code)) expect([code, snapshot.rates.get(code)]).toEqual([code, rate]);
  }
  plain.delete('USD');
  const origins = Object.fromEntries(Array.from(plain, ([code, [, origin]]) => [code, origin]));
  expect(statusIn(files).composed?.origins).toEqual(origins);
}

const expectDataset = ({ rates: { snapshot, archive }, files }: Published, dataset: ArchivedDay) => {
  expect([snapshot.rate_as_of, snapshot.stale_reason, statusIn(files).composed]).toEqual([dataset.date, null, null]);
  expect(Object.fromEntries(newestDay(archive)?.rates ?? [])).toEqual(Object.fromEntries(dataset.rates));
};

let composed: Published | undefined;

/** A site whose newest day is composed: 2026-10-08, a Thursday. */
async function composedSite(): Promise<Published> {
  if (composed) return composed;
  const { files } = await publish(firstSite(), STOPPED, datasetOn(STOPPED));
  return (composed = await publish(files, '2026-10-08', datasetOn(STOPPED)));
}

it('a site whose dataset stops for 40 days publishes the banks’ rates of every business day, and then the dataset’s again', async () => {
  const lastDataset = datasetOn(STOPPED);
  let site: Site = (await publish(firstSite(), STOPPED, lastDataset)).files;
  // For three days, the last dataset stays.
  let published = await publish(site, '2026-10-03', lastDataset);
  expect(published.rates.snapshot).toMatchObject({
    rate_as_of: STOPPED,
    stale_reason: 'source_date_old',
    providers: [],
  });
  published = await publish(published.files, '2026-10-04', lastDataset);
  expectComposed(published, '2026-10-02');
  const days: Archive['days'][] = [published.rates.archive.days];
  for (const date of businessDays('2026-10-05', '2026-11-09')) {
    // At first, the mirror still has the last dataset. Later, it's gone.
    const dataset = date < '2026-10-20' ? lastDataset : null;
    const isVerified = date === '2026-10-21';
    if (isVerified) site = await publishAndVerify(published.files, date, dataset);
    published = await publish(isVerified ? site : published.files, date, dataset);
    expectComposed(published, date);
    days.push(published.rates.archive.days);
  }
  expect(stderr.text()).toContain('To forbid this, use --compose none.');
  expect(statusIn(published.files)).toMatchObject({ composed: { since: '2026-10-02' }, stale_since: null });
  // What no bank has was held for 30 days.
  const { quality, rates } = published.rates.snapshot;
  expect(quality.get('BTC')).toMatchObject({ state: 'omitted', reason: 'missing' });
  expect([rates.has('CNH'), rates.has('KPW'), rates.has('AFN')]).toEqual([false, false, true]);

  const back = datasetOn(BACK);
  published = await publish(published.files, BACK, back);
  expectDataset(published, back);
  const next = datasetOn('2026-11-11');
  site = await publishAndVerify(published.files, next.date, next, {
    datedMirrors: [`${mirror.url}/{date}`],
    backfill: 30,
  });
  published = await publish(site, next.date, next);
  expectDataset(published, next);
  expect(published.rates.snapshot.rates.size).toBe(codes.length);
  // No day is lost, and the days say where they are from.
  const { archive } = published.rates;
  const known = new Map(archive.days.map(({ date, rates }) => [date, new Map(rates)]));
  const lost = days.flat().filter(({ date, rates }) => !isDeepStrictEqual(known.get(date), new Map(rates)));
  expect(lost).toEqual([]);
  expect(archive.providers).toEqual([
    { first: '2026-09-15', ...defaultProvider },
    { first: '2026-10-02', ...composedProvider },
    { first: '2026-10-17', ...defaultProvider },
    { first: '2026-10-19', ...composedProvider },
    { first: BACK, ...defaultProvider },
  ]);
  expect(readJson(site, 'api/v1/rates/2026-10-16.json')).toMatchObject({ source: composedProvider });
  expect(readJson(site, 'api/v1/rates/2026-10-17.json')).toMatchObject({ source: defaultProvider });
  const feed = readFileSync(join(site, feedPath), 'utf8');
  const ofSources = feed.matchAll(
    /<title>Market rates (come|are composed) from .*\n(?:.*\n){3}<content>Since (.{10})/g,
  );
  expect(Array.from(ofSources, ([, verb, date]) => `${date} ${verb}`).sort()).toEqual([
    '2026-10-02 are composed',
    '2026-10-17 come',
    '2026-10-19 are composed',
    `${BACK} come`,
  ]);
});

it('a site whose dataset stops publishes the other banks’ rates while the European Central Bank is down', async () => {
  server.trouble.set('ecb', () => '<!doctype html><title>Maintenance</title>');
  try {
    let site = await publish(firstSite(), STOPPED, datasetOn(STOPPED));
    for (const date of businessDays('2026-10-06', '2026-10-08')) {
      site = await publish(site.files, date, datasetOn(STOPPED));
      expectComposed(site, date, ['ecb']);
    }
    // The bank's rates come late, and the day is composed again.
    server.trouble.delete('ecb');
    expectComposed(await publish(site.files, '2026-10-08', datasetOn(STOPPED)), '2026-10-08');
  } finally {
    server.trouble.delete('ecb');
  }
});

it('a site with composed rates refuses a dataset that comes back wrong, and publishes the next right one', async () => {
  const site = await composedSite();
  const today = '2026-10-09';
  const half = new Set(codes.slice(0, codes.length / 2 + 1));
  const wrong: [ArchivedDay, string][] = [
    [datasetOn(today, () => 1.01), 'its base isn’t USD'],
    [datasetOn(today, () => 2), 'its base isn’t USD'],
    [{ date: today, rates: new Map([...datasetOn(today).rates].filter(([code]) => half.has(code))) }, 'are missing'],
    // The dataset of the day before is older than the published rates.
    [datasetOn('2026-10-07', () => 1.01), 'its base isn’t USD'],
  ];
  let files: Site = site.files;
  for (const [dataset, problem] of wrong) {
    stderr.clear();
    const refused = await publish(site.files, today, dataset);
    expectComposed(refused, today);
    expect(refused.rates.snapshot.mirrors).toMatchObject([{ outcome: 'refused', date: dataset.date }]);
    expect(stderr.text()).toContain(problem);
    ({ files } = refused);
  }
  const right = datasetOn('2026-10-10');
  expectDataset(await publish(files, right.date, right), right);
});

it('a site with composed rates keeps them while the dataset is back, but older, and prefers its edition of the same day', async () => {
  const site = await composedSite();
  const waiting = await publish(site.files, '2026-10-09', datasetOn('2026-10-07'));
  expect(waiting.rates.archive.days).toEqual(site.rates.archive.days);
  const { providers } = waiting.rates.snapshot;
  expect(waiting.rates.snapshot).toEqual({
    ...site.rates.snapshot,
    providers,
    checked_at: `2026-10-09${HOUR}`,
  });
  const sameDay = datasetOn('2026-10-08');
  const edition = await publish(waiting.files, '2026-10-09', sameDay);
  expectDataset(edition, sameDay);
  expect(edition.rates.archive.days.length).toBe(site.rates.archive.days.length);
});

it('a site whose dataset stops keeps its rates with --compose none', async () => {
  const { files } = await publish(firstSite(), STOPPED, datasetOn(STOPPED));
  const kept = await publish(files, '2026-10-08', datasetOn(STOPPED), { compose: false });
  expect(kept.rates.snapshot).toMatchObject({ rate_as_of: STOPPED, stale_reason: 'source_date_old' });
  // Without a mirror, publishing stops.
  const gone = publish(files, '2026-10-08', null, { compose: false });
  await expect(gone).rejects.toThrow(
    'No mirror gave usable rates (1 tried). The published rates are more than 72 hours',
  );
  expectComposed(await publish(files, '2026-10-08', null), '2026-10-08');
});

it('a site with the operator’s own source needs no --new-source before or after composed rates', async () => {
  const source = { name: 'Example Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' };
  answerFor = ({ date, rates }) => witnessAnswers.frankfurter(rates, date);
  try {
    let { files } = await publish(firstSite(), STOPPED, datasetOn(STOPPED), { provider: source, newSource: true });
    const composed = await publish(files, '2026-10-08', null, { provider: source });
    expectComposed(composed, '2026-10-08');
    const another = publish(composed.files, '2026-10-09', datasetOn('2026-10-09'));
    await expect(another).rejects.toThrow('The published rates are from Example Bank, but this run’s options set');
    const back = datasetOn('2026-10-09');
    const { rates } = ({ files } = await publish(composed.files, back.date, back, { provider: source }));
    expect(rates.snapshot).toMatchObject({ rate_as_of: back.date, stale_reason: null });
    expect(rates.archive.providers).toEqual([
      { first: '2026-09-15', ...defaultProvider },
      { first: STOPPED, ...source },
      { first: '2026-10-08', ...composedProvider },
      { first: back.date, ...source },
    ]);
    const next = datasetOn('2026-10-10');
    expect((await publish(files, next.date, next, { provider: source })).rates.snapshot.rate_as_of).toBe(next.date);
  } finally {
    answerFor = answerOf;
  }
});
