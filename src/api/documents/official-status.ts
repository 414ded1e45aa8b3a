import { z } from 'zod';
import { doubtReasonsInWords, endOfDoubt } from '../../archive/official-doubts.ts';
import type { OfficialProblem, OfficialRates } from '../../archive/official-rates.ts';
import { codeSchema } from '../../currencies/currency.schema.ts';
import { present } from '../../text/present.ts';
import { fields } from '../fields.schema.ts';
import type { PublishedTable } from '../archive/archive-files.ts';
import { firstBank } from '../../sources/banks/banks.ts';
import { enumOf } from '../../text/enum-of.ts';

/** Maximum number of corrections in the status. The log has all of them. */
const SHOWN_CORRECTIONS = 20;

const value = z.number().positive().nullable();

const shape = {
  rate_as_of: fields.date.describe('Date of the newest official rates.'),
  problem: z
    .string()
    .nullable()
    .describe('Reason why the last check could not use the bank’s file. Null if it had no problem.'),
  problem_since: fields.instant
    .nullable()
    .describe('Time of the first check with a problem. Null if the last check had no problem.'),
  doubts: z
    .array(
      z
        .strictObject({
          date: fields.date.describe('Day in doubt.'),
          reason: enumOf(doubtReasonsInWords, 'Reason for the doubt.'),
          code: codeSchema.nullable().describe('Code of the currency in doubt. Null if the whole day is in doubt.'),
          value: value.describe('Value in the bank’s file, for 1 unit. Null if it has none.'),
          since: fields.date.describe('Date of the first check since which the bank’s files have said the same.'),
          ends_by: fields.date
            .nullable()
            .describe(
              'Date on which the bank’s file is followed if it still says the same. Null if the doubt ends only ' +
                'when the bank’s file changes.',
            ),
        })
        .meta({ id: 'OfficialDoubt', description: 'A day for which the bank’s file isn’t followed.' }),
    )
    .describe('Every day for which the bank’s file isn’t followed, because it’s in doubt.'),
  corrections: z
    .strictObject({
      count: z.int().nonnegative().describe('Number of changes of published official rates so far.'),
      newest: z
        .array(
          z
            .strictObject({
              date: fields.date.describe('Day of the changed rate.'),
              code: codeSchema,
              old: value.describe('Rate before, for 1 unit. Null if there was none.'),
              new: value.describe('Rate from then on, for 1 unit. Null if the rate was removed.'),
              at: fields.instant.describe('Time of the change.'),
            })
            .meta({ id: 'Correction', description: 'A change of a published official rate.' }),
        )
        .max(SHOWN_CORRECTIONS)
        .describe(`The newest changes, at most ${SHOWN_CORRECTIONS}, the latest last.`),
    })
    .describe('Changes of published official rates. `/api/v1/archive` has the file that lists all of them.'),
};

/** `official` in `/api/v1/status`: the state of the first bank's rates. */
export const officialStatusSchema = z
  .strictObject(shape)
  .describe(
    `The entry of \`banks\` with the table \`${firstBank.key}\`, for clients of version 0.3, which had official rates of this bank only.`,
  );

const ofTable = fields.date.nullable().describe('Date of the newest rates of the table. Null if it has no rates yet.');

/** `banks` in `/api/v1/status`: the state of the rates of each bank's table. */
export const banksStatusSchema = z
  .array(z.strictObject({ table: fields.table, source: fields.bank, ...shape, rate_as_of: ofTable }))
  .describe('State of the official rates of each bank’s table.');

type OfficialStatus = z.infer<typeof officialStatusSchema>;
type BanksStatus = z.infer<typeof banksStatusSchema>;

export function buildBanksStatus(official: readonly PublishedTable[]): BanksStatus {
  return official.map(({ bank, table, ...rates }) => ({ table: table.key, source: bank.key, ...statusOf(rates) }));
}

/** The state of the first bank's rates. */
export function buildOfficialStatus(official: readonly PublishedTable[]): OfficialStatus {
  const { rate_as_of, ...state } = statusOf(
    present(
      official.find(({ bank }) => bank === firstBank),
      'bank',
    ),
  );
  return { rate_as_of: present(rate_as_of, 'official day'), ...state };
}

function statusOf({
  days,
  corrections,
  doubts,
  problem,
}: OfficialRates): Omit<BanksStatus[number], 'table' | 'source'> {
  return {
    rate_as_of: days.at(-1)?.date ?? null,
    problem: problem?.problem ?? null,
    problem_since: problem?.since ?? null,
    doubts: doubts.map(({ date, reason, code, value, since }) => {
      return { date, reason, code, value, since, ends_by: endOfDoubt({ reason, since }) };
    }),
    corrections: {
      count: corrections.length,
      newest: corrections.slice(-SHOWN_CORRECTIONS).map(({ date, code, old = null, new: now = null, at }) => {
        return { date, code, old, new: now, at };
      }),
    },
  };
}

/** What a status says about a table and the archive doesn't, and the date of the newest rates. */
type TableState = Pick<OfficialRates, 'doubts' | 'problem'> & { readonly last: string | null };

/**
 * Reads back what the archive doesn't contain, by the keys of the tables, and the date of the newest rates, which must
 * agree with the archive.
 *
 * @param banks undefined in a status of version 0.3
 */
export function parseBanksStatus(official: OfficialStatus, banks: BanksStatus | undefined): Map<string, TableState> {
  const tables = banks ?? [{ table: firstBank.tables[0].key, ...official }];
  return new Map(
    tables.map(({ table, rate_as_of, problem, problem_since, doubts }) => {
      const read = doubts.map(({ date, reason, code, value, since }) => ({ date, reason, code, value, since }));
      return [table, { last: rate_as_of, doubts: read, problem: problemOf(problem, problem_since) }];
    }),
  );
}

function problemOf(problem: string | null, since: string | null): OfficialProblem | null {
  return problem !== null && since !== null ? { problem, since } : null;
}
