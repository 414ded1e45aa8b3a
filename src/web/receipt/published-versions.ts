import type { PublishEntry } from '../../api/documents/publish-entry.ts';
import { proofPaths } from '../../api/paths.ts';
import { assertChain, parseLogYear, type LogLine, type LogYear } from '../../api/published/publish-log.ts';
import { readFile, type Found, mapFound, type ReadText, valueOf } from '../../api/receipt/file-problem.ts';
import { FileError } from '../../text/site-problem.ts';

/** A published version of the site, from one line of the publish log. */
export interface PublishedVersion extends PublishEntry {
  /** The line's number in its file, starting at 1. */
  readonly line: number;
  /** The SHA-256 of the line; undefined if the browser can't compute hashes. */
  readonly sha256OfLine: string | undefined;
  /** The SHA-256 of the file `SHA256SUMS` of this version. */
  readonly sha256sums: string;
}

export interface Chain {
  readonly count: number;
  /** The dates of the first and the last line; undefined if the log is empty. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** The first break in the chain; undefined if the chain is intact or wasn't checked. */
  readonly problem: string | undefined;
  /** Whether the browser could compute hashes. */
  readonly isChecked: boolean;
}

/** Computes the SHA-256 of a text in UTF-8, in hexadecimal. */
export type Sha256 = (text: string) => Promise<string>;

interface PublishLog {
  /** The published versions that used a day's dataset. */
  readonly versions: Found<readonly PublishedVersion[]>;
  /** Whether all lines form one chain. */
  readonly chain: Found<Chain>;
  /** The log's last line; undefined if the log is empty or its last file can't be read. */
  readonly last: LogLine | undefined;
}

/** @param years the years for which the publish log has a file, the earliest first */
export async function readPublishLog(
  years: readonly string[],
  date: string,
  { readText, sha256 }: { readonly readText: ReadText; readonly sha256: Sha256 | undefined },
): Promise<PublishLog> {
  const found = await Promise.all(
    years.map((year) =>
      readFile(readText, { path: proofPaths.publishLogYear(year), parse: (text) => parseLogYear(year, text) }),
    ),
  );
  const lines = found.flatMap((year) => valueOf(year)?.lines ?? []);
  const digests =
    sha256 && new Map(await Promise.all(lines.map(async ({ text }) => [text, await sha256(text)] as const)));
  const ofDay = found[years.indexOf(date.slice(0, 4))];
  const newest = found.at(-1);
  return {
    versions: ofDay ? versionsOf(date, ofDay, digests) : { value: [] },
    chain: chainOf(found, digests),
    last: newest && valueOf(newest)?.lines.at(-1),
  };
}

/** The SHA-256 of each line, by its text; undefined if the browser can't compute hashes. */
type Digests = ReadonlyMap<string, string> | undefined;

function versionsOf(date: string, year: Found<LogYear>, digests: Digests): PublishLog['versions'] {
  return mapFound(year, ({ lines }) =>
    lines.flatMap((line, index) => {
      if (line.date !== date) return [];
      const { sha256sums, text } = line;
      return { ...(JSON.parse(text) as PublishEntry), line: index + 1, sha256OfLine: digests?.get(text), sha256sums };
    }),
  );
}

function chainOf(found: readonly Found<LogYear>[], digests: Digests): Found<Chain> {
  const years: LogYear[] = [];
  for (const year of found) {
    if ('problem' in year) return year;
    years.push(year.value);
  }
  const lines = years.flatMap((year) => year.lines);
  return {
    value: {
      count: lines.length,
      first: lines[0]?.date,
      last: lines.at(-1)?.date,
      isChecked: digests !== undefined,
      problem: digests && breakIn(years, digests),
    },
  };
}

function breakIn(years: readonly LogYear[], digests: ReadonlyMap<string, string>): string | undefined {
  try {
    assertChain(years, (text) => digests.get(text) ?? '');
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return `/${error.path} ${error.problem}`;
    throw error;
  }
}
