import { describe, expect, it } from 'vitest';
import { defaultSource } from '../../archive/source.ts';
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

describe('parser of today’s rates', () => {
  it('returns the dates of held rates', () => {
    expect(parseDay(reference, list).held).toEqual(new Map([['HKD', '2026-09-24']]));
  });

  it('returns no dates of held rates for a site of version 0.1, which doesn’t state these dates', () => {
    const { held, ...before } = reference;
    expect(held).toBeDefined();
    expect(parseDay(before, list).held).toEqual(new Map());
  });

  it.each([
    ['held rates without dates', { held: { HKD: null } }],
    ['a held rate with the invalid date 2026-02-30', { held: { HKD: '2026-02-30' } }],
    ['held rates in an array instead of an object', { held: ['HKD'] }],
    ['a source (of the rates) without a license', { source: { ...defaultSource, license: undefined } }],
    ['a list of sources that doesn’t state the first day of each source', { sources: [defaultSource, defaultSource] }],
    ['rates with the invalid date 2026-02-30', { rate_as_of: '2026-02-30' }],
  ])('rejects %s', (_, change) => {
    expect(() => parseDay({ ...reference, ...change }, list)).toThrow(FileError);
  });
});

describe('parser of a past day’s rates', () => {
  const day = { base: 'USD', rate_as_of: '2026-09-29', held: {}, rates: { EUR: 0.88, HKD: 7.8, USD: 1 } };
  const codesOf = (document: object) => [...parsePastDay('2026-09-29', document).rates.keys()];

  it('leaves out held rates, because they are from earlier days', () => {
    expect(codesOf(day)).toEqual(['EUR', 'HKD', 'USD']);
    expect(codesOf({ ...day, held: { HKD: '2026-09-24' } })).toEqual(['EUR', 'USD']);
  });

  it('returns all rates if the site was built by version 0.1, which states no dates of held rates', () => {
    const { held, ...before } = day;
    expect(held).toBeDefined();
    expect(codesOf(before)).toEqual(['EUR', 'HKD', 'USD']);
  });
});

it('parser of the archive index > rejects an archive whose first day is the invalid date 2026-02-30', () => {
  const index = { first: '2026-02-30', last: '2026-09-29', codes: ['USD'] };
  expect(() => parseReach(index)).toThrow(FileError);
});
