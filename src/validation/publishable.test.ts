import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../money/calendar.ts';
import type { Rates } from '../money/rates.ts';
import { recordedCatalogue as catalogue, recordedDays } from '../testing/sites/small-site.ts';
import { refusalOf } from './validate-dataset.ts';
import { ValidatedArchive } from './validate-archive.ts';

const good = recordedDays.days.findLast(({ date }) => date <= '2026-07-01') ?? expect.fail();
/** Floating currencies, the least traded first. Pegs are omitted, because they would be in doubt with their anchors. */
const floating = catalogue
  .filter(({ code, peg }) => peg === null && code !== 'USD' && good.rates.has(code))
  .map(({ code }) => code)
  .reverse();

const changed = (codes: readonly string[], factor: number | null): Rates =>
  new Map(
    [...good.rates].flatMap(([code, rate]): [string, number][] =>
      codes.includes(code) ? (factor === null ? [] : [[code, rate * factor]]) : [[code, rate]],
    ),
  );

/** Adds days after a good day. Returns why the last day is refused, or null. The witnesses confirm its values. */
function refusal(
  days: readonly Rates[],
  witnesses: readonly string[] = [],
  slip?: { witness: string; factor: number },
) {
  const rows = days.map((rates, index) => ({ date: dateOfDay(dayNumber(good.date) + 1 + index), rates }));
  const last = rows.at(-1) ?? expect.fail();
  const comparisons = witnesses.flatMap((witness) =>
    [...last.rates.keys()].map((code) => ({ date: last.date, code, witness, ratio: 1, asOf: last.date })),
  );
  const day = new ValidatedArchive({ days: [good, ...rows], comparisons }, catalogue).days().at(-1) ?? expect.fail();
  return refusalOf(last.rates, day, catalogue, slip);
}

describe('publish decision for a dataset', () => {
  it('accepts a dataset that has no problem', () => {
    expect(refusal([good.rates])).toBeNull();
  });

  it.each(['USD', 'EUR'])('refuses a dataset without %s', (code) => {
    expect(refusal([changed([code], null)])).toBe(`${code}: missing, and nothing is published without this currency`);
  });

  it('lists all reasons if a dataset is refused for several reasons', () => {
    expect(refusal([changed(['USD', 'EUR'], null)])).toBe(
      'USD: missing, and nothing is published without this currency; EUR: missing, and nothing is published without this currency',
    );
  });

  it('accepts a dataset if at most 5 of the 30 most traded currencies are missing or in doubt', () => {
    const most = floating.slice(-20);
    expect(refusal([changed(most.slice(0, 5), null)])).toBeNull();
    expect(refusal([changed(most.slice(0, 5), 3)])).toBeNull();
    expect(refusal([changed(most.slice(0, 6), 3)])).toMatch(
      /^6 of the 30 most traded currencies are missing, in doubt or newly accepted, more than 5: [A-Z]{3}, /,
    );
    expect(refusal([changed(most.slice(0, 6), null)])).toMatch(
      /6 of the 30 most traded currencies are missing, more than 5: /,
    );
  });

  it('accepts a dataset if at most 20% of the currencies are missing or in doubt', () => {
    const most = Math.floor(catalogue.length * 0.2);
    const rows = [good, { ...good, date: '2026-07-02' as const }];
    const already = [
      ...(new ValidatedArchive({ days: rows, comparisons: [] }, catalogue).days().at(-1)?.quality.keys() ?? []),
    ];
    const others = floating.filter((code) => !already.includes(code));
    expect(refusal([changed(others.slice(0, most - already.length), 3)])).toBeNull();
    expect(refusal([changed(others.slice(0, most + 1 - already.length), 3)])).toContain(
      `${most + 1} of the ${catalogue.length} currencies are missing, in doubt or newly accepted, more than ${most}: `,
    );
  });

  it('accepts a dataset with new levels of 50 currencies once enough successive datasets have these levels', () => {
    const moved = changed(floating.slice(0, 50), 1.2);
    expect(refusal([moved])).not.toBeNull();
    expect(refusal([moved, moved])).toBeNull();
    const movedFar = changed(floating.slice(0, 50), 1.5);
    expect(refusal([movedFar, movedFar])).not.toBeNull();
    expect(refusal([movedFar, movedFar, movedFar])).toBeNull();
  });

  it('accepts a dataset with new levels of over 20% of the currencies if two witnesses confirm these levels', () => {
    const moved = changed(floating.slice(0, 50), 1.5);
    expect(refusal([moved], ['a'])).toMatch(/currencies are missing, in doubt or newly accepted/);
    expect(refusal([moved], ['a', 'b'])).toBeNull();
  });

  it('accepts a dataset even if the rates of most currencies are frozen (unchanged for days)', () => {
    expect(refusal(Array.from({ length: 8 }, () => good.rates))).toBeNull();
  });

  it('refuses a dataset if the parities of pegged currencies show that its base isn’t USD', () => {
    const codes = [...good.rates.keys()].filter((code) => code !== 'USD');
    expect(refusal([changed(codes, 1.029)])).toBe(
      'its rates are off by one and the same factor, 1.029, as the official parities to USD show: its base isn’t USD',
    );
    expect(refusal([changed(codes, 1.029), changed(codes, 1.029)])).toMatch(/base isn’t USD$/);
  });

  it('refuses a dataset if a witness shows that its base isn’t USD', () => {
    expect(refusal([good.rates], [], { witness: 'a.example', factor: 0.8 })).toMatch(
      /off by one and the same factor, 1\.250, as the rates of a\.example show: its base isn’t USD$/,
    );
  });
});
