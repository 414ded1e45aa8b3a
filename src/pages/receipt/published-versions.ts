import type { PublishEntry } from '../../api/documents/publish-entry.ts';
import { proofPaths } from '../../api/paths.ts';
import { assertChain, parseLogYear, type LogLine, type LogYear } from '../../api/query/publish-log.ts';
import { readFile, type ReadText } from '../../api/explain/site-over.ts';
import { orFileError } from '../../api/explain/unreadable.ts';
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
  readonly versions: readonly PublishedVersion[] | FileError;
  /** Whether all lines form one chain. */
  readonly chain: Chain | FileError;
  /** The log's last line; undefined if the log is empty or its last file can't be read. */
  readonly last: LogLine | undefined;
}

/** @param names the years for which the publish log has a file, the earliest first */
export async function readPublishLog(
  names: readonly string[],
  date: string,
  { readText, sha256 }: { readonly readText: ReadText; readonly sha256: Sha256 | undefined },
): Promise<PublishLog> {
  const years = await Promise.all(
    names.map((year) =>
      orFileError(
        readFile(readText, { path: proofPaths.publishLogYear(year), parse: (text) => parseLogYear(year, text) }),
      ),
    ),
  );
  const readable = years.flatMap((year) => (year instanceof FileError ? [] : year));
  const lines = readable.flatMap((year) => year.lines);
  const digests =
    sha256 && new Map(await Promise.all(lines.map(async ({ text }) => [text, await sha256(text)] as const)));
  const ofDay = years[names.indexOf(date.slice(0, 4))];
  const newest = years.at(-1);
  return {
    versions: ofDay instanceof FileError ? ofDay : versionsOf(date, ofDay?.lines ?? [], digests),
    chain: years.find((year) => year instanceof FileError) ?? {
      count: lines.length,
      first: lines[0]?.date,
      last: lines.at(-1)?.date,
      isChecked: digests !== undefined,
      problem: digests && breakIn(readable, digests),
    },
    last: newest instanceof FileError ? undefined : newest?.lines.at(-1),
  };
}

/** The SHA-256 of each line, by its text; undefined if the browser can't compute hashes. */
type Digests = ReadonlyMap<string, string> | undefined;

function versionsOf(date: string, lines: readonly LogLine[], digests: Digests): PublishedVersion[] {
  return lines.flatMap((line, index) => {
    if (line.date !== date) return [];
    const { sha256sums, text } = line;
    return { ...(JSON.parse(text) as PublishEntry), line: index + 1, sha256OfLine: digests?.get(text), sha256sums };
  });
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
