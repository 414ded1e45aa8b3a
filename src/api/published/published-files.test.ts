import { describe, expect, it } from 'vitest';
import { defaultSource } from '../../snapshot/source.ts';
import { FileError } from '../../text/site-problem.ts';
import { parseDay, parsePastDay, parseReach } from './published-files.ts';

const reference = {
  rate_as_of: '2026-09-29',
  retrieved_at: '2026-09-29T06:00:00.000Z',
  checked_at: '2026-09-29T07:00:00.000Z',
  stale_reason: null,
  source: defaultSource,
  held: { HKD: '2026-09-24' },
  rates: { HKD: 7.8, USD: 1 },
};
const list = {
  currencies: [
    { code: 'HKD', name: 'Hong Kong Dollar', symbol: 'HK$' },
    { code: 'USD', name: 'US Dollar', symbol: '$' },
  ],
};

describe('today’s rates', () => {
  it('have the dates of held rates', () => {
    expect(parseDay(reference, list).held).toEqual(new Map([['HKD', '2026-09-24']]));
  });

  it('have no held dates in a site of version 0.1', () => {
    const { held, ...before } = reference;
    expect(held).toBeDefined();
    expect(parseDay(before, list).held).toEqual(new Map());
  });

  it.each([
    ['held rates without dates', { held: { HKD: null } }],
    ['a held rate of 2026-02-30', { held: { HKD: '2026-02-30' } }],
    ['a list of held rates', { held: ['HKD'] }],
    ['a source without a license', { source: { ...defaultSource, license: undefined } }],
    ['a source without a first day', { sources: [defaultSource, defaultSource] }],
    ['rates of 2026-02-30', { rate_as_of: '2026-02-30' }],
  ])('are rejected with %s', (_, change) => {
    expect(() => parseDay({ ...reference, ...change }, list)).toThrow(FileError);
  });
});

describe('the rates of a past day', () => {
  const day = { base: 'USD', rate_as_of: '2026-09-29', held: {}, rates: { EUR: 0.88, HKD: 7.8, USD: 1 } };
  const codesOf = (document: object) => [...parsePastDay('2026-09-29', document).rates.keys()];

  it('omit held rates, which are of earlier days', () => {
    expect(codesOf(day)).toEqual(['EUR', 'HKD', 'USD']);
    expect(codesOf({ ...day, held: { HKD: '2026-09-24' } })).toEqual(['EUR', 'USD']);
  });

  it('are complete in a site of version 0.1, which has no held dates', () => {
    const { held, ...before } = day;
    expect(held).toBeDefined();
    expect(codesOf(before)).toEqual(['EUR', 'HKD', 'USD']);
  });
});

it('an archive that begins on 2026-02-30 is rejected', () => {
  const index = { first: '2026-02-30', last: '2026-09-29', codes: ['USD'] };
  expect(() => parseReach(index)).toThrow(FileError);
});
