import type { Instant } from '../../money/calendar.ts';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newestDay } from '../../archive/archive.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { defaultLimits, limitsOf } from '../http/request-limits.ts';
import { answers, startMirror, timeoutFor } from '../../testing/servers/loopback-mirror.ts';
import { recordedDays } from '../../testing/sites/small-site.ts';
import { witnessAnswers } from '../../testing/servers/witness-answers.ts';
import { WitnessRequests, type WitnessesOptions, witnessName } from './witness-requests.ts';

const now: Instant = '2026-09-30T06:17:00.000Z';
const { date, rates } = newestDay(recordedDays) ?? expect.fail();
const good = witnessAnswers.frankfurter(rates, date);

/** Short limits, so that a test with several attempts takes little time. */
const limits = { timeout: 500, deadline: 5000, backOff: 10 };

const responsesOf = (witnesses: string[], options: Partial<WitnessesOptions> = {}) =>
  new WitnessRequests({ witnesses, catalogue, now, limits, ...options }).responses();

/** Requests the rates of one witness. */
async function ask(answer: Parameters<typeof startMirror>[0]) {
  await using server = await startMirror(answer);
  const ample = { ...limits, timeout: timeoutFor(answer, limits.timeout), deadline: 60_000 };
  const [response] = await responsesOf([`${server.url}?key=secret`], { limits: ample });
  return { response: response ?? expect.fail(), requests: server.requests(), url: server.url };
}

describe('Witnesses (requests rates from the witnesses)', () => {
  it('sends one request to a witness that responds', async () => {
    const { response, requests, url } = await ask(answers.json(good));
    expect(response.witness).toBe(new URL(url).host);
    expect(response.rates?.get('EUR')).toEqual({ rate: rates.get('EUR'), asOf: date });
    expect(requests).toBe(1);
    expect(witnessName('https://API.frankfurter.dev/v2/rates?base=USD')).toBe('api.frankfurter.dev');
  });

  it.concurrent.each<[string, (response: ServerResponse) => unknown, string, number]>([
    ['never responds', answers.hang, 'no complete response within 0.5 s', 3],
    ['responds with status 500', answers.status(500), 'responded with status 500', 3],
    ['responds with status 429 (too many requests)', answers.status(429), 'responded with status 429', 1],
    ['never stops sending', answers.endless, 'the response has more than 1048576 bytes', 1],
    ['sends an HTML page', answers.text('<!doctype html>'), 'the response isn’t JSON', 1],
  ])('reports a witness as unreachable (once, not per attempt) if it %s', async (_, answer, problem, tries) => {
    const { response, requests, url } = await ask(answer);
    expect(response).toEqual({
      ...{ witness: new URL(url).host, rates: null, outcome: 'unreachable' },
      problem: expect.stringContaining(problem) as string,
    });
    // Only temporary failures are retried. The problem never contains the key in the URL.
    expect(requests).toBe(tries);
    expect(JSON.stringify(response)).not.toMatch(/secret|usd\.json|\\n/);
  });

  /** The real limits, divided by five. */
  const fast = {
    timeout: limitsOf.witness.timeout / 5,
    backOff: defaultLimits.backOff / 5,
    deadline: limitsOf.witness.deadline / 5,
  };

  it.concurrent('uses the third response of a witness if the first two attempts fail', async () => {
    const faults = [answers.status(503), answers.drop];
    await using server = await startMirror((response) => {
      (faults.shift() ?? answers.json(good))(response);
    });
    const [response] = await responsesOf([server.url], { limits: fast });
    expect(response?.rates?.size).toBe(rates.size - 1);
    expect(server.requests()).toBe(3);
  });

  it.concurrent('sends three requests before the deadline to a witness that never responds', async () => {
    await using server = await startMirror(answers.hang);
    const [response] = await responsesOf([server.url], { limits: fast });
    expect(response).toMatchObject({ rates: null, outcome: 'unreachable' });
    expect(server.requests()).toBe(3);
  });

  it.concurrent('returns the other witnesses’ responses if one witness fails', async () => {
    await using down = await startMirror(answers.hang);
    await using up = await startMirror(answers.json(good));
    const asked = await responsesOf([down.url, up.url]);
    expect(asked.map(({ rates }) => rates?.size)).toEqual([undefined, rates.size - 1]);
  });

  it.each<[string, unknown]>([
    ['rates with the base EUR in place of USD', good.map((row) => ({ ...row, base: 'EUR' }))],
    ['duplicate rows', [...good, ...good]],
    ['negative rates', good.map((row) => ({ ...row, rate: -row.rate }))],
    [
      'a base with control characters and a GitHub Actions command',
      [{ base: '\n::error title=Hacked::\u001b[2J##[error]' }],
    ],
  ])('reports a witness as unusable if it sends %s', async (_, body) => {
    const { response } = await ask(answers.json(body));
    expect(response).toMatchObject({
      ...{ rates: null, outcome: 'unusable' },
      problem: expect.stringMatching(/^unusable response: /) as string,
    });
  });

  it('accepts no two witnesses at the same host, because the host is a witness’s name', () => {
    const witnesses = ['https://witness.example/a', 'https://witness.example/b?base=USD'];
    expect(() => new WitnessRequests({ witnesses, catalogue, now })).toThrow(
      new RangeError('Two witnesses have the same host. Use each host for one witness.'),
    );
  });

  it('throws the abort reason if the caller aborts the requests', async () => {
    await using down = await startMirror(answers.hang);
    const end = new AbortController();
    const asked = responsesOf([down.url], { signal: end.signal });
    end.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
  });
});
