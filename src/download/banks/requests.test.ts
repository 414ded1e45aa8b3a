import { expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { bankTables } from '../../sources/banks.ts';
import { requests, requestsOf } from './requests.ts';

it('the list of requests has each table of each bank, and no other table', () => {
  expect([...requests.keys()].sort()).toEqual(bankTables.map(({ table }) => table.key).sort());
});

it.each(bankTables.map(({ table: { key } }) => key))(
  'a range of %s needs no more requests than a run may send',
  (key) => {
    const { asks, perRange, perMinute = Infinity } = requestsOf(key);
    const last = typeof perRange === 'number' ? dateOfDay(dayNumber('2026-01-01') + perRange - 1) : '2026-12-31';
    expect(asks('2026-01-01', last, '2026-11-30').length).toBeLessThanOrEqual(Math.min(perMinute, 20));
  },
);

it.each(bankTables.map(({ bank, table }) => ({ key: table.key, transport: bank.transport })))(
  'the requests of $key are sent over the transport that its bank states',
  ({ key, transport }) => {
    const urls = requestsOf(key)
      .asks('2026-01-01', '2026-01-05', '2026-11-30')
      .map((ask) => (typeof ask === 'string' ? ask : ask.url));
    expect([...new Set(urls.map((url) => new URL(url).protocol))]).toEqual([`${transport}:`]);
  },
);
