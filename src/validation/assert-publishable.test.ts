import { describe, expect, it } from 'vitest';
import { recordedArchive } from '../cli/recorded-archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { ImplausibleDatasetError } from '../dataset/errors.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import type { Rates } from '../rates/snapshot.ts';
import { assertPublishable } from './assert-publishable.ts';
import { validateNewestDay } from './validate-archive.ts';

const good = recordedArchive('2026-07-01').days.at(-1) ?? expect.fail();
/** A free currency each: what is tied to another one would be doubted with it. */
const free = catalogue.filter(({ code, peg }) => peg === null && code !== 'USD' && good.rates.has(code));
const changed = (codes: readonly string[], factor: number | null): Rates =>
  new Map(
    [...good.rates].flatMap(([code, rate]) => {
      if (!codes.includes(code)) return [[code, rate] as const];
      return factor === null ? [] : [[code, rate * factor] as const];
    }),
  );
/** Publishes days of these rates after a good one. */
function publish(...days: readonly Rates[]) {
  const rows = days.map((rates, index) => ({ date: dateOfDay(dayNumber(good.date) + 1 + index), rates }));
  assertPublishable(validateNewestDay({ days: [good, ...rows], evidence: [] }, catalogue), catalogue);
}

describe('a dataset', () => {
  const codes = free.map(({ code }) => code).reverse();

  it('is published as long as no more than a fifth of the catalogue is doubted', () => {
    expect(catalogue).toHaveLength(169);
    expect(() => {
      publish(good.rates);
    }).not.toThrow();
    const doubted = validateNewestDay({ days: [good, { ...good, date: '2026-07-01' }], evidence: [] }, catalogue)
      .quality.size;
    publish(changed(codes.slice(0, 33 - doubted), 3));
    expect(() => {
      publish(changed(codes.slice(0, 34 - doubted), 3));
    }).toThrow(ImplausibleDatasetError);
    expect(() => {
      publish(changed(codes.slice(0, 34 - doubted), 3));
    }).toThrow(/^implausible dataset: 34 of 169 currencies would have to be held: .*[A-Z]{3}, [A-Z]{3}/);
  });

  it('is published where it is just a fifth', () => {
    const ten = catalogue.slice(0, 10);
    const day = { ...good, date: '2026-07-01', rates: changed(['EUR', 'JPY'], 3) };
    expect(() => {
      assertPublishable(validateNewestDay({ days: [good, day], evidence: [] }, ten), ten);
    }).not.toThrow();
  });

  it('is published where much of it is a new level that has stood', () => {
    const moved = changed(codes.slice(0, 34), 3);
    expect(() => {
      publish(moved, moved);
    }).toThrow(ImplausibleDatasetError);
    publish(moved, moved, moved);
  });

  it('is published where what it lacks can be held, and not where nothing is known of one of the most traded', () => {
    publish(changed(['EUR'], null));
    const judged = validateNewestDay({ days: [{ ...good, rates: changed(['EUR'], null) }], evidence: [] }, catalogue);
    expect(() => {
      assertPublishable(judged, catalogue);
    }).toThrow('implausible dataset: too little of it is left: EUR: missing, and one of the 30 most traded currencies');
  });
});
