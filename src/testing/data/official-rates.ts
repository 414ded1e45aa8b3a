import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { WitnessAnswer } from '../../sources/witnesses/witness.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { CommandError } from '../../commands/terminal/command.ts';

/** Days between two of the ECB's publications, over any holidays. */
const MAX_PAUSE = 7;

/**
 * The euro reference rates of the European Central Bank as a witness that was asked on each day: it says what it has
 * published on the last business day before. The form is that of the bank's own `eurofxref-hist.csv`.
 *
 * @returns what it would have said on a date
 * @throws {CommandError} when the file is not of that form
 */
export function readOfficialRates(file: string): (date: string) => WitnessAnswer[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const [first, ...codes] = header.split(',').filter((name) => name !== '');
  if (first !== 'Date' || !codes.includes('USD')) {
    throw new CommandError(`${file}: line 1 is not Date,USD,… as in the ECB's eurofxref-hist.csv`);
  }
  const perEuro = new Map(
    lines.map((line, index) => {
      const [date = '', ...cells] = line.split(',');
      if (!isDate(date)) throw new CommandError(`${file}: line ${index + 2} has no date`);
      return [date, new Map(codes.map((code, at) => [code, rateSchema.safeParse(cells[at]).data] as const))] as const;
    }),
  );
  return (date) => {
    const before = dayNumber(date) - 1;
    for (let day = before; day > before - MAX_PAUSE; day--) {
      const asOf = dateOfDay(day);
      const rates = perEuro.get(asOf);
      const usd = rates?.get('USD');
      if (!rates || usd === undefined) continue;
      const perUsd = [...rates].flatMap(([code, rate]) =>
        rate === undefined || code === 'USD' ? [] : [[code, { rate: rate / usd, asOf }] as const],
      );
      return [{ witness: 'www.ecb.europa.eu', rates: new Map([['EUR', { rate: 1 / usd, asOf }], ...perUsd]) }];
    }
    return [];
  };
}

/** A cell: `N/A` where there was none. */
const rateSchema = z.coerce.number().positive();
