import { dateAt, instantAt } from '../money/calendar.ts';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { noRatesYet, type Official, type OfficialRates } from '../archive/official-rates.ts';
import { readSiteData } from '../site/site-data.ts';
import { SiteFiles } from '../site/site-files.ts';
import { type Bank, needsConfirmation, publicationTime } from '../sources/bank.ts';
import { requests } from '../download/banks/requests.ts';
import { updateBanks } from '../download/banks/update-banks.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { startingOn } from '../testing/servers/complete-rates.ts';
import { type AskedTable, expectedRuns, mostRequests } from '../testing/servers/expected-runs.ts';
import { type BankKey, fakedBanks, serverOf, startFakeBanks, type Trouble } from '../testing/servers/fake-banks.ts';
import { present } from '../text/present.ts';
import { previousFiles, writeFiles } from '../testing/sites/previous-site.ts';
import { noMarket } from '../testing/data/no-market.ts';
import { recordedDay, recordedDays } from '../testing/sites/small-site.ts';

/*
 * A site without official rates that is published every hour. The banks' histories are shorter than the real ones, but
 * each response has only eight days, or four weeks of a weekly table, so that several runs are needed.
 */

const FIRST_DAY = '2025-11-03';
/** A Wednesday. */
const BEGIN = Date.parse('2026-09-30T01:17:00.000Z');
const RUNS = 40;

/** Banks that need a request for each day have a shorter history. */
const banks = fakedBanks.map((bank) => startingOn(/^nb[gm]$/.test(bank.key) ? '2026-07-01' : FIRST_DAY)(bank));
const shortRequests = new Map(
  Array.from(requests, ([key, each]) => {
    const perRange = typeof each.perRange === 'number' ? (key === 'nbp-b' ? 32 : 8) : each.perRange;
    return [key, { ...each, perRange }];
  }),
);
const tables = banks.flatMap((bank) => bank.tables.map((table) => ({ bank, table })));
const askedTables = ({ tables }: Bank): AskedTable[] =>
  tables.map((table) => ({ table, requests: present(shortRequests.get(table.key), table.key) }));

/** What the banks' servers do in some runs, from the first to the last. */
const troubles: [bank: BankKey, first: number, last: number, trouble: Trouble][] = [
  ['nbp', 12, 14, 'down'],
  ['cnb', 14, 16, 'down'],
  ['norges-bank', 15, 30, (body) => body.slice(0, body.length / 2)],
  ['nbu', 14, 37, () => '<!doctype html>'],
  ['ecb', 16, 18, 'down'],
  // Both of the bank's sources have the same server.
  ['bcb-buy', 10, 20, 'down'],
  ['nbg', 13, 30, (body) => body.slice(0, body.length / 2)],
  ['nbm', 13, 30, () => '<!doctype html>'],
];

const fakes = await startFakeBanks({ now: instantAt(BEGIN), firstDay: FIRST_DAY });
const folder = temporaryFolder();
// The clock stands still, so that a slow machine doesn't end a run's requests for past days earlier.
vi.useFakeTimers({ toFake: ['Date'], now: BEGIN });
afterAll(async () => {
  vi.useRealTimers();
  await fakes[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

it('official rates of a site that is published every hour > are complete after the expected runs, and never late', async () => {
  let official: Official = new Map();
  const complete = new Map<string, number>();
  for (let run = 1; run <= RUNS; run++) {
    const now = instantAt(BEGIN + (run - 1) * 3_600_000);
    fakes.now = now;
    fakes.trouble.clear();
    for (const [bank, first, last, trouble] of troubles)
      if (run >= first && run <= last) fakes.trouble.set(bank, trouble);
    const before = banks.map(({ key }) => fakes.requests(key as BankKey).length);
    const limits = { backOff: 1, timeout: 30_000 };
    const options = { addressOf: () => fakes.url, requests: shortRequests, now, market: noMarket, limits };
    official = await updateBanks(banks, official, options);
    for (const [index, bank] of banks.entries()) {
      const sent = fakes.requests(bank.key as BankKey).length - (before[index] ?? 0);
      expect(sent, `requests to ${bank.key} in run ${run}`).toBeLessThanOrEqual(mostRequests(askedTables(bank)));
    }
    for (const { bank, table } of tables) {
      const { days, problem, asked_from } = official.get(table.key) ?? noRatesYet;
      const newest = [...fakes.plainReading(table.key as BankKey).keys()].at(-1);
      // A bank that works has its newest day in the first run after the hour by which it publishes.
      if (!fakes.trouble.has(serverOf(bank.key as BankKey))) {
        expect(problem, `problem of ${table.key} in run ${run}`).toBeNull();
        if (publicationTime(table, newest ?? dateAt(now)) <= now)
          expect(days.at(-1)?.date, `${table.key} in run ${run}`).toBe(newest);
      }
      if (asked_from === table.firstDay && !complete.has(table.key)) complete.set(table.key, run);
    }
    if (run % 10 === 0) {
      const path = `${folder.path}/${run}`;
      writeFiles(path, previousFiles(recordedDay, recordedDays, official));
      const read = (await readSiteData(new SiteFiles(path, {}))).official;
      // A strict comparison takes a fraction of the time of `toEqual`.
      for (const { table } of tables) {
        const isEqual = isDeepStrictEqual(withMaps(read.get(table.key)), withMaps(official.get(table.key)));
        expect([table.key, run, isEqual]).toEqual([table.key, run, true]);
      }
    }
  }
  const lastOf = ({ tables }: Bank) => Math.max(...tables.map(({ key }) => complete.get(key) ?? Infinity));
  const lastOfOthers = Math.max(...banks.filter((bank) => !needsConfirmation(bank)).map(lastOf));
  for (const bank of banks) {
    const last = lastOf(bank);
    const alone = expectedRuns(askedTables(bank), instantAt(BEGIN));
    const expected = needsConfirmation(bank) ? Math.max(alone, lastOfOthers) : alone;
    expect([bank.key, last, fakes.mostAtOnce(bank.key as BankKey)]).toEqual([bank.key, expected, 1]);
  }
  for (const { table } of tables) {
    const { days, doubts, corrections } = official.get(table.key) ?? noRatesYet;
    expect([table.key, doubts, corrections]).toEqual([table.key, [], []]);
    const published = [...fakes.plainReading(table.key as BankKey).keys()].filter((date) => date >= table.firstDay);
    expect(days.map(({ date }) => date)).toEqual(published);
  }
});

/** Rates whose days are maps, so that they can be compared. */
function withMaps({ days, ...rates }: OfficialRates = noRatesYet) {
  return { ...rates, days: days.map((day) => ({ ...day, rates: new Map(day.rates) })) };
}
