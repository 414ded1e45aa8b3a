import type { Instant, IsoDate } from '../src/money/calendar.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { newestDay } from '../src/archive/archive.ts';
import { recordedArchive, recordedOfficialDays } from '../src/publish/recorded-archive.ts';
import { ecb } from '../src/sources/banks/ecb.ts';
import { answerOf } from '../src/testing/process/start-publisher.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { answers, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../src/testing/servers/witness-answers.ts';

const today = '2026-04-15';
const { rates } = newestDay(recordedArchive(today)) ?? expect.fail();
const known = recordedOfficialDays(ecb, ecb.tables[0]).filter(({ date }) => date >= '2026');
/** The bank's days, one more than the recorded days. */
const ofBank = [...known, { date: '2026-04-14', rates: known.at(-1)?.rates ?? expect.fail() }];
/** A witness disputes the rates of ZMW and BTC, so that the archive keeps its comparisons. */
const far = new Map(
  Array.from(ratesOfAnotherSource(rates), ([code, rate]) => [code, ['ZMW', 'BTC'].includes(code) ? rate * 1.6 : rate]),
);

/** A zip in the bank's own form: columns in the bank's order, the newest day first, and a comma at each line's end. */
function zipOfBank(): Uint8Array {
  const codes = [...new Set(['USD', 'JPY', 'CZK', ...(ofBank[0]?.rates.keys() ?? [])])];
  const lines = ofBank.map(({ date, rates }) => [date, ...codes.map((code) => rates.get(code) ?? 'N/A')]);
  const csv = [['Date', ...codes], ...lines.reverse()].map((cells) => `${cells.join()},\n`).join('');
  return zipSync({ 'eurofxref-hist.csv': strToU8(csv) });
}

it('site > is verified if it has rates from a mirror, past days, witnesses and the European Central Bank’s zip', async () => {
  await using folder = temporaryFolder();
  const site = join(folder.path, 'site');
  // A dated mirror has the same rates on each requested day.
  await using mirror = await startMirror((response, { url = '' }) => {
    const date = (/\d{4}-\d\d-\d\d/.exec(url)?.[0] as IsoDate | undefined) ?? today;
    answers.json(answerOf({ date, rates }))(response);
  });
  await using rows = await startMirror(answers.json(witnessAnswers.frankfurter(far, today)));
  await using map = await startMirror(answers.json(witnessAnswers.coinbase(ratesOfAnotherSource(rates))));
  await using bank = await startMirror((response) => response.end(zipOfBank()));
  const { code, stderr } = await runScript('generate', [
    ...['--out', site, '--now', `${today}T06:17:00.000Z` as Instant, '--file-limit', '5900', '--backfill', '3'],
    ...['--mirror', mirror.url, '--dated-mirror', `${mirror.url}/{date}/usd.json`, '--official', `ecb=${bank.url}`],
    ...['--witness', rows.url, '--witness', map.url],
  ]);
  expect(code, stderr).toBe(0);
  // Today's dataset and three past days.
  expect(mirror.requests()).toBe(4);
  const read = (path: string) => readFileSync(join(site, path), 'utf8');
  expect(read('archive/ecb/2026.csv')).toContain('\n2026-04-14,');
  expect(read('archive/evidence.csv')).toMatch(/\n2026-04-15,ZMW,127/);
  expect(await runScript('verify', [site])).toMatchObject({ code: 0 });
});
