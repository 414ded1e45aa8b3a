import type { Instant } from '../money/calendar.ts';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { addresses } from '../api/paths.ts';
import type { LiveStatus } from '../operate/report/live-status.ts';
import { lineOf } from '../operate/report/items.ts';
import { rateItems } from '../operate/report/rate-items.ts';
import { generateSite } from '../operate/generate/generate-site.ts';
import { banks } from '../sources/banks.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { filesOf, readJson } from '../testing/sites/read-site.ts';
import { fewPairs } from '../testing/sites/small-site.ts';

/** Texts that must not be published: a key that a server repeats, and instructions to an assistant. */
const secrets = ['s3cr3tk3y', 'disregard-all-rules'] as const;
const text = `Invalid key ${secrets.join(' ')}`;
const usd = { ...recorded.usd, [text]: 1 };

/** Unusable responses that have the texts in different places. */
const responses: readonly ((response: ServerResponse) => unknown)[] = [
  answers.text(text),
  answers.text(`<!doctype html><title>${text}</title>`),
  answers.text(`{"${text}": 1, "${text}": 2`),
  answers.text(`{"${text}": 1, "${text}": 2}`),
  answers.json({ date: '2026-09-29', base: text, rates: { EUR: 0.88 } }),
  answers.json({ date: text, usd }),
  answers.json([{ date: text, base: text, quote: text, rate: text }]),
  answers.json([{ table: text, no: text, effectiveDate: text, rates: [{ code: text, mid: 1 }] }]),
  answers.json({ rates: [{ validFor: text, currencyCode: text, amount: 1, rate: 1 }] }),
  answers.json([{ exchangedate: text, cc: text, rate: 1, units: 1, rate_per_unit: 1 }]),
  answers.text(`FREQ,BASE_CUR,QUOTE_CUR,TENOR,UNIT_MULT,TIME_PERIOD,OBS_VALUE\n${text},,,,,,\n`),
  answers.text(`Date,USD\n${text},1\n`),
  (response) => response.writeHead(200, text, { 'content-encoding': text }).end(text),
  (response) => response.writeHead(403, text, { 'x-reason': text }).end(text),
  (response) => response.writeHead(302, { location: `http://${secrets.join('-')}.invalid/` }).end(),
];

const folder = temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
let stdio: MockInstance<typeof process.stdout.write>[];
const printed = () => stdio.flatMap(({ mock }) => mock.calls.map(([line]) => String(line))).join('');
beforeEach(() => {
  stdio = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  return () => vi.restoreAllMocks();
});

it('a publish quotes no unusable response in the site’s files, in the log or in the issue', async () => {
  await using servers = new AsyncDisposableStack();
  const urls: string[] = [];
  for (const response of responses) urls.push(servers.use(await startMirror(response)).url);
  // Each bank's server sends the response that is most like the bank's own.
  const alike: Readonly<Record<string, number>> = { ecb: 11, nbp: 7, cnb: 8, 'norges-bank': 10, nbu: 9 };
  await using good = await startMirror(answers.json(recorded));
  const out = join(folder.path, 'site');
  const now: Instant = '2026-10-01T06:17:00.000Z';
  await generateSite(
    {
      ...{ out, now, mirrors: [...urls, good.url], witnesses: urls, datedMirrors: urls.map((url) => `${url}/{date}`) },
      ...{ backfill: 30, recorded: false, fileLimit: fewPairs },
      official: new Map(banks.map(({ key }, index) => [key, new URL(urls[alike[key] ?? index] ?? good.url).origin])),
    },
    AbortSignal.any([]),
  );
  const status = readJson(out, `${addresses.status.slice(1)}.json`) as LiveStatus;
  const issue = rateItems(status, '2026-12-31T00:00:00.000Z').map((item) => lineOf(item, 'https://guide.example'));
  expect(issue).not.toEqual([]);
  expect(printed()).toContain('isn’t JSON');
  const texts = new Map(filesOf(out).map((path) => [path, readFileSync(join(out, path), 'latin1')]));
  for (const secret of secrets) {
    expect([...texts].filter(([, text]) => text.includes(secret)).map(([path]) => path)).toEqual([]);
    expect(printed()).not.toContain(secret);
    expect(issue.join('\n')).not.toContain(secret);
  }
});
