import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { WitnessAnswer } from '../../validation/compare-witnesses.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { CommandError } from '../../commands/terminal/command.ts';

/** Maximum number of days between two publications of the ECB, holidays included. */
const MAX_PAUSE = 7;

/**
 * Reads a file in the format of the European Central Bank's `eurofxref-hist.csv`, to use the bank's rates as a witness.
 * On each day, the witness has the rates of the last business day before that day.
 *
 * @returns a function that returns the witness's response on a date, or an empty list if the bank has no recent rates
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
      if (!isDate(date)) throw new CommandError(`${file}: line ${index + 2} has no valid date`);
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

/** A rate in a cell. The bank writes `N/A` if it has no rate. */
const rateSchema = z.coerce.number().positive();
