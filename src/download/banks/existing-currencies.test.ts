import { expect, it } from 'vitest';
import { ofExistingCurrencies } from './existing-currencies.ts';

/** Rates of 1,500 currencies that never existed. */
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const invented = ['O', 'Q', 'W']
  .flatMap((first) => letters.flatMap((second) => letters.map((third) => first + second + third)))
  .filter((code) => !['OMR', 'QAR', 'WST'].includes(code))
  .slice(0, 1500)
  .map((code) => [code, 2] as const);

it('ofExistingCurrencies (removes currencies that never existed) > keeps retired currencies, and marks a day with nothing else as unreadable', () => {
  const friday = { date: '2026-02-27' as const, rates: new Map([['USD', 1.1]]), reference: '1' };
  const rates = new Map([
    ['DEM', 1.95583],
    ['USD', 1.2],
  ]);
  const unreadable = [{ date: '2026-02-25' as const, code: 'USD' }];
  expect(
    ofExistingCurrencies({
      days: [
        { date: '2026-02-26', rates: new Map([...invented, ...rates]) },
        friday,
        { date: '2026-03-02', rates: new Map(invented) },
      ],
      unreadable,
    }),
  ).toEqual({
    days: [{ date: '2026-02-26', rates }, friday],
    unreadable: [...unreadable, { date: '2026-03-02', code: null }],
  });
});
