import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue, type VolatilityClass } from '../currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import type { Rates } from '../rates/snapshot.ts';
import { isWithin, plausibleFactor, SECOND_DATASET_FACTOR, YARDSTICK_FACTOR } from './bounds.ts';
import { parseDataset } from './dataset.ts';
import { ImplausibleDatasetError } from './errors.ts';
import { passGate, type PublishedBefore } from './quality-gate.ts';
import day20251101 from './recorded/usd-2025-11-01.json' with { type: 'json' };
import day20251206 from './recorded/usd-2025-12-06.json' with { type: 'json' };
import day20251207 from './recorded/usd-2025-12-07.json' with { type: 'json' };
import { recordedYardstick } from './recorded-snapshot.ts';

const yardstick = recordedYardstick(catalogue);
const good: PublishedBefore = { asOf: '2026-09-29', rates: yardstick, quality: new Map() };

/** The recorded rates with changes: a number is a factor, null takes the currency out. */
function changed(changes: Record<string, number | null>, rates: Rates = yardstick): Rates {
  return new Map(
    [...rates].flatMap(([code, rate]) => {
      const change = changes[code] === undefined ? 1 : changes[code];
      return change === null ? [] : [[code, rate * change] as const];
    }),
  );
}

/** Puts one dataset a day through the gate, from 2026-09-30 on, each beside what the one before published. */
function publish(
  days: Record<string, number | null>[],
  previous: PublishedBefore | null = good,
  firstDay = '2026-09-30',
) {
  return days.map((changes, index) => {
    const date = dateOfDay(dayNumber(firstDay) + index);
    const passed = passGate({ catalogue, previous, yardstick, dataset: { date, rates: changed(changes) } });
    previous = { asOf: date, ...passed };
    return previous;
  });
}

/** What is published of a currency, in multiples of its recorded rate, and its state, day by day. */
function follow(code: string, days: ReturnType<typeof publish>) {
  return days.map(({ rates, quality }) => {
    const rate = rates.get(code);
    const factor = rate === undefined ? null : Number((rate / (yardstick.get(code) ?? NaN)).toPrecision(6));
    return [factor, quality.get(code)?.state ?? 'ok'];
  });
}

describe('the quality gate', () => {
  it('lets an ordinary day pass as it is', () => {
    const [day] = publish([{ EUR: 1.005, BTC: 0.93, ZMW: 1.02 }]);
    expect(day?.quality.size).toBe(0);
    expect(day?.rates).toEqual(changed({ EUR: 1.005, BTC: 0.93, ZMW: 1.02 }));
  });

  it.each<[VolatilityClass, string, number]>([
    ['peg', 'AED', 1.05],
    ['stablecoin', 'USDT', 1.05],
    ['major', 'EUR', 1.03],
    ['minor', 'ZMW', 1.05],
    ['crypto', 'BTC', 1.6],
  ])(
    'holds a currency of class %s (%s) that moves by more than a factor of %d in a day, up or down',
    (volatility, code, bound) => {
      expect(catalogue.find((entry) => entry.code === code)?.volatility).toBe(volatility);
      for (const within of [bound, 1 / bound, 1]) {
        expect(follow(code, publish([{ [code]: within }]))).toEqual([[Number(within.toPrecision(6)), 'ok']]);
      }
      for (const beyond of [bound * 1.001, 1 / (bound * 1.001), 100, 1e-6]) {
        expect(follow(code, publish([{ [code]: beyond }]))).toEqual([[1, 'held']]);
      }
    },
  );

  it('waits for a second dataset where the new level is not far, and for a third where it is', () => {
    const stays = (factor: number) => follow('ZMW', publish([1, 2, 3, 4].map(() => ({ ZMW: factor }))));
    expect(stays(1.2)).toEqual([
      [1, 'held'],
      [1.2, 'accepted'],
      [1.2, 'ok'],
      [1.2, 'ok'],
    ]);
    expect(stays(1.3)).toEqual([
      [1, 'held'],
      [1, 'held'],
      [1.3, 'accepted'],
      [1.3, 'ok'],
    ]);
    // A day that comes back was none.
    expect(follow('BRL', publish([{ BRL: 1.075 }, {}]))).toEqual([
      [1, 'held'],
      [1, 'ok'],
    ]);
  });

  it.each([
    ['goes missing', null],
    // Each day another one, so that no three agree.
    ['jumps about', 'jumps'],
  ])('publishes the last good rate of a currency that %s for 30 days, and then leaves it out', (_, change) => {
    const days = Array.from({ length: 34 }, (_, index) => ({ ZMW: change === null ? null : 10 ** (2 + (index % 2)) }));
    const states = follow('ZMW', publish([...days.slice(0, 32), { ZMW: 1 }]));
    expect(states.slice(0, 30)).toEqual(Array(30).fill([1, 'held']));
    expect(states.slice(30, 32)).toEqual(Array(2).fill([null, 'held']));
    // What comes back is believed again.
    expect(states[32]).toEqual([1, 'ok']);
  });

  it.each([30, 60, 187])('holds what is broken after a gap of %d days, and believes what is right after it', (days) => {
    const after = dateOfDay(dayNumber(good.asOf) + days);
    expect(follow('ZMW', publish([{ ZMW: 4 }, { ZMW: 1 }], good, after))).toEqual([
      [1, 'held'],
      [1, 'ok'],
    ]);
    // A tenth in a month or two is nothing to hold.
    expect(follow('EUR', publish([{ EUR: 1.1 }], good, after))).toEqual([[1.1, 'ok']]);
  });

  it('never believes in a dollar that is not one', () => {
    expect(follow('USD', publish([{ USD: 1.0001 }]))).toEqual([[1, 'held']]);
  });

  it('widens the bound with the square root of the days between', () => {
    expect(plausibleFactor('major', 1)).toBe(1.03);
    expect(plausibleFactor('major', 30)).toBeCloseTo(1.03 ** Math.sqrt(30), 10);
    expect(plausibleFactor('major', 0)).toBe(1.03);
    expect(plausibleFactor('major', 31)).toBe(plausibleFactor('major', 30));
    expect(plausibleFactor('crypto', 400)).toBe(plausibleFactor('crypto', 30));
    expect(follow('EUR', publish([{ EUR: 1.17 }], good, '2026-10-29'))).toEqual([[1.17, 'ok']]);
    expect(follow('EUR', publish([{ EUR: 1.18 }], good, '2026-10-29'))).toEqual([[1, 'held']]);
  });

  it('publishes a value that returns at once', () => {
    expect(follow('ZMW', publish([{ ZMW: 100 }, { ZMW: 1.01 }, {}]))).toEqual([
      [1, 'held'],
      [1.01, 'ok'],
      [1, 'ok'],
    ]);
  });

  it('accepts a new level when three successive datasets agree on it, then takes it for granted', () => {
    const days = publish([{ SYP: 0.01 }, { SYP: 0.0101 }, { SYP: 0.0099 }, { SYP: 0.01 }]);
    expect(follow('SYP', days)).toEqual([
      [1, 'held'],
      [1, 'held'],
      [0.0099, 'accepted'],
      [0.01, 'ok'],
    ]);
  });

  it('tells what it did and why', () => {
    const rate = yardstick.get('SYP') ?? NaN;
    const [first, second, third] = publish([{ SYP: 0.01 }, { SYP: 0.01 }, { SYP: 0.01 }]);
    const held = {
      state: 'held',
      reason: 'implausible_move',
      since: '2026-09-30',
      published: rate,
      goodAsOf: '2026-09-29',
    };
    const offered = rate * 0.01;
    expect(first?.quality.get('SYP')).toEqual({ ...held, offered, offeredAsOf: '2026-09-30', agreeing: 1 });
    expect(second?.quality.get('SYP')).toEqual({ ...held, offered, offeredAsOf: '2026-10-01', agreeing: 2 });
    expect(third?.quality.get('SYP')).toEqual({
      state: 'accepted',
      reason: 'level_break',
      since: '2026-10-02',
      published: offered,
      goodAsOf: '2026-10-02',
      offered,
      offeredAsOf: '2026-10-02',
      agreeing: 3,
    });
  });

  it('begins to count anew when the offered level changes or goes missing', () => {
    expect(
      follow('ZMW', publish([{ ZMW: 10 }, { ZMW: 10 }, { ZMW: 20 }, { ZMW: 20 }, { ZMW: 20 }])).map(
        ([, state]) => state,
      ),
    ).toEqual(['held', 'held', 'held', 'held', 'accepted']);
    expect(
      follow('ZMW', publish([{ ZMW: 10 }, { ZMW: 10 }, { ZMW: null }, { ZMW: 10 }, { ZMW: 10 }, { ZMW: 10 }])).map(
        ([, state]) => state,
      ),
    ).toEqual(['held', 'held', 'held', 'held', 'held', 'accepted']);
  });

  it('counts editions of one day once', () => {
    let previous: PublishedBefore = good;
    for (let edition = 0; edition < 5; edition++) {
      const dataset = { date: '2026-09-30', rates: changed({ ZMW: 10 + edition / 100 }) };
      previous = { asOf: dataset.date, ...passGate({ catalogue, previous, yardstick, dataset }) };
      expect(previous.quality.get('ZMW')).toMatchObject({ state: 'held', agreeing: 1 });
    }
  });

  it('holds a currency that is missing, for as long as it is, and says since when', () => {
    const days = publish([{ ZMW: null }, { ZMW: null }, { ZMW: null }, { ZMW: null }, {}]);
    expect(follow('ZMW', days)).toEqual([
      [1, 'held'],
      [1, 'held'],
      [1, 'held'],
      [1, 'held'],
      [1, 'ok'],
    ]);
    expect(days[3]?.quality.get('ZMW')).toMatchObject({
      reason: 'missing',
      since: '2026-09-30',
      goodAsOf: '2026-09-29',
      offered: null,
      agreeing: 0,
    });
  });

  it('measures a held value from the day of the last good one', () => {
    // 1.05 a day for ZMW: a factor of 1.1 is within 1.05^√4 after four days.
    const days = publish([{ ZMW: null }, { ZMW: null }, { ZMW: null }, { ZMW: 1.1 }]);
    expect(follow('ZMW', days).at(-1)).toEqual([1.1, 'ok']);
    expect(follow('ZMW', publish([{ ZMW: 1.1 }]))).toEqual([[1, 'held']]);
  });

  it('refuses a dataset of which more than 20% would be held', () => {
    const half = Object.fromEntries(catalogue.slice(0, 34).map(({ code }) => [code, 3]));
    const [most] = catalogue.slice(1, 34).map(({ code }) => code);
    expect(() => publish([half])).toThrow(ImplausibleDatasetError);
    expect(() => publish([half])).toThrow(/^implausible dataset: 34 of 169 currencies would have to be held: .*EUR/);
    const fewer = Object.fromEntries(catalogue.slice(0, 33).map(({ code }) => [code, 3]));
    expect(follow(most ?? '', publish([fewer]))).toEqual([[1, 'held']]);
  });

  it('does not count what it accepts as held', () => {
    const codes = catalogue.map(({ code }) => code).filter((code) => code !== 'USD');
    const settled = Object.fromEntries(codes.slice(0, 5).map((code) => [code, 3]));
    const moving = Object.fromEntries(codes.slice(5, 38).map((code) => [code, 3]));
    const [, , third] = publish([settled, settled, { ...settled, ...moving }]);
    const states = [...(third?.quality.values() ?? [])].map(({ state }) => state);
    expect(states.filter((state) => state === 'accepted')).toHaveLength(5);
    expect(states.filter((state) => state === 'held')).toHaveLength(33);
  });
});

describe('with nothing published before, the quality gate', () => {
  it('measures by the recorded day, with a factor of 10', () => {
    const [day] = publish([{ EUR: 9.9, ZMW: 0.101 }], null);
    expect(day?.quality.size).toBe(0);
  });

  it('leaves out what lies outside or is missing, and lets it in by the rule of three', () => {
    const days = publish(
      [
        { MNT: 0.0002, ZMW: null },
        { MNT: 0.0002, ZMW: null },
        { MNT: 0.0002, ZMW: null },
      ],
      null,
    );
    expect(follow('MNT', days)).toEqual([
      [null, 'held'],
      [null, 'held'],
      [0.0002, 'accepted'],
    ]);
    expect(follow('ZMW', days)).toEqual([
      [null, 'held'],
      [null, 'held'],
      [null, 'held'],
    ]);
    expect(days[0]?.quality.get('MNT')).toMatchObject({ published: null, goodAsOf: null });
  });

  it('takes what is on no record by the rule of three', () => {
    const others = new Map([...yardstick].filter(([code]) => code !== 'ZMW'));
    let previous: PublishedBefore | null = null;
    const seen: unknown[] = [];
    for (const date of ['2026-09-30', '2026-10-01', '2026-10-02']) {
      const passed = passGate({ catalogue, previous, yardstick: others, dataset: { date, rates: yardstick } });
      previous = { asOf: date, ...passed };
      seen.push([passed.rates.get('ZMW'), passed.quality.get('ZMW')?.state]);
    }
    expect(seen).toEqual([
      [undefined, 'held'],
      [undefined, 'held'],
      [yardstick.get('ZMW'), 'accepted'],
    ]);
  });

  it('lets it in at once when it comes back to what is known', () => {
    expect(follow('MNT', publish([{ MNT: 0.0002 }, { MNT: 1.1 }], null))).toEqual([
      [null, 'held'],
      [1.1, 'ok'],
    ]);
  });
});

describe('with nothing published before, the quality gate refuses a dataset', () => {
  const start = (changes: Record<string, number | null>) => publish([changes], null);

  it('that leaves out one of the 30 most traded currencies', () => {
    expect(() => start({ EUR: 100 })).toThrow(ImplausibleDatasetError);
    expect(() => start({ EUR: 100 })).toThrow(
      'implausible dataset: too little of it is left: EUR: missing, and one of the 30 most traded currencies',
    );
    const next = catalogue[30]?.code ?? '';
    expect(follow(next, start({ [next]: 100 }))).toEqual([[null, 'held']]);
  });

  it('that leaves out, or lacks, more than 5% of the catalogue', () => {
    const codes = catalogue.slice(-9).map(({ code }) => code);
    const half = (code: string, index: number) => [code, index % 2 ? null : 100] as const;
    expect(() => start(Object.fromEntries(codes.map(half)))).toThrow('9 of 169 currencies are missing, more than 5%');
    expect(start(Object.fromEntries(codes.slice(1).map(half)))).toHaveLength(1);
  });
});

describe('on real days, the quality gate', () => {
  const parse = (day: { date: string }) => parseDataset(day, catalogue, `${day.date}T12:00:00.000Z`);
  const through = (days: { date: string }[], previous: PublishedBefore | null = null) =>
    days.map((day) => {
      const dataset = parse(day);
      previous = { asOf: dataset.date, ...passGate({ catalogue, previous, yardstick, dataset }) };
      return previous;
    });

  it('holds exactly what was broken, and lets the next day pass', () => {
    const { date: asOf, rates } = parse(day20251207);
    const [broken, right] = through(
      [
        { ...day20251206, date: '2025-12-08' },
        { ...day20251207, date: '2025-12-09' },
      ],
      {
        asOf,
        rates,
        quality: new Map(),
      },
    );
    expect([...(broken?.quality.keys() ?? [])]).toEqual(['SCR', 'BTC', 'DOGE', 'ETH', 'TRX', 'XRP']);
    for (const code of broken?.quality.keys() ?? []) {
      expect(broken?.rates.get(code)).toBe(rates.get(code));
    }
    expect(right?.quality.size).toBe(0);
  });

  it('in their own order: the start with a colliding code and an old level, the broken day, the good day', () => {
    const [first, second, third] = through([day20251101, day20251206, day20251207]);
    // MNT carries a crypto token's price; the levels on record of IRR and SYP are of the year after; SSP is not quoted.
    expect([...(first?.quality.keys() ?? [])]).toEqual(['IRR', 'MNT', 'SSP', 'SYP']);
    expect([...(second?.quality.keys() ?? [])]).toEqual(['IRR', 'SYP', 'BTC', 'DOGE', 'ETH', 'TRX', 'XRP']);
    const states = [...(third?.quality ?? [])].map(([code, { state }]) => `${code} ${state}`);
    // SCR was off by 8% on the broken day, which came after a gap.
    expect(states).toEqual(['IRR accepted', 'SCR held', 'SYP accepted']);
    expect(third?.rates.get('BTC')).toBe(day20251207.usd.btc);
  });

  it('holds nothing on a thousand ordinary days made of real ones', () => {
    // From each real day a walk with the moves that currencies make in a day: half of a class's bound would be a storm.
    const storm: Record<VolatilityClass, number> = {
      numeraire: 0,
      peg: 0.005,
      stablecoin: 0.005,
      major: 0.02,
      minor: 0.04,
      crypto: 0.15,
    };
    let random = 1;
    // A minimal generator of numbers from -1 to 1 (Park and Miller): the same days in every run.
    const next = () => (random = (random * 48_271) % 2_147_483_647) / 1_073_741_823.5 - 1;
    let held = 0;
    for (const start of [day20251207, { ...day20251101, usd: { ...day20251101.usd, ssp: 4700 } }]) {
      let dataset = parse(start);
      let previous: PublishedBefore = { asOf: dataset.date, rates: dataset.rates, quality: new Map() };
      for (let day = 0; day < 500; day++) {
        const rates = new Map(
          catalogue.map(({ code, volatility }) => [
            code,
            (dataset.rates.get(code) ?? NaN) * (1 + storm[volatility] * next()),
          ]),
        );
        dataset = { date: dateOfDay(dayNumber(dataset.date) + 1), rates };
        previous = { asOf: dataset.date, ...passGate({ catalogue, previous, yardstick, dataset }) };
        held += previous.quality.size;
      }
    }
    expect(held).toBe(0);
  });
});

describe('whatever datasets come, the quality gate', () => {
  it('publishes only what is within bounds of the last good rate, or has stood for two or three datasets', () => {
    const factor = fc.oneof(fc.constant(1), fc.constantFrom(0.01, 0.3, 0.95, 1.02, 1.3, 3, 100), fc.constant(null));
    const aDay = fc.dictionary(fc.constantFrom(...catalogue.slice(1).map(({ code }) => code)), factor, { maxKeys: 30 });
    fc.assert(
      fc.property(fc.array(aDay, { minLength: 1, maxLength: 8 }), fc.boolean(), (days, first) => {
        let before: PublishedBefore | null = first ? null : good;
        const offeredBefore = new Map<string, (number | null)[]>();
        for (const [index, changes] of days.entries()) {
          const date = dateOfDay(dayNumber('2026-09-30') + index);
          const dataset = { date, rates: changed(changes) };
          let after: ReturnType<typeof passGate>;
          try {
            after = passGate({ catalogue, previous: before, yardstick, dataset });
          } catch (error) {
            // Only a first one: what has been published once is held.
            expect(error).toBeInstanceOf(ImplausibleDatasetError);
            expect(before).toBeNull();
            continue;
          }
          for (const { code, volatility } of catalogue) {
            const [offered, published] = [dataset.rates.get(code) ?? null, after.rates.get(code)];
            const history = [...(offeredBefore.get(code) ?? []), offered];
            offeredBefore.set(code, history);
            const state = after.quality.get(code)?.state ?? 'ok';
            const last = before?.rates.get(code);
            if (state === 'held') {
              expect(published).toBe(last);
              continue;
            }
            expect(published).toBe(offered);
            const isNearby = last !== undefined && isWithin(SECOND_DATASET_FACTOR, published ?? NaN, last);
            const recent = history.slice(isNearby ? -2 : -3);
            const stood =
              recent.length === (isNearby ? 2 : 3) &&
              recent.every((value) => value != null && isWithin(plausibleFactor(volatility, 2), value, offered ?? NaN));
            const lastGood = before?.quality.get(code)?.goodAsOf ?? before?.asOf;
            const days = lastGood === undefined ? 0 : dayNumber(date) - dayNumber(lastGood);
            const plausible =
              last === undefined
                ? isWithin(YARDSTICK_FACTOR, published ?? NaN, yardstick.get(code) ?? NaN)
                : isWithin(plausibleFactor(volatility, days), published ?? NaN, last);
            expect(state === 'accepted' ? stood : plausible).toBe(true);
          }
          before = { asOf: date, ...after };
        }
      }),
      { numRuns: 150 },
    );
  });
});
