import { EARLIEST, type Instant } from '../../../money/calendar.ts';
import { convertRows } from '../../../spreadsheet/convert-rows.ts';
import { decoded } from '../../../spreadsheet/encoding.ts';
import { knownOf } from '../../../spreadsheet/known.ts';
import { isProblem, type Problem } from '../../../spreadsheet/problem.ts';
import { type Asked, readRow, type Unread } from '../../../spreadsheet/read-rows.ts';
import { dataRows, SAMPLE_ROWS, tableOf } from '../../../spreadsheet/table.ts';
import { type GivenTerms, type Terms, termsOf } from '../../../spreadsheet/terms.ts';
import { type Choices, type Known, understandTable, type Understanding } from '../../../spreadsheet/understand.ts';
import { writtenFile } from '../../../spreadsheet/write-file.ts';
import { present } from '../../../text/present.ts';
import type { PublishedSite } from '../../../api/query/site.ts';
import { BrowserSite } from '../../frame/browser-site.ts';
import { type AnsweredRows, firstRows, notesOf } from './shown-rows.ts';
import type { Answered, Call, FileCalls, Report, RowOrder, ShownRow, Understood } from './messages.ts';

/** Rows of a file that are shown before it's understood. */
const FIRST_ROWS = 5;
/** Rows that are read before the progress is reported. */
const ROWS_AT_ONCE = 5000;
/** Milliseconds between two reports of the progress. */
const REPORTED_EVERY = 50;

/** The file that the page works on, and what was found out about it. A later file replaces it. */
export class FileWork {
  readonly #report: (report: Report) => void;
  #site: Promise<BrowserSite> | undefined;
  #understanding: Understanding | undefined;
  #answered: AnsweredRows | undefined;
  /** Counts the files and conversions, so that an earlier one stops. */
  #latest = 0;

  constructor(report: (report: Report) => void) {
    this.#report = report;
  }

  /** @throws {Unread} if a file of the site can't be read */
  async answer(
    now: Instant,
    name: Call['name'],
    input: readonly unknown[],
  ): Promise<ReturnType<FileCalls[keyof FileCalls]>> {
    switch (name) {
      case 'codes':
        return [...(await this.#known(now)).codes];
      case 'open':
        return this.#open(now, ...(input as Parameters<FileCalls['open']>));
      case 'choose':
        return this.#choose(now, ...(input as Parameters<FileCalls['choose']>));
      case 'convert':
        return this.#convert(now, ...(input as Parameters<FileCalls['convert']>));
      case 'sort':
        return this.#sort(...(input as Parameters<FileCalls['sort']>));
    }
  }

  async #open(now: Instant, file: Blob, choices: Choices): Promise<Understood | Problem> {
    const turn = ++this.#latest;
    this.#understanding = this.#answered = undefined;
    const text = decoded(new Uint8Array(await file.arrayBuffer()), choices.encoding, choices.legacy);
    if (isProblem(text)) return text;
    const thisYear = yearOf(now);
    const beginning = tableOf(text, choices.delimiter, thisYear, SAMPLE_ROWS);
    if (isProblem(beginning)) return beginning;
    const first = dataRows(beginning).slice(0, FIRST_ROWS);
    this.#report({ names: beginning.names, first: first.map(({ cells }) => cells) });
    const known = await this.#known(now);
    const table = tableOf(text, beginning.delimiter, thisYear);
    if (isProblem(table)) return table;
    const found = understandTable(table, choices, known);
    return turn === this.#latest ? this.#kept(found) : understoodIn(found);
  }

  async #choose(now: Instant, choices: Choices): Promise<Understood | Problem> {
    const known = await this.#known(now);
    return this.#kept(understandTable(this.#opened().table, choices, known));
  }

  async #convert(now: Instant, given: GivenTerms): Promise<Answered | undefined> {
    const turn = ++this.#latest;
    const understanding = this.#opened();
    const site = await this.#openSite();
    const terms = usable(given);
    if (!terms || !knownOf({ day: site.day, now }).codes.has(terms.to)) return undefined;
    const rows = dataRows(understanding.table);
    const pause = this.#pauses(rows.length, turn);
    const asked: (Asked | Unread)[] = [];
    for (const row of rows) {
      if (asked.length % ROWS_AT_ONCE === 0) await pause(asked.length / 2);
      asked.push(readRow(row, understanding, yearOf(now)));
    }
    const published: PublishedSite = { day: site.day, now, read: (file) => site.read(file) };
    const converted = await convertRows(asked, terms, published, (done) => pause((rows.length + done) / 2));
    const answered = { understanding, rows, asked, answers: converted.rows };
    this.#answered = answered;
    return {
      savedOn: site.day.isKept ? site.day.rate_as_of : undefined,
      ...{ to: terms.to, summary: converted.summary, notes: notesOf(converted.rows) },
      file: new Blob([writtenFile(understanding, converted.rows, terms)], { type: 'text/csv' }),
      rows: firstRows(answered, { by: 'note', isAscending: true }),
    };
  }

  #sort(order: RowOrder): readonly ShownRow[] {
    return this.#answered ? firstRows(this.#answered, order) : [];
  }

  /** Reports how many rows are done from time to time, and stops if a later file or conversion has begun. */
  #pauses(rows: number, turn: number): (done: number) => Promise<void> {
    let last = 0;
    return async (done) => {
      if (performance.now() - last < REPORTED_EVERY) return;
      this.#report({ done: Math.floor(done), rows });
      // Meanwhile, the next call arrives.
      await new Promise((resolve) => setTimeout(resolve));
      if (turn !== this.#latest) throw new Superseded();
      last = performance.now();
    };
  }

  #kept(found: Understanding | Problem): Understood | Problem {
    if (!isProblem(found)) this.#understanding = found;
    return understoodIn(found);
  }

  #opened(): Understanding {
    return present(this.#understanding, 'file');
  }

  async #known(now: Instant): Promise<Known> {
    return knownOf({ day: (await this.#openSite()).day, now });
  }

  /** The rates of today, which are loaded once. If loading fails, the next call tries again. */
  #openSite(): Promise<BrowserSite> {
    this.#site ??= BrowserSite.open(EARLIEST).catch((error: unknown) => {
      this.#site = undefined;
      throw error;
    });
    return this.#site;
  }
}

/** A later call replaced this one, so nothing waits for its answer. */
export class Superseded extends Error {}

const yearOf = (now: Instant) => Number(now.slice(0, 'YYYY'.length));

function understoodIn(found: Understanding | Problem): Understood | Problem {
  if (isProblem(found)) return found;
  const { table, ...others } = found;
  return { ...others, names: table.names, encoding: table.file.encoding };
}

function usable(given: GivenTerms): Terms | undefined {
  try {
    return termsOf(given);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
