import { paths } from '../../api/paths.ts';
import type { BankTable } from '../../sources/bank.ts';
import { bankTables, tableInSentence } from '../../sources/banks.ts';
import { capitalized } from '../../text/wording/capitalized.ts';
import type { Correction } from '../../archive/official-rates.schema.ts';
import { explainDoubt } from '../../archive/official-doubts.ts';
import { noRatesYet, type OfficialRates } from '../../archive/official-rates.ts';
import { present } from '../../text/present.ts';
import { BACKFILL_PER_RUN, type PastDays } from '../../publish/past-days.ts';
import type { FetchedDays } from '../../download/fetch-days.ts';
import type { PublishReport } from '../../publish/publish-report.ts';
import type { WitnessResponse } from '../../validation/compare-witnesses.ts';
import type { ComposedDay } from '../../validation/composed-day.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { outcomesInWords, type WitnessReport } from '../../validation/snapshot/witness-report.ts';
import { progress } from '../terminal/progress.ts';
import { isLate } from '../../archive/corrections.ts';
import { annotate, print, printError, printProgress } from '../terminal/print.ts';

export interface ReportOptions {
  /** Maximum number of past days to fetch. */
  readonly backfill: number;
  /** Whether the site may be a preview. A preview works without a network, so failed downloads don't matter. */
  readonly recorded: boolean;
}

/** Prints what a publish finds out. */
export function terminalReport({ backfill, recorded }: ReportOptions): PublishReport {
  const showDays = progress('Fetched', 'days');
  /** The witnesses' responses so far. A response may be compared with several datasets, but its problem is printed once. */
  const known = new Set<WitnessResponse>();
  return {
    previous: ({ stateProblem }) => {
      if (stateProblem === null) return;
      printError(
        `The previous site’s ${paths.state} ${stateProblem}. The site is continued from its archive and publish log.`,
      );
    },
    pastDay: (fetched, total) => {
      // For a few days, progress isn't shown.
      if (backfill > BACKFILL_PER_RUN) showDays(fetched, total);
    },
    pastDays: ({ fetched, refusal, ...past }) => {
      if (fetched && (fetched.days.length > 0 || !recorded)) printPastDays(fetched, past);
      if (refusal) {
        const { date, reason } = refusal;
        printError(
          `The downloaded past days aren't used. Compared with them, the dataset of ${date} would be refused: ${reason}.`,
        );
      }
    },
    composed: (day, newestDataset, refusal) => {
      printComposed(day, `The newest dataset is from ${newestDataset ?? 'no known day'}.`, refusal);
    },
    witnesses: (responses, report) => {
      for (const response of responses) {
        if (response.rates === null && !known.has(response))
          printError(`Witness ${response.witness}: ${response.problem}`);
        known.add(response);
      }
      printWitnessReport(report);
    },
    mirrors: (problems) => {
      if (!recorded) printError(...problems.map(({ mirror, problem }) => `${mirror}: ${problem}`));
    },
    official: (before, after) => {
      for (const { table } of bankTables) {
        const [known, rates] = [before.get(table.key) ?? noRatesYet, after.get(table.key) ?? noRatesYet];
        printHistory(table, known, rates);
        printCorrections(table, rates.corrections.slice(known.corrections.length));
        if (rates.problem === null) printDoubts(table, rates);
        else if (!recorded)
          printError(`Official rates of ${tableInSentence(table.key)}: ${rates.problem}. ${staying(rates)}`);
      }
    },
    rates: ({ snapshot }) => {
      if (snapshot.stale_reason === 'cached_fallback') printFallback(snapshot);
      printQuality(snapshot);
    },
    files: progress('Wrote', 'files'),
  };
}

function printPastDays(
  { days, disputed, failures }: FetchedDays,
  { gaps, stillMissing }: Pick<PastDays, 'gaps' | 'stillMissing'>,
): void {
  /** The first failure of each mirror. A mirror may have a host name for each day. */
  const shown = new Map<string, string>();
  for (const { mirror, problem } of failures) {
    const name = new URL(mirror).host.replace(/^\d{4}-\d\d-\d\d\./, '');
    if (!shown.has(name)) shown.set(name, `${mirror}: ${problem}`);
  }
  printError(...shown.values());
  const more = failures.length - shown.size;
  const [first, last] = [days[0], days.at(-1)];
  print(
    `Past days: ${days.length} fetched` +
      (first && last ? `, from ${first.date} to ${last.date}` : '') +
      (gaps.length > 0 ? `, ${gaps.length} don't exist` : '') +
      `, ${stillMissing} still missing` +
      (more > 0 ? ` (${more} similar failures not shown)` : '') +
      '.',
  );
  if (disputed.length === 0) return;
  annotate(
    `The mirrors have different rates of ${disputed.length} past days, such as ${present(disputed[0], 'day')}. These ` +
      'days stay missing. To use the rates of one mirror, name only that mirror with --dated-mirror or DATED_MIRRORS once.',
  );
}

function printComposed({ date, rates, origins }: ComposedDay, stopped: string, refusal: string | null): void {
  if (refusal !== null) {
    printError(`${stopped} The rates of ${date} composed from official rates aren't used: ${refusal}.`);
    return;
  }
  const ofOrigins = Map.groupBy(origins.values(), (origin) => (origin.startsWith('peg ') ? 'pegs' : origin));
  const counts = Array.from(ofOrigins, ([origin, { length }]) => `${origin}: ${length}`).sort();
  printError(
    `${stopped} The rates of ${date} for ${rates.size} currencies are composed from official rates ` +
      `(${counts.join(', ')}). To forbid this, use --compose none.`,
  );
}

/** Prints how far each witness agrees, or why it is ignored. Failed requests are already printed. */
function printWitnessReport({ requested }: WitnessReport): void {
  for (const { witness, outcome, compared, agreeing } of requested) {
    if (outcome === 'compared') {
      const levels = agreeing.map(({ within_percent, currencies }) => `${currencies} within ${within_percent}%`);
      print(`Witness ${witness}: of ${compared} currencies it agrees on ${levels.join(', ')}.`);
    } else if (outcome !== 'unreachable') {
      printError(`Witness ${witness} is ignored (${outcome}): ${outcomesInWords[outcome]}.`);
    }
  }
}

function staying({ days }: OfficialRates): string {
  const last = days.at(-1);
  return last ? `The rates up to ${last.date} stay.` : 'There are no rates of it yet.';
}

/** Prints how far back the rates of a bank have been downloaded, while that goes on. */
function printHistory({ key, firstDay }: BankTable, before: OfficialRates, { asked_from }: OfficialRates): void {
  if (asked_from === null || asked_from === before.asked_from) return;
  const rest = asked_from > firstDay ? `, back to ${firstDay} in the next runs` : ', which is complete';
  print(`Official rates of ${tableInSentence(key)}: history from ${asked_from} on${rest}.`);
}

/** Prints a line for each kind of change. */
function printCorrections({ key }: BankTable, added: readonly Correction[]): void {
  const kinds = Map.groupBy(added, (change) =>
    change.new === null ? 'withdrew' : isLate(change) ? 'has late' : 'corrected',
  );
  for (const did of ['corrected', 'withdrew', 'has late'] as const) {
    const changes = kinds.get(did);
    if (!changes?.[0]) continue;
    const { date, code, old, new: now } = changes[0];
    print(
      `${capitalized(tableInSentence(key))} ${did} official rates. Values: ${changes.length}. The first is ${code} of ${date}: ` +
        `${old ?? 'no value'} before, ${now ?? 'no value'} now. See ${paths.officialCorrections(key)}.`,
    );
  }
}

function printDoubts({ key }: BankTable, { doubts }: OfficialRates): void {
  const [first, ...others] = doubts;
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  printError(
    `Official rates of ${tableInSentence(key)} in doubt: ${explainDoubt(first)}${more}. See banks in ${paths.status}.`,
  );
}

function printFallback({ recorded, rate_as_of, retrieved_at, mirrors }: Snapshot): void {
  printError(
    recorded
      ? `Today's rates can't be downloaded (${mirrors.length} mirrors tried). ` +
          `The site serves the recorded rates of ${rate_as_of} instead, marked as stale.`
      : `No mirror gave usable rates (${mirrors.length} tried). The published rates, retrieved at ${retrieved_at}, stay, ` +
          'marked as stale.',
  );
}

const statesInShort = { omitted: 'omitted', held: 'held', accepted: 'newly accepted', frozen: 'frozen' } as const;

/** Number of currencies of each state that {@link printQuality} names. */
const NAMED = 5;

/** Prints in one line how many currencies have a state other than ok. The site's status explains each of them. */
function printQuality({ quality }: Snapshot): void {
  const counts = Object.entries(statesInShort).flatMap(([state, name]) => {
    const codes = [...quality.keys()].filter((code) => quality.get(code)?.state === state);
    const named = [...codes.slice(0, NAMED), ...(codes.length > NAMED ? ['…'] : [])];
    return codes.length > 0 ? [`${codes.length} ${name} (${named.join(', ')})`] : [];
  });
  if (counts.length > 0) printProgress(`Validation: ${counts.join(', ')}. For the reasons, see api/v1/status.`);
}
