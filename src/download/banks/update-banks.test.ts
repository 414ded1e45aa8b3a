import type { Instant, IsoDate } from '../../money/calendar.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { noRatesYet, type Official } from '../../archive/official-rates.ts';
import { norgesBank } from '../../sources/banks/norges-bank.ts';
import { ecb } from '../../sources/banks/ecb.ts';
import { mnb } from '../../sources/banks/mnb.ts';
import { noMarket } from '../../testing/data/no-market.ts';
import { startingOn } from '../../testing/servers/complete-rates.ts';
import { startFakeBanks } from '../../testing/servers/fake-banks.ts';
import { present } from '../../text/present.ts';
import { requests } from './requests.ts';
import { updateBanks } from './update-banks.ts';

const FIRST_DAY = '2026-09-01';
const fakes = await startFakeBanks({ now: '2026-11-11T18:00:00.000Z', firstDay: FIRST_DAY });
afterAll(() => fakes[Symbol.asyncDispose]());

/** The bank without https comes first, so that the order of the list doesn't matter. */
const banks = [mnb, ecb].map(startingOn(FIRST_DAY));
const update = (known: Official, now: Instant = '2026-11-11T18:00:00.000Z', options = { banks, requests }) => {
  fakes.now = now;
  const limits = { tries: 1, timeout: 30_000 };
  const { banks, requests } = options;
  return updateBanks(banks, known, { addressOf: () => fakes.url, requests, market: noMarket, now, limits });
};
const ofMnb = (official: Official) => official.get('mnb') ?? noRatesYet;
const ratesOn = (official: Official, date: IsoDate) => ofMnb(official).days.find((day) => day.date === date)?.rates;
/** The bank's rates that the European Central Bank can confirm. */
const confirmed = (date: IsoDate) => {
  const reading = [...(fakes.plainReading('mnb').get(date) ?? [])];
  const values = reading.map(
    ([code, { value, units }]) => [code, Number((Number(value) / units).toPrecision(12))] as const,
  );
  return new Map(values.filter(([code]) => !['RSD', 'RUB', 'UAH'].includes(code)).sort());
};

beforeEach(() => {
  fakes.trouble.clear();
});

it('updateBanks > confirms rates that come over http with the other banks’ rates of the same run', async () => {
  const official = await update(new Map());
  expect(ofMnb(official)).toMatchObject({ asked_from: FIRST_DAY, problem: null, corrections: [] });
  for (const { date, rates } of ofMnb(official).days) expect([date, rates]).toEqual([date, confirmed(date)]);
  // Only the newest values that nothing confirms wait.
  const waiting = ofMnb(official).doubts.map(({ reason, date, code }) => `${reason} ${date} ${code}`);
  expect(waiting.slice(-3)).toEqual(['RSD', 'RUB', 'UAH'].map((code) => `unconfirmed 2026-11-11 ${code}`));
  expect(waiting).toHaveLength(27);
});

it('updateBanks > withholds only the value that someone has changed on its way', async () => {
  const before = await update(new Map(), '2026-11-10T18:00:00.000Z');
  fakes.trouble.set('mnb', (body) =>
    body.replace(/(2026-11-11.*?curr="USD"&gt;)([\d,]+)/, (_, start: string, value: string) => {
      return start + (Number(value.replace(',', '.')) * 1.1).toFixed(2).replace('.', ',');
    }),
  );
  const changed = await update(before);
  const right = confirmed('2026-11-11');
  expect(ratesOn(changed, '2026-11-11')).toEqual(new Map([...right].filter(([code]) => code !== 'USD')));
  expect(ofMnb(changed).doubts.at(-1)).toMatchObject({ date: '2026-11-11', reason: 'unconfirmed', code: 'USD' });
  fakes.trouble.clear();
  expect(ratesOn(await update(changed, '2026-11-11T19:00:00.000Z'), '2026-11-11')).toEqual(right);
});

it('updateBanks > loses no past day if no other source answers at first', async () => {
  fakes.trouble.set('ecb', 'down');
  const none = await update(new Map());
  expect(ofMnb(none)).toMatchObject({
    days: [],
    asked_from: null,
    problem: expect.stringMatching('compared') as string,
  });
  fakes.trouble.clear();
  expect(ofMnb(await update(none))).toEqual(ofMnb(await update(new Map())));
});

it('updateBanks > asks a bank without https only for past days that the others have been asked for, so no rate is late', async () => {
  const ofEightDays = (key: string, perMinute: number) =>
    [key, { ...present(requests.get(key), key), perRange: 8, perMinute }] as const;
  const options = {
    banks: [mnb, norgesBank, ecb].map(startingOn(FIRST_DAY)),
    requests: new Map([...requests, ofEightDays('mnb', 40), ofEightDays('norges-bank', 5)]),
  };
  const reached = (official: Official, key: string) => official.get(key)?.asked_from ?? null;
  const first = await update(new Map(), undefined, options);
  expect(reached(first, 'norges-bank')).toBe('2026-10-10');
  let official = first;
  while (reached(official, 'norges-bank') !== FIRST_DAY) {
    expect(reached(official, 'mnb')).toBe(reached(official, 'norges-bank'));
    official = await update(official, undefined, options);
  }
  expect([reached(official, 'mnb'), ofMnb(official).corrections]).toEqual([FIRST_DAY, []]);

  // A bank that doesn't respond isn't waited for.
  fakes.trouble.set('norges-bank', 'down');
  expect(reached(await update(first, undefined, options), 'mnb')).toBe(FIRST_DAY);
});
