import { describe, expect, it } from 'vitest';
import { type Archive, type ArchivedDay, withDays } from '../archive/archive.ts';
import { recordedArchive } from '../publish/recorded-archive.ts';
import { byPublishedOrder } from '../money/currencies/catalogue.ts';
import { knownFaults, pegs, redenominations } from '../money/currencies/facts.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { type ValidatedDay, ValidatedArchive } from './validate-archive.ts';
import { recordedCatalogue as catalogue } from '../testing/sites/small-site.ts';

const { days } = recordedArchive();
const newest = days.at(-1) ?? expect.fail();
const dayBefore = (date: IsoDate) => dateOfDay(dayNumber(date) - 1);
/** The official parity of a pegged currency. */
const parityOf = (code: string) => pegs.get(code)?.parity ?? expect.fail(`${code} has no parity`);

/** Consecutive days with only these rates. */
const daysOf = (rows: readonly Record<string, number>[], from: IsoDate = '2025-06-01'): ArchivedDay[] =>
  rows.map((rates, index) => ({ date: dateOfDay(dayNumber(from) + index), rates: new Map(Object.entries(rates)) }));
const validated = (of: readonly ArchivedDay[], listed = catalogue) =>
  new ValidatedArchive({ days: of, comparisons: [] }, listed);
/** The states of some currencies, such as `EUR held off_parity`. */
const doubts = ({ quality }: ValidatedDay, codes: readonly string[]) =>
  [...quality].flatMap(([code, { state, reason }]) => (codes.includes(code) ? [`${code} ${state} ${reason}`] : []));
const statesOf = (rows: readonly Record<string, number>[]) =>
  validated(daysOf(rows))
    .days()
    .map((published) => doubts(published, Object.keys(rows[0] ?? {})));
const rejectedOf = (rows: readonly Record<string, number>[]) =>
  validated(daysOf(rows))
    .rejected()
    .map(({ date, code, value, reason }) => [date.slice(8), code, value, reason]);

describe('publication of the recorded datasets', () => {
  it('changes nothing in the newest dataset except that it omits the Syrian pound, still in its old unit', () => {
    const published = validated(days).newest();
    expect([...published.rates]).toEqual([...newest.rates].filter(([code]) => code !== 'SYP'));
    expect(
      [...published.quality].map(([code, { state, reason, since, published }]) => [
        code,
        state,
        reason,
        since,
        published,
      ]),
    ).toEqual([
      ['SSP', 'frozen', 'unchanged', '2026-09-23', 5712.5919],
      ['SYP', 'omitted', 'old_unit', '2026-07-23', null],
    ]);
  });

  it('lists fiat currencies by code, then crypto assets by code', () => {
    const order = catalogue.toSorted(byPublishedOrder).map(({ code }) => code);
    const [first = expect.fail()] = validated(days).days();
    expect([...first.rates.keys()]).toEqual(order.filter((code) => first.rates.has(code)));
    expect([...first.quality.keys()]).toEqual(order.filter((code) => first.quality.has(code)));
    expect(first.quality.size).toBeGreaterThan(1);
  });
});

describe('validation of the recorded datasets', () => {
  it('sorts the rejected values of each date: fiat currencies by code, then crypto assets by code', () => {
    const order = catalogue.toSorted(byPublishedOrder).map(({ code }) => code);
    const places = validated(days)
      .rejected()
      .map(({ date, code }) => `${date} ${String(order.indexOf(code)).padStart(3, '0')}`);
    expect(places.length).toBeGreaterThan(100);
    expect(places).toEqual(places.toSorted());
  });
});

describe('dataset with a base other than USD', () => {
  it('causes all rates to be held except the rate of USD', () => {
    const rates = new Map([...newest.rates].map(([code, rate]) => [code, code === 'USD' ? rate : rate * 1.029]));
    const slipped = { date: dateOfDay(dayNumber(newest.date) + 1), rates };
    const { quality } = validated([newest, slipped]).newest();
    const held = [...quality].filter(([, { reason }]) => reason === 'base_slip').map(([code]) => code);
    expect(held.toSorted()).toEqual([...rates.keys()].filter((code) => code !== 'USD').toSorted());
  });
});

describe('list of rejected values', () => {
  it('is sorted by date, then by currency code', () => {
    const [good, broken] = [
      { ZAR: 18, LSL: 18 },
      { ZAR: 36, LSL: 37 },
    ];
    expect(rejectedOf([good, broken, good, broken])).toEqual([
      ['02', 'LSL', 37, 'off_parity'],
      ['02', 'ZAR', 36, 'implausible_move'],
      ['04', 'LSL', 37, 'off_parity'],
      ['04', 'ZAR', 36, 'implausible_move'],
    ]);
  });
});

describe('published day', () => {
  it('omits currencies that the catalogue doesn’t list', () => {
    const [day] = validated(daysOf([{ ZZZ: 3, EUR: 0.9 }])).days();
    expect([...(day?.rates ?? [])]).toEqual([['EUR', 0.9]]);
    expect(validated(daysOf([{ ZZZ: 3 }, { ZZZ: 3000 }])).rejected()).toEqual([]);
  });

  it('lists a currency as omitted if it never had a value', () => {
    const [day] = validated(daysOf([{ EUR: 0.9 }])).days();
    expect(day?.quality.size).toBe(catalogue.length - 1);
    expect(day?.quality.get('ZMW')).toMatchObject({ state: 'omitted', reason: 'missing' });
  });

  it('has the values of the edition (version of the day’s dataset) that was downloaded last', () => {
    let archive: Archive = { days: daysOf([{ ZMW: 20 }, { ZMW: 200 }]), gaps: [], comparisons: [] };
    for (const rate of [201, 202, 203]) {
      archive = withDays(archive, daysOf([{ ZMW: rate }], '2025-06-02'));
      expect(new ValidatedArchive(archive, catalogue).newest().quality.get('ZMW')).toMatchObject({
        source_value: rate,
        agreeing_datasets: 1,
      });
    }
  });
});

describe('pegged currency (compared with its parity, the official rate to its anchor currency)', () => {
  it('is valid if it moves with its anchor', () => {
    // AED has a fixed parity to USD, XOF to EUR, and LSL to ZAR.
    const day = { USD: 1, EUR: 0.9, AED: 3.6725, XOF: 590.36, ZAR: 18, LSL: 18 };
    expect(statesOf([day, { ...day, EUR: 0.92, XOF: 603.48 }, { ...day, ZAR: 18.5, LSL: 18.5 }])).toEqual([[], [], []]);
    expect(statesOf([day, { ...day, AED: 3.8 }, { ...day, XOF: 575 }, { ...day, LSL: 18.5 }])).toEqual([
      [],
      ['AED held off_parity'],
      ['XOF held off_parity'],
      ['LSL held off_parity'],
    ]);
  });

  it('is compared with the published rate of its anchor, not with the anchor’s source value', () => {
    const day = { EUR: 0.9, XOF: 590.36 };
    const broken = { EUR: 0.99, XOF: 590.36 };
    expect(statesOf([day, broken, day])).toEqual([[], ['EUR held implausible_move'], []]);
    expect(rejectedOf([day, broken, day])).toEqual([['02', 'EUR', 0.99, 'implausible_move']]);
    // At the time, the anchor's new level is valid only from its third day. In retrospect, its first day is valid too.
    const moved = { EUR: 1.8, XOF: 1180.72 };
    expect(statesOf([day, moved, moved, moved])).toEqual([
      [],
      ['EUR held implausible_move', 'XOF held off_parity'],
      ['EUR held implausible_move', 'XOF held off_parity'],
      ['EUR accepted datasets_agreed'],
    ]);
    expect(rejectedOf([day, moved, moved, moved])).toEqual([]);
  });

  it('is published at its parity if the source’s value is far from the parity or missing', () => {
    const days = daysOf([
      { USD: 1, HKD: 7.85, MOP: 8.08 },
      { USD: 1, HKD: 9, MOP: 9.3 },
    ]);
    const { rates, quality } = validated(days).newest();
    expect([rates.get('HKD'), rates.get('MOP')]).toEqual([7.8, 8.034]);
    expect(quality.get('MOP')).toMatchObject({ basis: 'official_parity', published_as_of: '2025-06-02' });
    const missing = daysOf([{ EUR: 0.9, XOF: 590 }, { USD: 1 }]);
    expect(validated(missing).newest().quality.get('XOF')).toMatchObject({
      ...{ published: 590.3613, published_as_of: '2025-06-01', basis: 'official_parity' },
    });
  });

  it('is published at its parity if a law states the parity (QAR), but not if only the press does (IQD)', () => {
    const rows = [{ USD: 1, QAR: 3.65, IQD: 1310 }, { USD: 1, QAR: 3.83, IQD: 1370 }, { USD: 1 }];
    const [, ...days] = validated(daysOf(rows)).days();
    const qualityOf = (code: string) => days.map(({ quality }) => quality.get(code));
    const held = { state: 'held', since: '2025-06-02', witnesses: [] };
    const off = {
      ...held,
      reason: 'off_parity',
      agreeing_datasets: 1,
      needed_datasets: 30,
      bound: 1.02,
      ends_by: '2025-07-01',
    };
    const missing = {
      ...held,
      reason: 'missing',
      agreeing_datasets: 0,
      needed_datasets: 1,
      bound: null,
      ends_by: '2025-07-02',
    };
    const atParity = { published: 3.64, basis: 'official_parity' };
    const atLastRate = { published: 1310, published_as_of: '2025-06-01', basis: 'last_good_rate' };
    expect(qualityOf('QAR')).toEqual([
      { ...off, ...atParity, published_as_of: '2025-06-02', source_value: 3.83 },
      { ...missing, ...atParity, published_as_of: '2025-06-03', source_value: null },
    ]);
    expect(qualityOf('IQD')).toEqual([
      { ...off, ...atLastRate, source_value: 1370 },
      { ...missing, ...atLastRate, source_value: null },
    ]);
  });

  it('is compared with its anchor’s last good rate if the anchor’s rate is missing', () => {
    const rows = [{ EUR: 0.9, XOF: 590.36 }, { XOF: 600 }, { XOF: 610 }];
    expect(statesOf(rows)).toEqual([[], ['EUR held missing'], ['EUR held missing', 'XOF held off_parity']]);
    expect(rejectedOf(rows)).toEqual([['03', 'XOF', 610, 'off_parity']]);
  });

  it('is compared in retrospect with its anchor’s last rate if this rate is at most 30 days old', () => {
    const day = { EUR: 0.9, XOF: 590.36 };
    const wrong = { ...day, XOF: 625 };
    expect(rejectedOf([day, wrong, wrong, wrong, day])).toEqual(
      ['02', '03', '04'].map((date) => [date, 'XOF', 625, 'off_parity']),
    );
    const sparse = [...daysOf([day]), ...daysOf([{ XOF: 625 }, { XOF: 625 }, { XOF: 625 }], '2025-07-01')];
    expect(validated(sparse).rejected()).toEqual([
      { date: '2025-07-01', code: 'XOF', value: 625, reason: 'off_parity' },
    ]);
  });

  it('is validated like an unpegged currency if its anchor never had a rate', () => {
    const rows = [{ XOF: 590 }, { XOF: 610 }, { XOF: 700 }];
    expect(statesOf(rows)).toEqual([[], [], ['XOF held implausible_move']]);
    expect(rejectedOf(rows)).toEqual([['03', 'XOF', 700, 'implausible_move']]);
  });

  it('is validated like an unpegged currency if the catalogue doesn’t list its anchor', () => {
    const rows = daysOf([
      { USD: 1, AED: 4 },
      { USD: 1, AED: 4.1 },
    ]);
    const listed = catalogue.filter(({ code }) => code !== 'USD');
    expect(doubts(validated(rows, listed).newest(), ['AED'])).toEqual([]);
    expect(validated(rows, listed).rejected()).toEqual([]);
    expect(doubts(validated(rows).newest(), ['AED'])).toEqual(['AED omitted off_parity']);
    const withoutEuro = validated(
      daysOf([{ XOF: 590 }, { XOF: 610 }]),
      catalogue.filter(({ code }) => code !== 'EUR'),
    );
    expect(doubts(withoutEuro.newest(), ['XOF'])).toEqual([]);
    expect(withoutEuro.rejected()).toEqual([]);
  });

  const [aed, dkk] = [parityOf('AED'), parityOf('DKK')];
  it.each<[string, Record<string, number>, Record<string, number>, string[]]>([
    ['is valid if it is 2% off its parity (AED)', { USD: 1, AED: aed }, { USD: 1, AED: aed * 1.0199 }, []],
    [
      'is held more than 2% off its parity (AED)',
      { USD: 1, AED: aed },
      { USD: 1, AED: aed * 1.0201 },
      ['AED held off_parity'],
    ],
    ['is valid within its official band of 2.25% (DKK)', { EUR: 1, DKK: dkk }, { EUR: 1, DKK: dkk * 1.0224 }, []],
    [
      'is held beyond its official band (DKK)',
      { EUR: 1, DKK: dkk },
      { EUR: 1, DKK: dkk * 1.0226 },
      ['DKK held off_parity'],
    ],
    ['is validated as unpegged if its band is 20% (MVR)', { USD: 1, MVR: 17 }, { USD: 1, MVR: 17.8 }, []],
    ['is validated as unpegged without an official parity (AZN)', { USD: 1, AZN: 1.6 }, { USD: 1, AZN: 1.67 }, []],
    ['is validated as unpegged if it is a stablecoin (USDT)', { USD: 1, USDT: 1 }, { USD: 1, USDT: 1.04 }, []],
  ])('%s', (_, good, day, doubted) => {
    expect(statesOf([good, day])[1]).toEqual(doubted);
  });
});

describe('validation of an archive', () => {
  it('uses the lists of known wrong rates and of redenominations (changes of a currency’s unit)', () => {
    const { code, from } = knownFaults.find(({ code }) => !pegs.has(code)) ?? expect.fail('no known fault');
    const wrong = daysOf([{ [code]: 100 }, { [code]: 100 }], dayBefore(from));
    const rejected = validated(wrong).rejected();
    expect(rejected.map((value) => [value.date, value.code, value.reason])).toEqual([[from, code, 'known_fault']]);

    // Another currency that moves by the same factor is held.
    const change = [...redenominations.values()].find(({ code }) => !pegs.has(code)) ?? expect.fail();
    const other = { USD: 1, ZMW: 22 };
    const renamed = daysOf(
      [
        { ...other, [change.code]: 100 * change.ratio, ZMW: 22 * change.ratio },
        { ...other, [change.code]: 100 },
      ],
      dayBefore(change.date),
    );
    expect(doubts(validated(renamed).newest(), [change.code, 'ZMW'])).toEqual(['ZMW held implausible_move']);
  });
});
