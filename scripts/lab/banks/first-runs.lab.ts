import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { requestsOf } from '../../../src/download/banks/requests.ts';
import { dateAt, dayNumber, type Instant, instantAt, type IsoDate } from '../../../src/money/calendar.ts';
import { pegs } from '../../../src/money/currencies/facts.ts';
import { publicFolder } from '../../../src/operate/generate/generate-site.ts';
import { terminalReport } from '../../../src/operate/generate/terminal-report.ts';
import { makeSite } from '../../../src/publish/make-site.ts';
import { BACKFILL_PER_RUN } from '../../../src/publish/past-days.ts';
import { needsConfirmation } from '../../../src/sources/bank.ts';
import { bankTableOf } from '../../../src/sources/banks.ts';
import type { TableKey } from '../../../src/testing/data/bank-history.ts';
import { usdPriceOf } from '../../../src/testing/data/usd-prices.ts';
import { capturedStderr } from '../../../src/testing/process/captured-stderr.ts';
import { temporaryFolder } from '../../../src/testing/process/temporary-folder.ts';
import {
  type AskedTable,
  expectedRuns,
  mostRequests,
  pathOf,
  rangesOf,
} from '../../../src/testing/servers/expected-runs.ts';
import { fakedBanks, serverOf, startFakeBanks } from '../../../src/testing/servers/fake-banks.ts';
import { answers, startMirror } from '../../../src/testing/servers/loopback-mirror.ts';
import { previousFiles, writeFiles } from '../../../src/testing/sites/previous-site.ts';
import { fewPairs, recordedCatalogue, recordedDay } from '../../../src/testing/sites/small-site.ts';
import { ValidatedArchive } from '../../../src/validation/validate-archive.ts';
import { elementAt } from '../../../src/money/element-at.ts';
import { present } from '../../../src/text/present.ts';

/*
 * A new site that is published every hour, with the whole histories of all banks: how many requests each server gets,
 * when its history is complete, and that the day's market rates never wait for it. Prints a table.
 */

// The servers and the site share a thread, so a response can take longer than over a network.
vi.mock(import('../../../src/download/http/request.ts'), async (original) => {
  const { request, ...others } = await original();
  const patience = { timeout: 600_000, deadline: 600_000 };
  return { ...others, request: (url, options) => request(url, { ...options, ...patience }) };
});

const MIN_RUNS = 70;
/** A Wednesday. */
const BEGIN = Date.parse('2026-09-30T01:17:00.000Z');
const timeOf = (run: number) => instantAt(BEGIN + (run - 1) * MS_PER_HOUR);
/** UTC hour at which the mirror gets the day's dataset. */
const DATASET_HOUR = 2;
const MS_PER_HOUR = 3_600_000;

/** A server, which may have several tables, and several banks. */
class Server {
  /** The tables of each bank. Banks are asked at the same time. */
  readonly banks: AskedTable[][] = [];
  /** The paths of each run's requests. */
  readonly runs: string[][] = [];
  /** The run after which every past day is known. */
  completeAfter: number | undefined;

  get asked(): AskedTable[] {
    return this.banks.flat();
  }

  get host(): string {
    const { table, requests } = elementAt(this.asked, 0);
    const [ask] = requests.asks(table.firstDay, table.firstDay, table.firstDay);
    return new URL(typeof ask === 'string' ? ask : ask.url).host;
  }

  get total(): number {
    return this.runs.flat().length;
  }

  get most(): number {
    return Math.max(...this.runs.map(({ length }) => length));
  }

  /** The run after which every past day should be known, if all requests that a run has left are for past days. */
  expected(): number {
    const history = new Set(rangesOf(this.asked, timeOf(1)).flat());
    const others = this.runs.map((paths) => paths.filter((path) => !history.delete(path)).length);
    return Math.max(...this.banks.map((asked) => expectedRuns(asked, timeOf(1), (run) => others[run - 1] ?? 0)));
  }
}

const servers = new Map<ReturnType<typeof serverOf>, Server>();
for (const { key, tables } of fakedBanks) {
  const ofBank = serverOf(key as TableKey);
  const server = servers.get(ofBank) ?? new Server();
  servers.set(ofBank, server);
  server.banks.push(tables.map((table) => ({ table, requests: requestsOf(table.key) })));
}

const folder = temporaryFolder();
const stderr = capturedStderr();
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const fakes = await startFakeBanks({ now: timeOf(1) });
const mirror = await startMirror((response, { url = '' }) => {
  const date = (/\d{4}-\d\d-\d\d/.exec(url)?.[0] as IsoDate | undefined) ?? newestDataset(fakes.now);
  if (date > newestDataset(fakes.now)) return void answers.status(404)(response);
  const rates = Array.from(marketRates(date), ([code, rate]) => [code.toLowerCase(), rate] as const);
  answers.json({ date, usd: Object.fromEntries(rates) })(response);
});
// The clock stands still during a run, so that a busy machine doesn't end a run's requests for past days earlier.
vi.useFakeTimers({ toFake: ['Date'], now: BEGIN });
afterAll(async () => {
  vi.useRealTimers();
  for (const each of [mirror, fakes, folder]) await each[Symbol.asyncDispose]();
});

function newestDataset(now: Instant): IsoDate {
  return dateAt(instantAt(Date.parse(now) - DATASET_HOUR * MS_PER_HOUR));
}

/** Units per 1 USD. A peg moves with its anchor. */
function marketRates(date: IsoDate): Map<string, number> {
  const priceOf = (code: string) => usdPriceOf(code)(dayNumber(date));
  const rateOf = (code: string) => {
    const { anchor = '', parity = null } = pegs.get(code) ?? {};
    return parity === null ? 1 / priceOf(code) : parity / priceOf(anchor);
  };
  return new Map(recordedCatalogue.map(({ code }) => [code, rateOf(code)]));
}

/** Writes a site with market rates of yesterday, and without official rates. */
function writeFirstSite(): void {
  const date = newestDataset(timeOf(1));
  const archive = { days: [{ date, rates: marketRates(date) }], gaps: [], comparisons: [] };
  const snapshot = {
    ...{ ...recordedDay, rate_as_of: date, stale_reason: null, stale_since: null, recorded: false },
    ...new ValidatedArchive(archive, recordedCatalogue).newest(),
  };
  writeFiles(siteOf(0), previousFiles(snapshot, archive, new Map()));
}

/** The folder of a run's site. The first run continues the site of run 0. */
function siteOf(run: number): string {
  return join(folder.path, run % 2 === 0 ? 'even' : 'odd');
}

/** Makes the site of a run from that of the run before. */
function publish(run: number) {
  const options = { recorded: false, backfill: BACKFILL_PER_RUN, now: timeOf(run) };
  return makeSite(
    siteOf(run),
    {
      ...{ ...options, publicFolder, version: packageJson.version, commit: undefined, fileLimit: fewPairs },
      ...{ url: undefined, contact: undefined, witnesses: [] },
      mirrors: [mirror.url],
      datedMirrors: [`${mirror.url}/{date}`],
      official: new Map(fakedBanks.map(({ key }) => [key, fakes.url])),
      previous: siteOf(run - 1),
    },
    terminalReport(options),
    AbortSignal.timeout(600_000),
  );
}

/** Has the fakes make their longest responses before a run, because each takes seconds. */
async function prepareAllDays(): Promise<void> {
  for (const { table, requests } of [...servers.values()].flatMap(({ asked }) => asked)) {
    if (requests.perRange !== 'all days') continue;
    const today = dateAt(fakes.now);
    for (const ask of requests.asks(table.firstDay, today, today)) await (await fetch(fakes.url + pathOf(ask))).text();
  }
}

it('a new site with all banks > stays within the limits, is never late, and is complete after the expected runs', async () => {
  let official: Awaited<ReturnType<typeof publish>>['official'] = new Map();
  let ofMarket = { total: 0, most: 0 };
  let slowest = 0;
  let run = 0;
  writeFirstSite();
  while (run < MIN_RUNS || [...servers.values()].some(({ completeAfter }) => completeAfter === undefined)) {
    run++;
    fakes.now = timeOf(run);
    vi.setSystemTime(fakes.now);
    await prepareAllDays();
    const sent = () => Array.from(servers.keys(), (key) => fakes.requests(key).length);
    const [before, marketBefore, start] = [sent(), mirror.requests(), performance.now()];
    const made = await publish(run);
    official = made.official;
    slowest = Math.max(slowest, performance.now() - start);
    const requests = mirror.requests() - marketBefore;
    ofMarket = { total: ofMarket.total + requests, most: Math.max(ofMarket.most, requests) };

    expect([run, made.snapshot.rate_as_of]).toEqual([run, newestDataset(fakes.now)]);
    for (const [index, [key, server]] of [...servers].entries()) {
      const paths = fakes.requests(key).slice(before[index]);
      server.runs.push(paths.map(({ path }) => path));
      expect(paths.length, `requests to ${server.host} in run ${run}`).toBeLessThanOrEqual(mostRequests(server.asked));
      const rates = server.asked.map(({ table }) => ({ table, ...present(official.get(table.key), table.key) }));
      for (const { table, problem } of rates) expect([run, table.key, problem]).toEqual([run, table.key, null]);
      if (rates.every(({ table, asked_from }) => asked_from === table.firstDay)) server.completeAfter ??= run;
    }
  }

  // A run's requests for past days end after 20 seconds, and the next run is an hour later.
  const header = [
    'host',
    'requests',
    'most in a run, and so in a minute',
    'complete after run',
    'expected',
    'in doubt',
    'late',
  ];
  const rows = Array.from(servers.values(), (server) => {
    const doubts = server.asked.flatMap(({ table }) => official.get(table.key)?.doubts ?? []);
    const late = server.asked.flatMap(({ table }) => official.get(table.key)?.corrections ?? []);
    return [
      server.host,
      server.total,
      server.most,
      server.completeAfter,
      server.expected(),
      doubts.length,
      late.length,
    ];
  });
  rows.push(['market', ofMarket.total, ofMarket.most, '', '', '', '']);
  const table = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  console.log(`\n${run} runs of at most ${(slowest / 1000).toFixed(1)} s:\n\n${table}\n`);

  const complete = (server: Server) => present(server.completeAfter, server.host);
  const needsOthers = (server: Server) =>
    server.asked.every(({ table }) => needsConfirmation(bankTableOf(table.key).bank));
  const all = [...servers.values()];
  const lastOfOthers = Math.max(...all.filter((server) => !needsOthers(server)).map(complete));
  for (const server of all) {
    // The banks without https are asked only for past days that the others have been asked for.
    const expected = needsOthers(server) ? Math.max(server.expected(), lastOfOthers) : server.expected();
    expect([server.host, server.completeAfter]).toEqual([server.host, expected]);
    for (const { table } of server.asked) {
      const days = present(official.get(table.key), table.key).days.map(({ date }) => date);
      const readings = [...fakes.plainReading(table.key as TableKey)].filter(([, { size }]) => size > 0);
      const published = readings.map(([date]) => date).filter((date) => date >= table.firstDay);
      expect([table.key, days]).toEqual([table.key, published]);
    }
  }
  // A slow run prints its progress. A real move, of an earlier year, may be in doubt for two weeks.
  const others = stderr.prints().filter((line) => !/^Wrote \d+%|^Official rates of .* in doubt: /.test(line));
  expect(others).toEqual([]);
});
