import type { Instant } from '../../money/calendar.ts';
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'node:path';
import { parseFile } from '../../api/query/published-file.ts';
import type { PublishedSite } from '../../api/query/site.ts';
import { readToday } from '../../api/query/market-files.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { convertRows } from '../../spreadsheet/convert-rows.ts';
import { MAX_BYTES } from '../../spreadsheet/encoding.ts';
import { knownOf } from '../../spreadsheet/known.ts';
import { noteInWords } from '../../spreadsheet/note.ts';
import { isProblem, problemInWords } from '../../spreadsheet/problem.ts';
import { readRow } from '../../spreadsheet/read-rows.ts';
import { dataRows } from '../../spreadsheet/table.ts';
import type { Terms } from '../../spreadsheet/terms.ts';
import { type Choices, type Known, understand, type Understanding } from '../../spreadsheet/understand.ts';
import { writtenFile } from '../../spreadsheet/write-file.ts';
import { quoted } from '../../text/quote.ts';
import { CommandError, UsageError } from '../terminal/command.ts';
import { print } from '../terminal/print.ts';

export interface ConvertFileInput {
  readonly file: string;
  /** The URL or the folder of a site. */
  readonly site: string;
  /** The file to write; undefined for one beside the file that is read. */
  readonly out: string | undefined;
  readonly choices: Choices;
  readonly terms: Terms;
  readonly now: Instant;
}

/** Maximum bytes of a file of the site. The rates of a currency since 1999 take 200 kB. */
const MAX_FILE_BYTES = 8_388_608;

/** Converts a file, and prints how it was understood and what it adds up to. */
export async function convertFile(input: ConvertFileInput, signal: AbortSignal): Promise<void> {
  const { file, terms, choices } = input;
  const out = input.out ?? besideOf(file);
  const bytes = readInput(file);
  if (existsSync(out) && realpathSync(out) === realpathSync(file))
    throw new UsageError(`${out} is the file to convert. Use --out with another file.`);
  if (input.out === undefined && existsSync(out)) throw new UsageError(`${out} exists. Use --out to name the file.`);
  const site = await openSite(input.site, input.now, signal);
  const known = knownOf(site);
  const understanding = understood(bytes, choices, known);
  const rows = dataRows(understanding.table).map((row) => readRow(row, understanding, known.thisYear));
  print(wordsOf(understanding));
  const converted = await convertRows(rows, terms, site);
  const { summary } = converted;
  writeFileSync(out, writtenFile(understanding, converted.rows, terms));
  const notes = Map.groupBy(
    converted.rows.flatMap(({ note }) => (note ? [noteInWords(note)] : [])),
    (words) => words,
  );
  const most = [...notes].sort(([, one], [, other]) => other.length - one.length);
  for (const [words, { length }] of most.slice(0, MAX_NOTES)) print(`${counted(length, 'row')}: ${words}`);
  if (most.length > MAX_NOTES) print(`${most.length - MAX_NOTES} other notes are in the file.`);
  print(
    `${summary.converted} of ${counted(summary.rows, 'row')} converted. ${sumsOf(summary.sums, understanding, terms)}`,
    `Written: ${out}`,
  );
}

const MAX_NOTES = 10;

function sumsOf(sums: readonly string[], { table, amounts }: Understanding, { to }: Terms): string {
  const of = (at: number) => (sums.length > 1 ? ` of ${quoted(table.names[amounts[at] ?? -1] ?? '', 40)}` : '');
  return sums.map((sum, at) => `Sum${of(at)}: ${sum} ${to}.`).join(' ');
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** `invoices.csv` becomes `invoices.converted.csv`. */
function besideOf(file: string): string {
  const { dir, name, ext } = parse(file);
  return `${dir === '' ? '' : `${dir}/`}${name}.converted${ext}`;
}

/** @throws {UsageError} if the path isn't that of a file */
function readInput(file: string): Uint8Array {
  const stat = statSync(file, { throwIfNoEntry: false });
  // Reading a pipe would wait forever.
  if (!stat?.isFile()) throw new UsageError(`${file} isn't a file. Name a CSV or TSV file.`);
  if (stat.size > MAX_BYTES)
    throw new CommandError(problemInWords({ problem: 'too_large', bytes: stat.size, most: MAX_BYTES }));
  return readFileSync(file);
}

async function openSite(address: string, now: Instant, signal: AbortSignal): Promise<PublishedSite> {
  const files = new SiteFiles(address, { signal });
  return {
    day: await readToday((path) => files.text(path, MAX_FILE_BYTES)),
    now,
    read: async (file) => parseFile(file, await files.text(file.path, MAX_FILE_BYTES)),
  };
}

/** @throws {UsageError} with what the file leaves open */
function understood(bytes: Uint8Array, choices: Choices, known: Known): Understanding {
  const found = understand(bytes, choices, known);
  if (isProblem(found))
    throw found.problem === 'no_column'
      ? new UsageError(problemInWords(found))
      : new CommandError(problemInWords(found));
  if (found.questions.length > 0)
    throw new UsageError(found.questions.map((each) => questionInWords(each, found)).join(' '));
  return found;
}

function questionInWords(question: Understanding['questions'][number], { table: { names } }: Understanding): string {
  switch (question.about) {
    case 'date':
    case 'amount':
    case 'currency': {
      const columns = question.columns.map((column) => quoted(names[column] ?? '', 40)).join(', ');
      if (question.about === 'currency' && columns === '')
        return 'No column has the currency. Use --currency with a code such as EUR, or with a column.';
      return `Which column has the ${question.about}? Use --${question.about} with one of ${columns}.`;
    }
    case 'order': {
      const choices = question.choices.map((order) => `--order ${order}`).join(' or ');
      return `${quoted(question.example, 40)} can be read in several ways. Use ${choices} (d is the day, m the month, y the year).`;
    }
    case 'decimal':
      return `${quoted(question.example, 40)} can be read in two ways. Use --decimal . or --decimal , for the decimal separator.`;
  }
}

/** How a file was understood, in a line. */
function wordsOf({ table, date, amounts, currency, order, mark }: Understanding): string {
  const nameOf = (column: number | undefined) => quoted(table.names[column ?? -1] ?? '', 40);
  const ofCurrency =
    currency === 'amount' || currency === undefined
      ? 'beside the amounts'
      : 'code' in currency
        ? currency.code
        : nameOf(currency.column);
  return [
    `date: ${nameOf(date)}${order ? ` (${order})` : ''}`,
    `amount: ${amounts.map(nameOf).join(' and ')}${mark ? ` (decimal separator ${mark})` : ''}`,
    `currency: ${ofCurrency}`,
    `encoding: ${table.file.encoding}`,
  ].join('; ');
}
