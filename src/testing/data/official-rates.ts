import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { WitnessAnswer } from '../../sources/witnesses/witness.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { CommandError } from '../../commands/terminal/command.ts';

/** Maximum number of days between two publications of the ECB, over any holidays. */
const MAX_PAUSE = 7;

/**
 * Reads the euro reference rates of the European Central Bank as a witness's responses. On each day, the witness has
 * the rates of the last business day before. The format is that of the bank's `eurofxref-hist.csv`.
 *
 * @returns the response for a date
 * @throws {CommandError} if the file has another format
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

/** A cell: `N/A` if there was no rate. */
const rateSchema = z.coerce.number().positive();
