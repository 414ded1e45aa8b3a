import type { Instant, IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { archiveFiles } from '../api/documents/archive-files.ts';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import { undoubted } from '../archive/official-rates.ts';
import { codedErrorWith, documentsOf, served } from '../testing/sites/served.ts';
import { recordedDays, recordedRejected } from '../testing/sites/small-site.ts';

/** The US Treasury's lists, with an amendment of ILS on 2026-05-29, as the archive has them. */
const lists = [
  ['2025-12-31', { EUR: 0.851, ILS: 3.19, SYP: 11000 }],
  ['2026-03-31', { EUR: 0.87, ILS: 3.165 }],
  ['2026-05-29', { EUR: 0.87, ILS: 2.807 }],
  ['2026-06-30', { EUR: 0.878, ILS: 2.81 }],
  ['2026-09-30', { EUR: 0.881, ILS: 2.9 }],
  ['2026-12-31', { EUR: 0.886, ILS: 2.95 }],
] as const;

/** A site with the lists up to one of them. */
function siteWith(last: IsoDate, now: Instant) {
  const days = lists
    .filter(([date]) => date <= last)
    .map(([date, rates]) => ({ date, rates: new Map(Object.entries(rates)) }));
  const archive = archiveFiles(recordedDays, recordedRejected, new Map([['us-treasury', undoubted(days)]]));
  return served(documentsOf({ archive }), { now: () => now });
}
const path = (query: string) => `/api/v1/convert?from=USD&${query}`;

describe('a conversion with the US Treasury’s lists', () => {
  const { json, answer } = siteWith('2026-12-31', '2027-02-11T12:00:00.000Z');

  it.each([
    ['the last day of a quarter', '2026-12-31', 'EUR', '2026-12-31', 0.886],
    ['a day of the next quarter', '2027-02-10', 'EUR', '2026-12-31', 0.886],
    ['the day before an amendment', '2026-05-28', 'ILS', '2026-03-31', 3.165],
    ['a day after an amendment', '2026-06-15', 'ILS', '2026-05-29', 2.807],
    ['a day after the amendment of another currency', '2026-06-15', 'EUR', '2026-05-29', 0.87],
    ['the day before a quarter’s end', '2026-09-29', 'ILS', '2026-06-30', 2.81],
  ])(
    'for %s has the rate that is in force, and the day since when its list is: %s %s',
    async (_, date, to, asOf, rate) => {
      const found = await json<DatedConversion>(path(`to=${to}&date=${date}&source=us-treasury`));
      expect(found).toMatchObject({ rate, rate_as_of: asOf, rate_type: 'official_reference' });
    },
  );

  it('has no rate in an old unit', async () => {
    const before = await json(path('to=SYP&date=2025-12-31&source=us-treasury'));
    expect(before).toMatchObject({ rate: 11000, rate_as_of: '2025-12-31' });
    const [status] = await answer(path('to=SYP&date=2026-02-10&source=us-treasury'));
    expect(status).toBe(400);
  });

  it('has the list before until the quarter’s list is published, for up to 107 days', async () => {
    const inJanuary = siteWith('2026-09-30', '2027-01-10T12:00:00.000Z');
    expect(await inJanuary.json(path('to=EUR&date=2026-12-31&source=us-treasury'))).toMatchObject({
      rate_as_of: '2026-09-30',
    });
    expect(await inJanuary.json(path('to=EUR&source=us-treasury'))).toMatchObject({ rate_as_of: '2026-09-30' });
    const late = siteWith('2026-09-30', '2027-01-20T12:00:00.000Z');
    expect(await late.json(path('to=EUR&date=2027-01-15&source=us-treasury'))).toMatchObject({
      rate_as_of: '2026-09-30',
    });
    expect(await late.answer(path('to=EUR&date=2027-01-16&source=us-treasury'))).toEqual([
      400,
      codedErrorWith('2026-09-30'),
    ]);
  });

  it('by the rule of 31 December has no rate until the list of that day is published', async () => {
    const rule = 'from=EUR&to=USD&date=2026-06-15&rule=us-fbar';
    const expected = { rate_as_of: '2026-12-31', rate: 1.12866817156, rule: { key: 'us-fbar', day: '31 December' } };
    expect(await json(`/api/v1/convert?${rule}`)).toMatchObject(expected);
    const inJanuary = siteWith('2026-09-30', '2027-01-10T12:00:00.000Z');
    expect(await inJanuary.answer(`/api/v1/convert?${rule}`)).toEqual([
      400,
      { ...codedErrorWith('Ask again after 2027-01-15 00:00 UTC'), code: 'not_published_yet' },
    ]);
  });
});
