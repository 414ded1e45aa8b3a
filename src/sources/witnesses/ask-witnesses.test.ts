import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newestDay } from '../../archive/archive.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { recordedDays } from '../../testing/sites/small-site.ts';
import { witnessLayouts } from '../../testing/servers/witness-answers.ts';
import { askWitnesses, witnessName } from './ask-witnesses.ts';
import type { MirrorError } from '../errors.ts';

const now = '2026-09-30T06:17:00.000Z';
const { date, rates } = newestDay(recordedDays) ?? expect.fail();
const good = witnessLayouts.frankfurter(rates, date);

/** Quick, so that every try fits. */
const limits = { timeout: 1000, deadline: 5000, backOff: 10 };

/** One witness's answer, and what is reported of it. */
async function ask(...args: Parameters<typeof startMirror>) {
  await using server = await startMirror(...args);
  const told: string[] = [];
  const [answer] = await askWitnesses({
    witnesses: [`${server.url}?key=secret`],
    catalogue,
    now,
    limits,
    onFailure: (witness, { message }) => told.push(`${witness}: ${message}`),
  });
  return { answer: answer ?? expect.fail(), told, requests: server.requests(), url: server.url };
}

describe('a witness', () => {
  it('that responds is asked once, and named by its host', async () => {
    const { answer, told, requests, url } = await ask(answers.json(good));
    expect(answer).toMatchObject({ witness: new URL(url).host });
    expect(answer.rates?.get('EUR')).toEqual({ rate: rates.get('EUR'), asOf: date });
    expect([told, requests]).toEqual([[], 1]);
    expect(witnessName('https://API.frankfurter.dev/v2/rates?base=USD')).toBe('api.frankfurter.dev');
  });

  it.concurrent.each<[string, (response: ServerResponse) => unknown, string, number]>([
    ['hangs', answers.hang, 'no whole answer within 1 s', 3],
    ['stalls', answers.stall, 'no whole answer within 1 s', 3],
    ['drops the connection', answers.drop, 'other side closed', 3],
    ['is down', answers.status(500), 'answered with status 500', 3],
    ['wants a key', answers.status(401), 'answered with status 401', 1],
    ['limits requests', answers.status(429), 'answered with status 429', 1],
    ['never stops', answers.endless, 'the answer has more than 1048576 bytes', 1],
    ['has a page', answers.text('<!doctype html>'), 'the answer is not JSON', 1],
    ['sends nothing', answers.empty, 'the answer is not JSON: empty', 1],
    [
      'is a bomb',
      (response: ServerResponse) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(20_000_000, ' '))),
      'the answer has more than 1048576 bytes',
      1,
    ],
  ])('that %s is unreachable, which is reported once and in one line', async (_, answer, problem, tries) => {
    const asked = await ask(answer);
    expect(asked.answer).toEqual({ witness: new URL(asked.url).host, rates: null, outcome: 'unreachable' });
    expect(asked.told).toEqual([expect.stringContaining(`${new URL(asked.url).host}: ${problem}`)]);
    // Only what may pass is tried again. Its key is never shown, wherever in its URL that is.
    expect(asked.requests).toBe(tries);
    expect(asked.told.join()).not.toMatch(/secret|usd\.json|\n/);
  });

  it.concurrent.each([1, 2])('that fails %i times is tried again and heard, within 10 s', async (failures) => {
    let requests = 0;
    await using server = await startMirror((response) => {
      (requests++ < failures ? answers.status(503) : answers.json(good))(response);
    });
    const begin = performance.now();
    const told: unknown[] = [];
    const [answer] = await askWitnesses({
      witnesses: [server.url],
      catalogue,
      now,
      onFailure: (...failure) => told.push(failure),
    });
    expect(answer?.rates?.size).toBe(rates.size - 1);
    expect([requests, told]).toEqual([failures + 1, []]);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  it.concurrent('that always hangs is tried three times within 10 s', async () => {
    await using server = await startMirror(answers.hang);
    const begin = performance.now();
    const [answer] = await askWitnesses({ witnesses: [server.url], catalogue, now });
    expect(answer).toMatchObject({ rates: null, outcome: 'unreachable' });
    expect(server.requests()).toBe(3);
    expect(performance.now() - begin).toBeLessThan(11_000);
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

  it('that fails affects no other', async () => {
    await using down = await startMirror(answers.hang);
    await using up = await startMirror(answers.json(good));
    const asked = await askWitnesses({
      witnesses: [down.url, up.url],
      catalogue,
      now,
      limits,
    });
    expect(asked.map(({ rates }) => rates?.size)).toEqual([undefined, rates.size - 1]);
  });

  it('aborts its request when the caller aborts', async () => {
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
