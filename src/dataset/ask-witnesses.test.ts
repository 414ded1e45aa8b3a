import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newestDay } from '../archive/archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { answers, startMirror } from '../testing/loopback-mirror.ts';
import { recordedDays } from '../testing/small-site.ts';
import { witnessLayouts } from '../testing/witness-answers.ts';
import { askWitnesses, witnessName } from './ask-witnesses.ts';
import type { MirrorError } from './errors.ts';

const now = '2026-09-30T06:17:00.000Z';
const { date, rates } = newestDay(recordedDays) ?? expect.fail();
const good = witnessLayouts.frankfurter(rates, date);

/** What one witness says, and what is told of it. */
async function ask(...args: Parameters<typeof startMirror>) {
  await using server = await startMirror(...args);
  const told: string[] = [];
  const [answer] = await askWitnesses({
    witnesses: [`${server.url}?key=secret`],
    catalogue,
    now,
    limits: { timeout: 1000, deadline: 1000 },
    onFailure: (witness, { message }) => told.push(`${witness}: ${message}`),
  });
  return { answer: answer ?? expect.fail(), told, requests: server.requests(), url: server.url };
}

describe('a witness', () => {
  it('is asked once, and known by its host', async () => {
    const { answer, told, requests, url } = await ask(answers.json(good));
    expect(answer).toMatchObject({ witness: new URL(url).host });
    expect(answer.rates?.get('EUR')).toEqual({ rate: rates.get('EUR'), asOf: date });
    expect([told, requests]).toEqual([[], 1]);
    expect(witnessName('https://API.frankfurter.dev/v2/rates?base=USD')).toBe('api.frankfurter.dev');
  });

  it.concurrent.each<[string, (response: ServerResponse) => unknown, string]>([
    ['hangs', answers.hang, 'no whole answer within 1 s'],
    ['stalls', answers.stall, 'no whole answer within 1 s'],
    ['drops the connection', answers.drop, 'other side closed'],
    ['is down', answers.status(500), 'answered with status 500'],
    ['wants a key', answers.status(401), 'answered with status 401'],
    ['has had enough of us', answers.status(429), 'answered with status 429'],
    ['never stops', answers.endless, 'the answer has more than 1048576 bytes'],
    ['has a page', answers.text('<!doctype html>'), 'the answer is not JSON'],
    ['says nothing', answers.empty, 'the answer is not JSON: empty'],
    [
      'is a bomb',
      (response: ServerResponse) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(100_000_000, ' '))),
      'the answer has more than 1048576 bytes',
    ],
  ])('that %s is unreachable, and said to be so in one line', async (_, answer, problem) => {
    const asked = await ask(answer);
    expect(asked.answer).toEqual({ witness: new URL(asked.url).host, rates: null, outcome: 'unreachable' });
    expect(asked.told).toEqual([expect.stringContaining(`${new URL(asked.url).host}: ${problem}`)]);
    // It is not asked again, and nobody reads its key, wherever in its address that is.
    expect(asked.requests).toBe(1);
    expect(asked.told.join()).not.toMatch(/secret|usd\.json|\n/);
  });

  it.each<[string, unknown]>([
    ['other base', good.map((row) => ({ ...row, base: 'EUR' }))],
    ['duplicate rows', [...good, ...good]],
    ['negative rates', good.map((row) => ({ ...row, rate: -row.rate }))],
    ['hostile text', [{ base: '\n::error title=Hacked::\u001b[2J##[error]' }]],
  ])('with %s is unusable', async (_, body) => {
    const { answer, told } = await ask(answers.json(body));
    expect(answer).toMatchObject({ rates: null, outcome: 'unusable' });
    expect(told).toHaveLength(1);
  });

  it('that fails touches no other', async () => {
    await using down = await startMirror(answers.hang);
    await using up = await startMirror(answers.json(good));
    const asked = await askWitnesses({
      witnesses: [down.url, up.url],
      catalogue,
      now,
      limits: { timeout: 1000, deadline: 1000 },
    });
    expect(asked.map(({ rates }) => rates?.size)).toEqual([undefined, rates.size - 1]);
  });

  it('is asked no longer than somebody wants to know', async () => {
    await using down = await startMirror(answers.hang);
    const end = new AbortController();
    const failures: MirrorError[] = [];
    const asked = askWitnesses({
      witnesses: [down.url],
      catalogue,
      now,
      signal: end.signal,
      onFailure: (_, error) => failures.push(error),
    });
    end.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
    expect(failures).toEqual([]);
  });
});
