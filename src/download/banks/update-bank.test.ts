import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerResponse } from 'node:http';
import type { OfficialDoubt } from '../../archive/official-rates.schema.ts';
import { isLogged } from '../../archive/corrections.ts';
import { noRatesYet, type OfficialRates, undoubted } from '../../archive/official-rates.ts';
import { yearFiles } from '../../archive/year-file.ts';
import { recordedOfficialDays } from '../../publish/recorded-archive.ts';
import { answers, type LoopbackMirror, startMirror, timeoutFor } from '../../testing/servers/loopback-mirror.ts';
import { datesFrom, dayNumber, type Instant, type IsoDate, isWeekend } from '../../money/calendar.ts';
import type { Bank, BankTable } from '../../sources/bank.ts';
import { ecb } from '../../sources/banks/ecb.ts';
import { ecb as requestsOfEcb } from './requests/ecb.ts';
import { requests } from './requests.ts';
import type { TableRequests } from './table-requests.ts';
import { noMarket } from '../../testing/data/no-market.ts';
import { updateBank } from './update-bank.ts';

const recorded = recordedOfficialDays(ecb, ecb.tables[0]).map(({ date, rates }) => ({ date, rates: new Map(rates) }));
const known = undoubted(recorded.filter(({ date }) => date <= '2026-04-09'));
/** The given days since 2026-01-01 as the bank's CSV. */
const csvOf = (days: typeof recorded) =>
  yearFiles(days.filter(({ date }) => date > '2026'))
    .map(({ body }) => body.replace('date', 'Date'))
    .join('');
const whole = csvOf(recorded);
/** A Monday, after the bank has published the rates of this day. */
const now: Instant = '2026-04-13T16:00:00.000Z';

let bank: LoopbackMirror;
let answer: (response: ServerResponse) => unknown;
beforeAll(async () => {
  bank = await startMirror((response) => answer(response));
});
afterAll(() => bank[Symbol.asyncDispose]());
beforeEach(() => {
  answer = answers.text(whole);
});
const short = { tries: 1, backOff: 1, maxBytes: 100_000 };
async function update(from = known, at = now, given: Partial<typeof short> = short): Promise<OfficialRates> {
  const limits = { timeout: timeoutFor(answer, 500), ...given };
  const options = { address: `${bank.url}/rates.csv`, requests, market: noMarket, now: at, limits };
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
  ] as const)('sends %s', async (_, newest, at, requests) => {
    const before = bank.requests();
    await update(undoubted(recorded.filter(({ date }) => date <= newest)), at);
    expect(bank.requests() - before).toBe(requests);
  });

  it('sends a request although the newest possible day is archived, if a doubt ends on a date', async () => {
    const doubt = { date: '2026-04-08', reason: 'absent', code: null, value: null, since: '2026-04-10' } as const;
    const doubted = { ...undoubted(recorded), doubts: [doubt] };
    expect(await update(doubted, '2026-04-14T06:00:00.000Z')).toEqual(undoubted(recorded));
  });

  it('ignores currencies that don’t exist', async () => {
    answer = answers.text(csvOf(recorded.map(({ date, rates }) => ({ date, rates: new Map([...rates, ['QQQ', 2]]) }))));
    expect(await update()).toEqual(undoubted(recorded));
  });

  it('reports no problem once the bank’s file is usable again', async () => {
    const problem = { problem: 'no answer', problem_since: '2026-04-10T16:00:00.000Z' as const };
    expect(await update({ ...known, ...problem })).toMatchObject({ problem: null, problem_since: null });
  });

  it('reports a problem if the newest day in the bank’s file is more than five business days old', async () => {
    answer = answers.text(csvOf(recorded.filter(({ date }) => date <= '2026-04-10')));
    expect(await update(known, '2026-04-19T23:00:00.000Z')).toMatchObject({ problem: null });
    const at = '2026-04-20T00:00:00.000Z';
    expect(await update(known, at)).toMatchObject({
      problem: 'its newest rates are from 2026-04-10',
      problem_since: at,
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
      problem: expect.stringMatching(problem) as string,
      problem_since: now,
    });
    expect(await update({ ...known, problem: 'x', problem_since: '2026-04-10T16:00:00.000Z' })).toMatchObject({
      problem: expect.stringMatching(problem) as string,
      problem_since: '2026-04-10T16:00:00.000Z',
    });
  });
});

describe('updateBank (downloads a bank’s rates in ranges of days)', () => {
  /** Fridays and Mondays of requests, in UTC. */
  const friday = '2026-02-27T12:00:00.000Z' as const;
  const table: BankTable = { ...ecb.tables[0], ...{ key: 'x', firstDay: '2025-12-22', publishedBy: 10 } };
  const bankX: Bank = { ...ecb, key: 'x', tables: [table] };
  const ofX: TableRequests = {
    ...requestsOfEcb,
    ...{ perRange: 14, is404Empty: true },
    asks: (first, last) => [`https://x.example/${first}/${last}`],
  };
  const longBank: Bank = { ...bankX, tables: [{ ...table, firstDay: '2024-01-01' }] };
  const perWeek: TableRequests = { ...ofX, perRange: 7 };

  /** What the bank's server has, by date: a rate in USD, or undefined for a day without rates. */
  let rateOn: (date: IsoDate) => string | undefined;
  /** A response other than the server's rates, for some ranges. */
  let other: (range: string) => ((response: ServerResponse) => unknown) | undefined;
  let ranges: string[];
  let open: number;
  let server: LoopbackMirror;
  beforeAll(async () => {
    server = await startMirror((response, { url = '' }) => {
      const range = url.slice(1);
      ranges.push(range);
      open++;
      if (open > 1) ranges.push('two requests at once');
      response.on('close', () => open--);
      const [first, last] = range.replace('?b', '').split('/') as [IsoDate, IsoDate];
      const lines = datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1).flatMap((date) => {
        const rate = isWeekend(dayNumber(date)) ? undefined : rateOn(date);
        return rate === undefined ? [] : [`${date},${rate}\n`];
      });
      const answer =
        other(range) ?? (lines.length > 0 ? answers.text(`Date,USD\n${lines.join('')}`) : answers.status(404));
      answer(response);
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(() => {
    rateOn = (date) => `1.${date.slice(5, 7)}${date.slice(8)}`;
    other = () => undefined;
    [ranges, open] = [[], 0];
  });

  async function run(
    from: OfficialRates | undefined,
    now: Instant,
    requestsOfTable = ofX,
    bank = bankX,
  ): Promise<OfficialRates> {
    ranges = [];
    const requests = new Map([['x', requestsOfTable]]);
    const options = { address: server.url, requests, market: noMarket, now, limits: { timeout: 30_000, backOff: 1 } };
    return (await updateBank(bank, new Map(from && [['x', from]]), options)).get('x') ?? expect.fail();
  }
  /** The bank's days from one date to another, as the server has them. */
  const daysOf = (first: IsoDate, last: IsoDate) =>
    datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1).flatMap((date) => {
      const rate = isWeekend(dayNumber(date)) ? undefined : rateOn(date);
      return rate === undefined ? [] : [{ date, rates: new Map([['USD', Number(rate)]]) }];
    });
  const complete = (last: IsoDate): OfficialRates => undoubted(daysOf('2025-12-22', last));
  const doubtOn = (date: IsoDate, changes: Partial<OfficialDoubt> = {}): OfficialDoubt => {
    return { date, reason: 'implausible', code: 'USD', value: 9, since: '2026-02-22', ...changes };
  };

  it('asks for the newest range, then for earlier ranges, the newest first, and for nothing once all days are known', async () => {
    const rates = await run(undefined, friday);
    expect(ranges).toEqual([
      '2026-02-26/2026-02-27',
      '2026-02-12/2026-02-25',
      '2026-01-29/2026-02-11',
      '2026-01-15/2026-01-28',
      '2026-01-01/2026-01-14',
      '2025-12-22/2025-12-31',
    ]);
    expect(rates).toEqual(complete('2026-02-27'));
    expect([await run(rates, friday), ranges]).toEqual([rates, []]);
  });

  it('sends at most 40 requests in a run, one at a time, and continues in the next run', async () => {
    const begun = await run(undefined, friday, perWeek, longBank);
    expect([ranges.length, new Set(ranges).size, ranges.includes('two requests at once')]).toEqual([40, 40, false]);
    expect(begun.asked_from).toBe(ranges.at(-1)?.split('/')[0]);
    expect(begun.days).toEqual(daysOf(begun.asked_from ?? expect.fail(), '2026-02-27'));
    let rates = begun;
    const sent = [...ranges];
    for (let runs = 2; runs <= 3; runs++) {
      rates = await run(rates, friday, perWeek, longBank);
      sent.push(...ranges);
      expect(ranges.length).toBeLessThanOrEqual(40);
    }
    expect(rates).toEqual({ ...undoubted(daysOf('2024-01-01', '2026-02-27')), asked_from: '2024-01-01' });
    expect([new Set(sent).size, await run(rates, friday, perWeek, longBank), ranges]).toEqual([sent.length, rates, []]);
  });

  it('counts its retries, so that a run sends at most 40 requests to a server that often fails', async () => {
    const known = new Set<string>();
    other = (range) => {
      if (known.has(range)) return undefined;
      known.add(range);
      return answers.status(500);
    };
    const requests = new Map([['x', perWeek]]);
    const limits = { timeout: 30_000, backOff: 1, tries: 3 };
    const options = { address: server.url, requests, market: noMarket, now: friday, limits };
    await updateBank(longBank, new Map(), options);
    expect(ranges).toHaveLength(40);
  });

  it('asks for the ranges of the two weeks before, too, if the newest days are in a new range', async () => {
    const rates = await run(complete('2026-02-24'), friday);
    const newest = ['2026-01-29/2026-02-11', '2026-02-12/2026-02-25', '2026-02-26/2026-02-27'];
    expect(ranges.slice(0, 3)).toEqual(newest);
    expect(rates).toEqual(complete('2026-02-27'));
  });

  it('sends no further request if the response of the first of several ranges is unusable', async () => {
    other = () => answers.text('<!doctype html>');
    const known = complete('2026-02-24');
    expect(await run(known, friday)).toMatchObject({ days: known.days, problem_since: friday });
    expect(ranges).toEqual(['2026-01-29/2026-02-11']);
  });

  it('has no problem on the first days of a new range, while it’s empty', async () => {
    rateOn = (date) => (date < '2026-02-26' ? '1.2' : undefined);
    expect(await run(undefined, '2026-02-26T12:00:00.000Z')).toEqual({ ...complete('2026-02-25') });
    expect(ranges[0]).toBe('2026-02-26/2026-02-26');
  });

  it('has no problem on the first days of a new range, if its response has the last list before it', async () => {
    rateOn = (date) => (date < '2026-02-26' ? '1.2' : undefined);
    other = (range) => (range.startsWith('2026-02-26') ? answers.text('Date,USD\n2026-02-25,1.3\n') : undefined);
    const inForce: TableRequests = { ...ofX, hasOtherDays: true };
    expect(await run(undefined, '2026-02-26T12:00:00.000Z', inForce)).toEqual({ ...complete('2026-02-25') });
  });

  it('asks again for a past range after each new day, takes over its corrections, and has each range in turn', async () => {
    let rates = complete('2026-02-20');
    rateOn = (date) => (date.startsWith('2026-01') ? '1.0111' : `1.${date.slice(5, 7)}${date.slice(8)}`);
    const again: string[] = [];
    for (const day of ['23', '24', '25', '26', '27']) {
      rates = await run(rates, `2026-02-${day}T12:00:00.000Z` as Instant);
      again.push(...ranges.slice(-1));
      const newest = [...ranges];
      expect([await run(rates, `2026-02-${day}T13:00:00.000Z` as Instant), newest.length]).toEqual([
        rates,
        day === '26' ? 4 : 3,
      ]);
    }
    expect(new Set(again.slice(0, 3)).size).toBe(3);
    expect(rates.corrections.length).toBeGreaterThan(10);
    expect(rates.corrections.every(({ date, new: now }) => date.startsWith('2026-01') && now === 1.0111)).toBe(true);
  });

  it('logs no past day that it downloads for the first time as a correction', async () => {
    const { corrections } = await run({ ...complete('2026-02-26'), asked_from: '2026-02-12' }, friday);
    expect(corrections).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    [
      'responds with status 500',
      answers.status(500),
      /^past days from 2026-01-15 to 2026-01-28: responded with status 500/,
    ],
    ['sends HTML', answers.text('<!doctype html>'), /2026-01-28: unusable file: line 1 isn't a header/],
    [
      'sends the newest days instead',
      answers.text('Date,USD\n2026-02-26,1.2\n2026-02-27,1.2\n'),
      /has no day on which/,
    ],
    ['sends only weekends', answers.text('Date,USD\n2026-01-17,1.2\n'), /unusable file: has no day on which/],
  ])('stops at a past range for which the server %s, until the server has it', async (_, broken, problem) => {
    other = (range) => (range === '2026-01-15/2026-01-28' ? broken : undefined);
    const stopped = await run(undefined, friday);
    expect(stopped).toMatchObject({ asked_from: '2026-01-29', doubts: [], corrections: [] });
    expect(stopped.days).toEqual(daysOf('2026-01-29', '2026-02-27'));
    expect(stopped).toMatchObject({ problem: expect.stringMatching(problem) as string, problem_since: friday });
    const later = await run(stopped, '2026-02-27T13:00:00.000Z');
    expect([later, ranges]).toEqual([stopped, ['2026-01-15/2026-01-28']]);
    other = () => undefined;
    expect(await run(later, '2026-02-27T14:00:00.000Z')).toEqual(complete('2026-02-27'));
  });

  it.each([
    ['without days for a short range', 14, null],
    [
      'that is unusable for a longer range',
      15,
      /^past days from .*: unusable file: has no day on which the bank can have/,
    ],
  ])('counts status 404 as a response %s', async (_, perRange, problem) => {
    rateOn = (date) => (date >= '2026-02-12' ? '1.2' : undefined);
    const rates = await run(undefined, friday, { ...ofX, perRange });
    if (problem === null) expect(rates.problem).toBeNull();
    else expect(rates.problem).toMatch(problem);
  });

  it('asks only for the ranges with doubts that end if the newest days are known, and keeps the other doubts', async () => {
    const weekend = doubtOn('2026-01-03', { reason: 'impossible_day', code: null, value: null });
    const known = { ...complete('2026-02-27'), doubts: [weekend, doubtOn('2026-02-03'), doubtOn('2026-02-05')] };
    const rates = await run(known, friday);
    expect(ranges).toEqual(['2026-01-29/2026-02-11']);
    expect(rates).toEqual({ ...complete('2026-02-27'), doubts: [weekend] });
  });

  it('asks for at most three past ranges with doubts in a run, for those whose doubts end first', async () => {
    const since = [
      ['2025-12-30', '2026-02-25'],
      ['2026-01-07', '2026-02-23'],
      ['2026-01-20', '2026-02-24'],
      ['2026-02-03', '2026-02-22'],
    ] as const;
    const doubts = since.map(([date, since]) => doubtOn(date, { since }));
    const rates = await run({ ...complete('2026-02-27'), doubts }, friday);
    expect(ranges).toEqual(['2026-01-29/2026-02-11', '2026-01-01/2026-01-14', '2026-01-15/2026-01-28']);
    expect(rates).toEqual({ ...complete('2026-02-27'), doubts: [doubts[0]] });
  });

  it('ends a doubt about a day of a short range that has no days any more', async () => {
    const known = { ...complete('2026-02-25'), doubts: [doubtOn('2026-02-26')] };
    rateOn = (date) => (date < '2026-02-26' ? `1.${date.slice(5, 7)}${date.slice(8)}` : undefined);
    expect(await run(known, '2026-02-26T12:00:00.000Z')).toEqual(complete('2026-02-25'));
  });

  it('reports a past range that changes 11 old values, but takes over the newest days and earlier ranges', async () => {
    const weeks = { ...ofX, perRange: 28 };
    const right = rateOn;
    const known = { ...undoubted(daysOf('2026-01-15', '2026-02-26')), doubts: [doubtOn('2026-02-05')] };
    rateOn = (date) => (date >= '2026-01-15' && date < '2026-02-12' ? '1.25' : right(date));
    const refused = await run(known, friday, weeks);
    expect(ranges).toEqual(['2026-02-12/2026-02-27', '2026-01-15/2026-02-11', '2025-12-22/2026-01-14']);
    const days = [...daysOf('2025-12-22', '2026-01-14'), ...known.days, ...daysOf('2026-02-27', '2026-02-27')];
    expect(refused).toMatchObject({ days, asked_from: '2025-12-22', corrections: [] });
    expect(refused.problem).toMatch(/^unusable file: more than ten values that are older than two weeks/);
    expect(refused.doubts).toContainEqual({
      ...doubtOn('2026-01-15', { reason: 'too_many_changes', value: 1.25 }),
      since: '2026-02-27',
    });
    // After two weeks, the bank's values count.
    const accepted = await run(refused, '2026-03-13T12:00:00.000Z', weeks);
    expect(accepted).toMatchObject({ days: daysOf('2025-12-22', '2026-03-13'), doubts: [], problem: null });
    expect(accepted.corrections).toHaveLength(20);
  });

  it('updates each table of a bank, and a table’s failure doesn’t matter for the other table', async () => {
    const second: TableRequests = { ...ofX, asks: (first, last) => [`https://x.example/${first}/${last}?b`] };
    const requests = new Map([
      ['x', { ...ofX, is404Empty: false }],
      ['x-b', second],
    ]);
    other = (range) => (range.endsWith('?b') ? undefined : answers.status(404));
    const limits = { timeout: 30_000, backOff: 1, tries: 1 };
    const options = { address: server.url, requests, market: noMarket, now: friday, limits };
    const updated = await updateBank({ ...bankX, tables: [table, { ...table, key: 'x-b' }] }, new Map(), options);
    expect(updated.get('x')).toEqual({
      ...noRatesYet,
      problem: 'responded with status 404',
      problem_since: friday,
    });
    expect(updated.get('x-b')).toEqual(complete('2026-02-27'));
  });

  it('reports any error of a table as its problem, wherever a step throws it, and updates the other table', async () => {
    // A range that has its turn again, past ranges, and a doubt.
    const before = { ...undoubted(daysOf('2026-02-09', '2026-02-24')), doubts: [doubtOn('2026-02-12')] };
    const week: BankTable = { ...table, firstDay: '2026-02-02' };
    const requests = new Map<string, TableRequests>([
      ['x', perWeek],
      ['x-b', { ...perWeek, asks: (first, last) => [`https://x.example/${first}/${last}?b`] }],
    ]);
    const options = { address: server.url, requests, market: noMarket, now: friday, limits: { tries: 1 } };
    const expected = { ...undoubted(daysOf('2026-02-02', '2026-02-27')), asked_from: '2026-02-02' };
    const problems: (string | undefined)[] = [];
    for (let last = 0; problems.at(-1) !== 'none'; last++) {
      let reads = 0;
      const failing = new Proxy(week, {
        get(of, name) {
          if (name !== 'key' && ++reads === last + 1) throw new TypeError('a bug');
          return Reflect.get(of, name) as unknown;
        },
      });
      const tables = [failing, { ...week, key: 'x-b' }] as const;
      const updated = await updateBank({ ...bankX, tables }, new Map([['x', before]]), options);
      expect(updated.get('x-b')).toEqual(expected);
      const { problem = null, problem_since, ...rates } = updated.get('x') ?? {};
      expect(problem_since === null).toBe(problem === null);
      problems.push(problem ?? 'none');
      if (problem === null) expect(rates).toMatchObject({ days: expected.days, doubts: [], corrections: [] });
      else expect(isLogged(before, { ...noRatesYet, ...rates })).toBe(true);
    }
    expect(problems.length).toBeGreaterThan(20);
    expect(problems.slice(0, -1).filter((problem) => !problem?.includes('a bug in Ratesheet): TypeError at '))).toEqual(
      [],
    );
  });
});
