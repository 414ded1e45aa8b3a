import { describe, expect, it } from 'vitest';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import { dateOfDay, dayNumber } from '../money/calendar.ts';
import { bankRows } from '../testing/data/bank-rows.ts';
import { randomChoices } from '../testing/data/random.ts';
import { archiveSince1999, codedErrorWith, documentsOf, served } from '../testing/sites/served.ts';

const { json, answer } = served(documentsOf({ archive: archiveSince1999() }));
const convert = '/api/v1/convert?from=EUR&to=USD';
const { below } = randomChoices();

describe('conversion with the parameter before', () => {
  it('has the bank’s last rate that is strictly earlier than the date', async () => {
    const rows = [...bankRows()].map(([date, rates]) => [date, rates.get('USD')] as const);
    const days = dayNumber('2026-04-20') - dayNumber('1999-01-05');
    for (let request = 0; request < 200; request++) {
      const date = dateOfDay(dayNumber('1999-01-05') + below(days));
      const { rate, rate_as_of } = await json<DatedConversion>(`${convert}&source=ecb&before=${date}`);
      expect([date, rate_as_of, rate]).toEqual([date, ...(rows.findLast(([day]) => day < date) ?? [])]);
    }
  });

  it.each([
    ['on a day with rates', 'before=2026-09-03', 'date=2026-09-02'],
    ['after days without rates', 'before=2025-05-21', 'date=2025-05-20'],
    ['on the day after the newest', 'before=2026-09-30', 'date=2026-09-29'],
    ['on the day after tomorrow', 'before=2026-10-02', 'date=2026-10-01'],
    ['of a bank, on a Monday', 'before=2026-03-09&source=ecb', 'date=2026-03-08&source=ecb'],
    ['if it’s too early', 'before=2024-03-02&amount=2', 'date=2024-03-01&amount=2'],
  ])('has the rate of the day before %s', async (_, before, date) => {
    const [status, body] = await answer(`${convert}&${date}`);
    const error = expect.any(String) as string;
    expect(await answer(`${convert}&${before}`)).toEqual([
      status,
      status === 200 ? body : { ...(body as object), error },
    ]);
  });

  it.each([
    ['before=2024-03-02', 'No rates before 2024-03-02. Use before=2024-03-03 or a later date'],
    ['before=1999-01-04&source=ecb', 'Use before=1999-01-05 or a later date'],
    ['before=2026-10-03', 'Omit before to get them'],
    ['before=2026-04-30&source=ecb', 'Omit before to get them'],
    ['before=2026-9-3', 'Invalid before'],
    ['before=2026-09-03&date=2026-09-03', 'Omit before, or omit date'],
  ])('that isn’t possible (%s) is an error that says what to do: %s', async (query, message) => {
    expect(await answer(`${convert}&${query}`)).toEqual([400, codedErrorWith(message)]);
  });

  it('doesn’t have a rate in a unit that was replaced on the date', async () => {
    const path = '/api/v1/convert?from=USD&to=SYP';
    expect(await json(`${path}&date=2025-12-31`)).toMatchObject({ success: true });
    expect(await answer(`${path}&before=2026-01-01`)).toEqual([
      400,
      codedErrorWith('SYP has a new unit since 2026-01-01'),
    ]);
  });

  it('is suggested for requests to other endpoints, and only where it can be used', async () => {
    const advised = async (path: string) => /\/api\/v1\/\S*/.exec((await json<{ error: string }>(path)).error)?.[0];
    const suggested = (await advised('/api/convert?from=EUR&to=USD&before=2026-09-03')) ?? '';
    expect(await json(suggested)).toMatchObject({ rate_as_of: '2026-09-02' });
    const both = (await advised('/api/convert?from=EUR&to=USD&before=2026-09-03&date=2026-09-03')) ?? '';
    expect(await json(both)).toMatchObject({ success: true });
  });
});
