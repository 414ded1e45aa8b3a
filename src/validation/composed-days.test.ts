import { describe, expect, it } from 'vitest';
import type { Archive, ArchivedDay } from '../archive/archive.ts';
import { composedProvider, defaultProvider } from '../sources/provider.ts';
import { dateOfDay, dayNumber, isWeekend } from '../money/calendar.ts';
import { recordedCatalogue as catalogue, recordedDays } from '../testing/sites/small-site.ts';
import { validateDataset } from './validate-dataset.ts';

const before: Archive = { days: recordedDays.days.slice(-5), gaps: [], comparisons: [] };
const last = before.days.at(-1) ?? expect.fail();
const mostTraded = new Set(catalogue.slice(0, 25).map(({ code }) => code));
/** The day that is this many days after the last one, with rates of some currencies. */
const dayAfter = (
  days: number,
  factor: (code: string) => number = () => 1,
  isListed: (code: string) => boolean = () => true,
): ArchivedDay => ({
  date: dateOfDay(dayNumber(last.date) + days),
  rates: new Map(
    [...last.rates]
      .filter(([code]) => isListed(code))
      .map(([code, rate]) => [code, code === 'USD' ? 1 : rate * factor(code)]),
  ),
});
const validate = (day: ArchivedDay, archive: Archive, provider = defaultProvider) =>
  validateDataset(day, archive, catalogue, undefined, provider);
const composedAfter = (days: number, archive: Archive, factor?: (code: string) => number) =>
  validate(
    dayAfter(days, factor, (code) => mostTraded.has(code)),
    archive,
    composedProvider,
  );
const statesOf = ({ validated }: ReturnType<typeof validate>) =>
  new Map([...validated.newest().quality].map(([code, { state, reason }]) => [code, `${state}: ${reason}`]));

/** An archive whose last 40 days have only composed rates of the most traded currencies. */
function stoppedFor40Days(): Archive {
  let archive = before;
  for (let days = 4; days < 44; days++) {
    if (!isWeekend(dayNumber(last.date) + days)) ({ archive } = composedAfter(days, archive));
  }
  return archive;
}

describe('validateDataset (decides which of a day’s rates are published) > for a day composed from official rates', () => {
  it('publishes the day, and holds what it lacks', () => {
    const validated = composedAfter(4, before);
    const missing = [...last.rates.keys()].filter((code) => !mostTraded.has(code));
    expect(statesOf(validated)).toEqual(new Map(missing.map((code) => [code, 'held: missing'])));
    expect(validated.archive.providers).toEqual([{ first: '2026-10-03', ...composedProvider }]);
  });

  it.each([
    ['EUR', (code: string) => code !== 'EUR', 'EUR: missing, and nothing is published without this currency'],
    [
      '16 of the 30 most traded currencies',
      codesUpTo(14),
      '16 of the 30 most traded currencies are missing, more than 15',
    ],
  ])('refuses a day without %s', (_, isListed, problem) => {
    expect(() => validate(dayAfter(4, undefined, isListed), before, composedProvider)).toThrow(problem);
  });

  it('publishes a day without 15 of the 30 most traded currencies', () => {
    expect(validate(dayAfter(4, undefined, codesUpTo(15)), before, composedProvider).archive.days).toHaveLength(6);
  });

  it('publishes the day if all rates have moved by 40%, and accepts the new level on the third day', () => {
    let archive = before;
    const ofEuro = [4, 5, 6, 7].map((days) => {
      const validated = composedAfter(days, archive, floating(1.4));
      ({ archive } = validated);
      return statesOf(validated).get('EUR');
    });
    const held = 'held: implausible_move';
    expect(ofEuro).toEqual([held, held, 'accepted: datasets_agreed', undefined]);
  });

  it('doesn’t take banks’ rates of pegs from another hour for a wrong base', () => {
    const isPegged = (code: string) => catalogue.find((entry) => entry.code === code)?.peg === 'USD';
    const hours = dayAfter(4, (code) => (isPegged(code) ? 1.006 : 1));
    expect(() => validate(hours, before)).toThrow('its base isn’t USD');
    expect(statesOf(validate(hours, before, composedProvider))).toEqual(new Map());
  });
});

describe('validateDataset (decides which of a dataset’s rates are published) > after 40 days of composed rates', () => {
  const stopped = stoppedFor40Days();

  it('publishes the first dataset, and with the second what has moved far since it was omitted', () => {
    const moved = floating(1.4);
    const factor = (code: string) => (mostTraded.has(code) || !isFiat(code) ? 1 : moved(code));
    const far = [...last.rates.keys()].filter((code) => factor(code) !== 1);
    expect(far.length).toBeGreaterThan(70);
    const first = validate(dayAfter(44, factor), stopped);
    expect(statesOf(first)).toEqual(new Map(far.map((code) => [code, 'omitted: no_recent_rate'])));
    const second = validate(dayAfter(45, factor), first.archive);
    expect(statesOf(second)).toEqual(new Map(far.map((code) => [code, 'accepted: datasets_agreed'])));
    expect(statesOf(validate(dayAfter(46, factor), second.archive))).toEqual(new Map());
    expect(second.archive.providers).toEqual([
      { first: '2026-10-05', ...composedProvider },
      { first: '2026-11-12', ...defaultProvider },
    ]);
  });

  it.each([
    ['whose rates are all 1% too high', dayAfter(44, () => 1.01), 'its base isn’t USD'],
    ['with half of the currencies', dayAfter(44, undefined, codesUpTo(84)), 'currencies are missing, more than 34'],
    [
      'whose rates of floating currencies are 10% too high',
      dayAfter(44, floating(1.1)),
      'of the 30 most traded currencies',
    ],
  ])('refuses a dataset %s', (_, dataset, problem) => {
    expect(() => validate(dataset, stopped)).toThrow(problem);
  });
});

function codesUpTo(rank: number): (code: string) => boolean {
  const codes = new Set(catalogue.slice(0, rank).map(({ code }) => code));
  return (code) => codes.has(code);
}

function floating(factor: number): (code: string) => number {
  return (code) => (catalogue.find((entry) => entry.code === code)?.peg === null ? factor : 1);
}

function isFiat(code: string): boolean {
  return catalogue.find((entry) => entry.code === code)?.type === 'fiat';
}
