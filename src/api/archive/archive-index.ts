import { z } from 'zod';
import { type Archive, daysWithout } from '../../archive/archive.ts';
import type { Evidence } from '../../archive/evidence.ts';
import { type EvidenceFile, evidenceFile, parseEvidenceFile } from '../../archive/evidence-file.ts';
import { parseYearFile, type YearFile, yearFiles } from '../../archive/year-file.ts';
import { publishedOrder } from '../../currencies/catalogue.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { datesUpTo, dayNumber } from '../../rates/calendar.ts';
import { FIRST_DAY } from '../../rates/first-day.ts';

import type { RejectedValue } from '../../validation/validate-archive.ts';
import type { PastDay } from '../../rates/past-rates.ts';
import { type FaultsFile, faultsFile } from './faults-file.ts';
import { fields } from '../format/fields.ts';
import { paths, proofPaths } from '../format/paths.ts';
import { present } from '../../text/present.ts';
import { FileError } from '../../text/site-problem.ts';

/** The archive as files. */
export interface ArchiveFiles extends Pick<Archive, 'gaps'> {
  /** The earliest first; at least one. */
  readonly years: readonly YearFile[];
  readonly faults: FaultsFile;
  readonly evidence: EvidenceFile;
  /** The years of which there are receipts, the earliest first. */
  readonly receipts: readonly string[];
  /** The valid rates of each day. */
  readonly validDays: readonly PastDay[];
  /** How many days it has, and the first and the last of them. */
  readonly days: number;
  readonly first: string;
  readonly last: string;
}

/**
 * @param archive at least one day
 * @param faults its rejected values
 * @param receipts the years of which there are receipts, the earliest first
 */
export function archiveFiles(
  { days, gaps, evidence }: Archive,
  faults: readonly RejectedValue[],
  receipts: readonly string[] = [],
): ArchiveFiles {
  const dates = days.map(({ date }) => date);
  const years = yearFiles({ days }, publishedOrder);
  return {
    years,
    faults: faultsFile(faults),
    evidence: evidenceFile(evidence),
    receipts,
    validDays: daysWithout(days, faults, publishedOrder),
    gaps,
    days: days.length,
    first: present(dates[0], 'day'),
    last: present(dates.at(-1), 'day'),
  };
}

/** `/api/v1/archive`: what we have of what the source said, day by day, and where. */
export const archiveIndexSchema = /* @__PURE__ */ defineSchema(() => {
  const count = z.int().nonnegative();
  const url = z
    .string()
    .regex(/^\/archive\/[\w-]+\.csv$/)
    .meta({ description: 'Where the file is, on this host.' });
  const bytes = count.meta({ description: 'Its size.' });
  const year = z
    .string()
    .regex(/^\d{4}$/)
    .meta({ description: 'Which year.', examples: ['2026'] });
  return z
    .strictObject({
      success: fields.success,
      first: fields.date.meta({ description: 'The first archived day.' }),
      last: fields.date.meta({ description: 'The newest one.' }),
      days: count.meta({ description: 'How many days are archived.' }),
      years: z
        .array(
          z.strictObject({
            year,
            days: count.meta({ description: 'How many days of it are archived.' }),
            url,
            bytes,
            codes: z.array(codeSchema).meta({
              description:
                'Currencies that have a valid rate on some day of it: each has a file `/api/v1/history/{code}/{year}`.',
            }),
          }),
        )
        .min(1)
        .meta({
          description:
            'A CSV file for each year, `date,AED,AFN,…`: units per 1 USD, as the source had them, valid or not; empty ' +
            'where it had none.',
        }),
      codes: z.array(codeSchema).meta({ description: 'Currencies that have a valid rate on some day.' }),
      gaps: z.array(fields.date).meta({ description: 'Days that the source never had.' }),
      missing: z.array(fields.date).meta({
        description:
          'Days from `first` to `last` that are not archived: the gaps, and days that were not fetched. Each other day ' +
          'has a file `/api/v1/rates/{date}`.',
      }),
      faults: z.strictObject({ count: count.meta({ description: 'How many values that are.' }), url, bytes }).meta({
        description: 'A CSV file of every rejected value: `date,code,value,reason`.',
      }),
      evidence: z.strictObject({ count: count.meta({ description: 'How many lines it has.' }), url, bytes }).meta({
        description:
          'A CSV file of what witnesses said, where it decided or disputed something, and of the first word of each year: ' +
          '`date,code,witness,ratio,as_of`. `ratio` is the witness’s rate, divided by the dataset’s; `as_of` its date.',
      }),
      receipts: z
        .array(
          z.strictObject({
            year,
            url: z
              .string()
              .regex(/^\/receipts\/\d{4}\.jsonl$/)
              .meta({ description: 'Where the file is, on this host.' }),
          }),
        )
        .meta({
          description:
            'Files with a line of JSON for each state of the site: which dataset from where, the SHA-256 of its bytes, by ' +
            'which code it was validated, the SHA-256 of `/SHA256SUMS` and that of the line before. `/receipts/newest.json` ' +
            'is the last line, but for the former hash; `/archive/source.json` the newest dataset’s bytes.',
        }),
    })
    .meta({ id: 'Archive', description: 'What the source said, day by day.' });
});

export type ArchiveIndex = z.infer<typeof archiveIndexSchema>;

export function buildArchiveIndex({
  years,
  faults,
  evidence,
  receipts,
  validDays,
  gaps,
  days,
  first,
  last,
}: ArchiveFiles): ArchiveIndex {
  const dates = new Set(validDays.map(({ date }) => date));
  const ofYears = years.map(({ year, days, body }) => {
    const daysOfYear = validDays.filter(({ date }) => date.startsWith(year));
    return {
      year,
      days,
      url: `/${paths.archiveYear(year)}`,
      bytes: body.length,
      codes: publishedOrder.filter((code) => daysOfYear.some(({ rates }) => rates.has(code))),
    };
  });
  return {
    success: true,
    first,
    last,
    days,
    years: ofYears,
    codes: publishedOrder.filter((code) => ofYears.some(({ codes }) => codes.includes(code))),
    gaps: [...gaps],
    missing: datesUpTo(last, dayNumber(last) - dayNumber(first)).filter((date) => !dates.has(date)),
    faults: { count: faults.count, url: `/${paths.archiveFaults}`, bytes: faults.body.length },
    evidence: { count: evidence.count, url: `/${paths.archiveEvidence}`, bytes: evidence.body.length },
    receipts: receipts.map((year) => ({ year, url: `/${proofPaths.receiptsYear(year)}` })),
  };
}

/** What of an index tells how to put the archive together again. */
export type ArchiveOutline = Pick<ArchiveIndex, 'first' | 'last' | 'days' | 'gaps'> & {
  readonly years: readonly Pick<ArchiveIndex['years'][number], 'year' | 'days'>[];
  /** Left out by a version that asked no witnesses. */
  readonly evidence?: Pick<ArchiveIndex['evidence'], 'count'> | undefined;
  /** Left out by a version that wrote none. */
  readonly receipts?: readonly Pick<ArchiveIndex['receipts'][number], 'year'>[] | undefined;
};

/**
 * Reads back from what {@link buildArchiveIndex} published which files there are, and what they must hold. Another
 * version's document may have further fields.
 *
 * @throws {z.ZodError}
 */
export function parseArchiveIndex(document: unknown): ArchiveOutline {
  const { first, last, days, gaps, years, evidence, receipts } = archiveIndexSchema.shape;
  const year = z.object(years.element.shape).pick({ year: true, days: true });
  const count = z.object(evidence.shape).pick({ count: true });
  const receiptsYear = z.object(receipts.element.shape).pick({ year: true });
  return z
    .object({
      ...{ first, last, days, gaps },
      years: z.array(year).min(1),
      evidence: count.optional(),
      receipts: z.array(receiptsYear).optional(),
    })
    .parse(document);
}

/**
 * Checks that an index can be true of an archive that ends on a day: before any of its files is read, as nobody should have
 * to read more than there may be.
 *
 * @throws {FileError}
 */
export function assertOutline({ first, last, years, gaps, receipts = [] }: ArchiveOutline, asOf: string): void {
  const path = paths.archive;
  if (last !== asOf) throw new FileError(path, `ends on ${last}, the rates are of ${asOf}`);
  const names = years.map(({ year }) => year);
  if (!isAscending(names) || names[0] !== first.slice(0, 4) || names.at(-1) !== last.slice(0, 4) || first < FIRST_DAY) {
    throw new FileError(path, `does not name the years from ${first} to ${last} in their order, each once`);
  }
  const ofReceipts = receipts.map(({ year }) => year);
  if (!isAscending(ofReceipts) || (ofReceipts[0] ?? last) < FIRST_DAY.slice(0, 4) || (ofReceipts.at(-1) ?? '') > last) {
    throw new FileError(path, `does not name the years of receipts up to ${last} in their order, each once`);
  }
  if (!isAscending([FIRST_DAY, ...gaps, last])) {
    throw new FileError(path, `does not name the gaps up to ${last} in their order, each once`);
  }
}

/**
 * The archive that an index and its files make.
 *
 * @param textOf a file's text, by its path in the site
 * @throws {FileError} naming the first thing that is not as it should be
 */
export function archiveOf(outline: ArchiveOutline, textOf: (path: string) => string): Archive {
  const days = outline.years.flatMap(({ year, days: expected }) => {
    const path = paths.archiveYear(year);
    const ofYear = parseYearFile(path, year, textOf(path));
    if (ofYear.length !== expected) throw new FileError(path, `has ${ofYear.length} days, not ${expected}`);
    return ofYear;
  });
  const dates = new Set(days.map(({ date }) => date));
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (days.length !== outline.days || first !== outline.first || last !== outline.last) {
    throw new FileError(
      paths.archive,
      `says otherwise than its files how many days there are, and which are the first and the last`,
    );
  }
  const gap = outline.gaps.find((date) => dates.has(date));
  if (gap !== undefined) throw new FileError(paths.archive, `calls ${gap} a gap, of which there is a day`);
  return { days, gaps: outline.gaps, evidence: evidenceOf(outline, dates, textOf) };
}

function evidenceOf(outline: ArchiveOutline, dates: ReadonlySet<string>, textOf: (path: string) => string): Evidence[] {
  if (!outline.evidence) return [];
  const path = paths.archiveEvidence;
  const evidence = parseEvidenceFile(path, textOf(path));
  if (evidence.length !== outline.evidence.count) {
    throw new FileError(path, `has ${evidence.length} lines, not ${outline.evidence.count}`);
  }
  const stray = evidence.find(({ date }) => !dates.has(date));
  if (stray) throw new FileError(path, `tells of ${stray.date}, of which there is no day`);
  return evidence;
}

function isAscending(texts: readonly string[]): boolean {
  return texts.every((text, index) => text > (texts[index - 1] ?? ''));
}
