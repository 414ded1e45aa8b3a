import { z } from 'zod';
import type { Archive, ArchivedDay } from '../../archive/archive.ts';
import { parseCorrectionsFile } from '../../archive/corrections.ts';
import type { OfficialRates } from '../../archive/official-rates.ts';
import type { Evidence } from '../../archive/evidence.ts';
import { parseEvidenceFile } from '../../archive/evidence-file.ts';
import { parseYearFile } from '../../archive/year-file.ts';
import type { Bank, BankTable } from '../../sources/banks/bank.ts';
import { bankTables, firstBank } from '../../sources/banks/banks.ts';
import { FIRST_DAY } from '../../archive/source.ts';
import { FileError } from '../../text/site-problem.ts';
import { paths } from '../paths.ts';
import { archiveIndexSchema } from '../documents/archive-index.ts';

const { first, last, days, gaps, years, official, banks, evidence, publish_log, sources } = archiveIndexSchema.shape;
const { year, days: daysOfYear } = years.element.shape;
const { table, asked_from } = banks.element.shape;
const ofTable = z.object({
  ...official.shape,
  years: z.array(z.object({ year, days: daysOfYear })).min(1),
  corrections: z.object({ count: official.shape.corrections.shape.count }),
});

/** Parts of the archive's index that the next publish needs: the list of files and their expected contents. */
const outlineSchema = z.object({
  ...{ first, last, days, gaps },
  years: z.array(z.object({ year, days: daysOfYear })).min(1),
  official: ofTable,
  /** Omitted by version 0.3, which has rates of the first bank only. */
  banks: z.array(z.object({ ...ofTable.shape, table, asked_from })).optional(),
  evidence: z.object({ count: evidence.shape.count }),
  /** Omitted if every day is from the default source. */
  sources,
  publish_log: z.array(z.object({ year: publish_log.element.shape.year })).min(1),
});

export interface ArchiveOutline extends Omit<z.infer<typeof outlineSchema>, 'official' | 'banks'> {
  /** The tables of banks, in the order of {@link bankTables}. Tables that this version doesn't know are omitted. */
  readonly tables: readonly OutlineOfTable[];
}

interface OutlineOfTable extends z.infer<typeof ofTable> {
  readonly bank: Bank;
  readonly table: BankTable;
  readonly askedFrom: string;
}

/** Parses the index of the archive. Another version's document may have further fields. */
export function parseArchiveIndex(document: unknown): ArchiveOutline {
  const { official, banks, ...outline } = outlineSchema.parse(document);
  const tables = bankTables.flatMap(({ bank, table }): OutlineOfTable[] => {
    if (!banks) return bank === firstBank ? [{ ...official, bank, table, askedFrom: table.firstDay }] : [];
    const found = banks.find((each) => each.table === table.key);
    return found ? [{ ...found, bank, table, askedFrom: found.asked_from }] : [];
  });
  return { ...outline, tables };
}

/**
 * Checks the archive's index against the date of today's rates. Call this function before reading the archive's files,
 * because it limits how many files the index can list.
 */
export function assertOutline(
  { first, last, years, gaps, tables, publish_log, sources = [] }: ArchiveOutline,
  asOf: string,
): void {
  const path = paths.archive;
  if (last !== asOf) throw new FileError(path, `ends on ${last}, but the rates are from ${asOf}`);
  const names = years.map(({ year }) => year);
  if (!isAscending(names) || names[0] !== first.slice(0, 4) || names.at(-1) !== last.slice(0, 4) || first < FIRST_DAY) {
    throw new FileError(path, `must list each year from ${first} to ${last} once, in ascending order`);
  }
  // While the dataset has no new days, banks go on.
  const end = String(Number(last.slice(0, 4)) + MAX_YEARS_AHEAD);
  for (const { table, years } of tables) {
    const ofTable = years.map(({ year }) => year);
    if (isAscending(ofTable) && (ofTable[0] ?? '') >= table.firstDay.slice(0, 4) && (ofTable.at(-1) ?? '') <= end)
      continue;
    throw new FileError(
      path,
      `must list each year of ${table.key} from ${table.firstDay} to ${end} once, in ascending order`,
    );
  }
  const logYears = publish_log.map(({ year }) => year);
  if (!isAscending(logYears) || (logYears[0] ?? last) < FIRST_DAY.slice(0, 4) || (logYears.at(-1) ?? '') > last) {
    throw new FileError(path, `must list each year of the publish log up to ${last} once, in ascending order`);
  }
  const ofSources = sources.map((source) => source.first);
  if (sources.length > 0 && (!isAscending([...ofSources, `${last}.`]) || ofSources[0] !== first)) {
    throw new FileError(path, `must list the sources from ${first} to ${last} in the order of their first days`);
  }
  if (!isAscending([FIRST_DAY, ...gaps, last])) {
    throw new FileError(path, `must list each gap up to ${last} once, in ascending order`);
  }
}

/** Maximum number of years by which official rates can be newer than the market's. */
const MAX_YEARS_AHEAD = 10;

type TextOf = (path: string) => string;

/** Builds the archive from its index and its files. */
export function archiveOf(outline: ArchiveOutline, textOf: TextOf): Archive {
  const days = daysOf(outline, paths.archiveYear, (path, year) =>
    parseYearFile({ path, year, body: textOf(path), base: 'USD' }),
  );
  const dates = new Set(days.map(({ date }) => date));
  const gap = outline.gaps.find((date) => dates.has(date));
  if (gap !== undefined) throw new FileError(paths.archive, `lists ${gap} as a gap, but that day has rates`);
  const { gaps, sources } = outline;
  return { days, gaps, evidence: evidenceOf(outline, dates, textOf), ...(sources && { sources }) };
}

/** The official rates and their logs of corrections, by the keys of the tables. */
export function officialOf(
  { tables }: ArchiveOutline,
  textOf: TextOf,
): Map<string, Pick<OfficialRates, 'days' | 'askedFrom' | 'corrections'>> {
  return new Map(
    tables.map(({ bank, table, askedFrom, ...outline }) => {
      const { key } = table;
      const days = daysOf(
        outline,
        (year) => paths.officialYear(key, year),
        (path, year) => parseYearFile({ path, year, body: textOf(path), base: bank.base }),
      );
      const path = paths.officialCorrections(key);
      const corrections = parseCorrectionsFile(path, textOf(path), days);
      if (corrections.length !== outline.corrections.count)
        throw new FileError(path, `has ${corrections.length} lines, not ${outline.corrections.count}`);
      return [key, { days, askedFrom, corrections }];
    }),
  );
}

/** The days of all years. */
function daysOf<Day extends ArchivedDay>(
  outline: Pick<ArchiveOutline, 'years' | 'days' | 'first' | 'last'>,
  pathOf: (year: string) => string,
  parse: (path: string, year: string) => Day[],
): Day[] {
  const days = outline.years.flatMap(({ year, days: expected }) => {
    const path = pathOf(year);
    const ofYear = parse(path, year);
    if (ofYear.length !== expected) throw new FileError(path, `has ${ofYear.length} days, not ${expected}`);
    return ofYear;
  });
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (days.length !== outline.days || first !== outline.first || last !== outline.last) {
    throw new FileError(paths.archive, 'contradicts its files about the number of days, the first day or the last day');
  }
  return days;
}

function evidenceOf(outline: ArchiveOutline, dates: ReadonlySet<string>, textOf: TextOf): Evidence[] {
  const path = paths.archiveEvidence;
  const evidence = parseEvidenceFile(path, textOf(path));
  if (evidence.length !== outline.evidence.count) {
    throw new FileError(path, `has ${evidence.length} lines, not ${outline.evidence.count}`);
  }
  const stray = evidence.find(({ date }) => !dates.has(date));
  if (stray) throw new FileError(path, `has a line for ${stray.date}, but that day isn’t archived`);
  return evidence;
}

function isAscending(texts: readonly string[]): boolean {
  return texts.every((text, index) => text > (texts[index - 1] ?? ''));
}
