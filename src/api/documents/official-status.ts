import { z } from 'zod';
import { isLate } from '../../archive/corrections.ts';
import { endOfDoubt } from '../../archive/official-doubts.ts';
import { correctionSchema, officialDoubtSchema, tableStateSchema } from '../../archive/official-rates.schema.ts';
import type { OfficialRates } from '../../archive/official-rates.ts';
import { fields } from '../fields.schema.ts';
import { type ArchiveFiles, banksOfSite } from './archive-files.ts';

/** Maximum number of changes of a kind in the status. The log has all of them. */
const SHOWN_CHANGES = 20;

/** What a status says about a table that the archive's files don't contain. */
const { problem, problem_since } = tableStateSchema.shape;

const newest = z
  .array(
    correctionSchema.meta({
      id: 'Correction',
      description: 'A correction of a published official rate, or a late rate.',
    }),
  )
  .max(SHOWN_CHANGES)
  .describe(`The newest of them, at most ${SHOWN_CHANGES}, the latest last.`);

const shape = {
  rate_as_of: fields.date.describe('Date of the newest official rates.'),
  problem,
  problem_since,
  doubts: z
    .array(
      officialDoubtSchema
        .extend({
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
      count: z.int().nonnegative().describe('Number of published official rates that were changed or removed so far.'),
      newest,
    })
    .describe(
      'Published official rates that were changed or removed. `/api/v1/archive` has the file that lists all of them.',
    ),
  late: z
    .strictObject({
      count: z.int().nonnegative().describe('Number of late official rates so far.'),
      newest,
    })
    .describe(
      'Official rates that were added after other rates of their day, or after a later day. No published rate changed. ' +
        'The file of corrections lists them with an empty old value.',
    ),
};

const ofTable = fields.date.nullable().describe('Date of the newest rates of the table. Null if it has no rates yet.');

/** `banks` in `/api/v1/status`: the state of the rates of each table of the banks that the site has ever asked. */
export const banksStatusSchema = z
  .array(
    z.strictObject({
      table: fields.table,
      source: fields.bank,
      transport: fields.transport,
      ...shape,
      rate_as_of: ofTable,
    }),
  )
  .describe('State of the official rates of each bank’s table.');

type BanksStatus = z.infer<typeof banksStatusSchema>;

export function buildBanksStatus(archive: Pick<ArchiveFiles, 'official' | 'sources'>): BanksStatus {
  const ofSite = banksOfSite(archive);
  const tables = archive.official.filter(({ bank }) => ofSite.includes(bank));
  return tables.map(({ bank, table, ...rates }) => {
    return { table: table.key, source: bank.key, transport: bank.transport, ...statusOf(rates) };
  });
}

function statusOf({
  days,
  corrections,
  doubts,
  problem,
  problem_since,
}: OfficialRates): Omit<BanksStatus[number], 'table' | 'source' | 'transport'> {
  return {
    rate_as_of: days.at(-1)?.date ?? null,
    ...{ problem, problem_since },
    doubts: doubts.map((doubt) => ({ ...doubt, ends_by: endOfDoubt(doubt) })),
    corrections: counted(corrections.filter((change) => !isLate(change))),
    late: counted(corrections.filter(isLate)),
  };
}

function counted(changes: OfficialRates['corrections']) {
  return { count: changes.length, newest: changes.slice(-SHOWN_CHANGES) };
}
