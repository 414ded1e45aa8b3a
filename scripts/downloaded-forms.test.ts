import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestDay } from '../src/archive/archive.ts';
import { recordedArchive, recordedOfficialRates } from '../src/publish/recorded-archive.ts';
import { DownloadForms } from '../src/testing/data/download-forms.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../src/testing/servers/witness-answers.ts';
import { differences } from '../src/testing/sites/read-site.ts';

const now = '2026-04-15T06:17:00.000Z';
const today = now.slice(0, 10);
const { rates } = newestDay(recordedArchive(today)) ?? expect.fail();
const known = recordedOfficialRates('2026-04-13').filter(({ date }) => date >= '2026');
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

/** The forms of the downloads; undefined for the usual forms. */
let forms: DownloadForms | undefined;
const json = (value: unknown) => forms?.json(value) ?? JSON.stringify(value);
const spelled = (given: ReadonlyMap<string, number>) => forms?.spelled(given) ?? given;

describe('site', () => {
  const folder = temporaryFolder();
  const usual = join(folder.path, 'usual');
  const servers: LoopbackMirror[] = [];
  let sources: readonly string[] = [];
  const generate = async (out: string, at: string, ...args: string[]) => {
    const options = ['--out', out, '--now', at, '--file-limit', '5000', '--backfill', '3', ...sources, ...args];
    const run = await runScript('generate', options);
    expect(run.code, run.stderr).toBe(0);
  };

  beforeAll(async () => {
    // A dated mirror has the same rates on each requested day.
    const mirror = await startMirror((response, { url = '' }) => {
      const [date = today] = /\d{4}-\d\d-\d\d/.exec(url) ?? [];
      const usd = Array.from(spelled(rates), ([code, rate]) => [forms ? code : code.toLowerCase(), rate] as const);
      response.end(json({ date, usd: Object.fromEntries(usd) }));
    });
    const rows = await startMirror((response) => response.end(json(witnessAnswers.frankfurter(spelled(far), today))));
    const map = await startMirror((response) =>
      response.end(json(witnessAnswers.coinbase(spelled(ratesOfAnotherSource(rates))))),
    );
    const bank = await startMirror((response) => response.end(forms?.ofBank(ofBank) ?? zipOfBank()));
    servers.push(mirror, rows, map, bank);
    const dated = `${mirror.url}/{date}/usd.json`;
    sources = [
      ...['--mirror', mirror.url, '--dated-mirror', dated, '--official', bank.url],
      ...['--witness', rows.url, '--witness', map.url],
    ];
    await generate(usual, now);
    // Today's dataset and three past days.
    expect(mirror.requests()).toBe(4);
  });
  afterAll(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('is verified after its first publish, even if it has new rates from the European Central Bank’s zip', async () => {
    const read = (path: string) => readFileSync(join(usual, path), 'utf8');
    expect(read('archive/ecb/2026.csv')).toContain('\n2026-04-14,');
    expect(read('archive/evidence.csv')).toMatch(/\n2026-04-15,ZMW,127/);
    expect(await runScript('verify', [usual])).toMatchObject({ code: 0 });
  });

  it('changes only the time of the last check if only the form of its downloads changes', async () => {
    forms = new DownloadForms(2);
    const next = join(folder.path, 'next');
    cpSync(usual, next, { recursive: true });
    await generate(next, '2026-04-15T07:17:00.000Z', '--previous', usual, '--backfill', '0');
    expect(differences(usual, next)).toEqual(['api/v1/rates.json']);
  });
});
