import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerResponse } from 'node:http';
import { type OfficialRates, undoubted } from '../../archive/official-rates.ts';
import { yearFiles } from '../../archive/year-file.ts';
import { recordedOfficialDays } from '../../publish/recorded-archive.ts';
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { ecb } from '../banks/ecb.ts';
import { updateBank } from './update-bank.ts';

const recorded = recordedOfficialDays(ecb, ecb.tables[0]).map(({ date, rates }) => ({ date, rates: new Map(rates) }));
const known = undoubted(recorded.filter(({ date }) => date <= '2026-04-09'));
/** The given days since 2026-01-01 as the bank's CSV. */
const csvOf = (days: typeof recorded) =>
  yearFiles({ days: days.filter(({ date }) => date > '2026') }, [])
    .map(({ body }) => body.replace('date', 'Date'))
    .join('');
const whole = csvOf(recorded);
/** A Monday, after the bank has published the rates of this day. */
const now = '2026-04-13T16:00:00.000Z';

let bank: LoopbackMirror;
let answer: (response: ServerResponse) => unknown;
beforeAll(async () => {
  bank = await startMirror((response) => answer(response));
});
afterAll(() => bank[Symbol.asyncDispose]());
beforeEach(() => {
  answer = answers.text(whole);
});
const short = { tries: 1, timeout: 500, backOff: 1, maxBytes: 100_000 };
async function update(from = known, at = now, limits: Partial<typeof short> = short): Promise<OfficialRates> {
  const options = { address: `${bank.url}/rates.csv`, market: [], now: at, limits };
  return (await updateBank(ecb, new Map([['ecb', from]]), options)).get('ecb') ?? expect.fail();
}

describe('updateBank (downloads new official rates of the European Central Bank)', () => {
  it('adds the new days of the bank’s file', async () => {
    expect(await update(known, now, {})).toEqual(undoubted(recorded));
  });

  it.each([
    ['no request on a Friday before the bank’s daily release', '2026-04-09', '2026-04-10T15:00:00.000Z', 0],
    ['one request on a Friday after the bank’s daily release', '2026-04-09', '2026-04-10T15:45:00.000Z', 1],
    ['no request on a Sunday if Friday’s rates are archived', '2026-04-10', '2026-04-12T23:00:00.000Z', 0],
    ['no request on a Monday before the bank’s daily release', '2026-04-10', '2026-04-13T15:00:00.000Z', 0],
    ['one request on a Monday after the bank’s daily release', '2026-04-10', '2026-04-13T16:00:00.000Z', 1],
  ])('sends %s', async (_, newest, at, requests) => {
    const before = bank.requests();
    await update(undoubted(recorded.filter(({ date }) => date <= newest)), at);
    expect(bank.requests() - before).toBe(requests);
  });

  it('sends a request although the newest possible day is archived, if a doubt ends on a date', async () => {
    const doubt = { date: '2026-04-08', reason: 'absent', code: null, value: null, since: '2026-04-10' } as const;
    const doubted = { ...undoubted(recorded), doubts: [doubt] };
    expect(await update(doubted, '2026-04-14T06:00:00.000Z')).toEqual(undoubted(recorded));
  });

  it('reports no problem once the bank’s file is usable again', async () => {
    const problem = { problem: 'no answer', since: '2026-04-10T16:00:00.000Z' };
    expect(await update({ ...known, problem })).toMatchObject({ problem: null });
  });

  it('reports a problem if the newest day in the bank’s file is a week old', async () => {
    answer = answers.text(csvOf(recorded.filter(({ date }) => date <= '2026-04-10')));
    const at = '2026-04-17T16:00:00.000Z';
    expect(await update(known, at)).toMatchObject({
      problem: { problem: 'its newest rates are from 2026-04-10', since: at },
    });
  });

  it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    ['never responds', answers.hang, /within 0.5 s/],
    ['stalls in the middle of the file', answers.stall, /within 0.5 s/],
    ['drops the connection', answers.drop, /./],
    ['responds with status 404', answers.status(404), /^responded with status 404$/],
    ['never stops sending', answers.endless, /more than 100000 bytes/],
    ['redirects to itself', answers.redirectToItself, /./],
    ['sends HTML', answers.text('<!doctype html>'), /^unusable file: line 1 isn't a header/],
    [
      'sends a file that changes 11 rates of ten weeks ago',
      answers.text(whole.replaceAll(/^2026-0[12].*$/gm, (line) => line.replace(/\d+\.\d+/, '1.5'))),
      /^unusable file: more than ten values .*, the first is AUD of 2026-01-02 \(now 1.5\); accepted on 2026-04-27 /,
    ],
    [
      'sends a file that begins after the last archived day',
      answers.text(whole.replace(/\n(2026-0[123].*\n|2026-04-0.*\n)*/, '\n')),
      /^unusable file: begins on 2026-04-10, after/,
    ],
  ])('keeps the archived days and reports a problem if the bank’s server %s', async (_, broken, problem) => {
    answer = broken;
    const { days, ...updated } = await update();
    expect(days).toBe(known.days);
    expect(updated).toMatchObject({
      corrections: [],
      problem: { problem: expect.stringMatching(problem) as string, since: now },
    });
    expect((await update({ ...known, problem: { problem: 'x', since: '2026-04-10T16:00:00.000Z' } })).problem).toEqual({
      problem: expect.stringMatching(problem) as string,
      since: '2026-04-10T16:00:00.000Z',
    });
  });
});
