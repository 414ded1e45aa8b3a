import { dateAt, type Instant } from '../money/calendar.ts';
import { expect, it } from 'vitest';
import { type OfficialRates, undoubted } from '../archive/official-rates.ts';
import { defaultProvider } from '../sources/provider.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { recordedDays } from '../testing/sites/small-site.ts';
import { startDownloads } from './downloads.ts';

it('startDownloads (starts all downloads) > ends the problems and doubts of a bank that isn’t asked', async () => {
  const now: Instant = '2026-09-30T06:17:00.000Z';
  const problem = { problem: 'responded with status 500', problem_since: '2026-09-29T06:17:00.000Z' } as const;
  const doubts = [{ date: '2026-09-28', reason: 'absent', code: null, value: null, since: '2026-09-28' }] as const;
  const settled = undoubted([{ date: '2026-09-25', rates: new Map([['USD', 1.1]]) }]);
  const doubted: OfficialRates = { ...settled, ...problem, doubts };
  const tables = ['ecb', 'nbp', 'nbp-b', 'norges-bank'];
  const official = new Map(tables.map((table) => [table, doubted]));

  await using bank = await startMirror(answers.status(404));
  using downloads = startDownloads(
    { archive: recordedDays, official, asOf: dateAt(now), provider: defaultProvider, now },
    {
      ...{ mirrors: [], witnesses: [], datedMirrors: [], backfill: 0, recorded: true, now },
      official: new Map([['ecb', bank.url]]),
    },
    () => undefined,
  );
  expect(await downloads.official).toEqual(
    new Map([
      ['ecb', { ...doubted, problem: 'responded with status 404' }],
      ...tables.slice(1).map((table) => [table, settled] as const),
    ]),
  );
});
