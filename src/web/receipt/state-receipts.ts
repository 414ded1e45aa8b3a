import { proofPaths } from '../../api/paths.ts';
import type { Receipt } from '../../api/documents/receipt.ts';
import { assertChain, parseReceiptsYear, type LogEntry, type ReceiptsYear } from '../../api/published/receipt-chain.ts';
import { FileError } from '../../text/site-problem.ts';
import { readFile, type Found, mapFound, type ReadText, valueOf } from '../shared/site-text.ts';

/** A published version of the site, from one line of the publish log. */
export interface StateReceipt extends Receipt {
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
  readonly states: Found<readonly StateReceipt[]>;
  /** Whether all lines form one chain. */
  readonly chain: Found<Chain>;
  /** The log's last line; undefined if the log is empty or its last file can't be read. */
  readonly last: LogEntry | undefined;
}

/** @param years the years for which the publish log has a file, the earliest first */
export async function readPublishLog(
  years: readonly string[],
  date: string,
  { readText, sha256 }: { readonly readText: ReadText; readonly sha256: Sha256 | undefined },
): Promise<PublishLog> {
  const found = await Promise.all(
    years.map((year) =>
      readFile(readText, { path: proofPaths.receiptsYear(year), parse: (text) => parseReceiptsYear(year, text) }),
    ),
  );
  const links = found.flatMap((year) => valueOf(year)?.links ?? []);
  const digests =
    sha256 && new Map(await Promise.all(links.map(async ({ text }) => [text, await sha256(text)] as const)));
  const ofDay = found[years.indexOf(date.slice(0, 4))];
  const newest = found.at(-1);
  return {
    states: ofDay ? statesOf(date, ofDay, digests) : { value: [] },
    chain: chainOf(found, digests),
    last: newest && valueOf(newest)?.links.at(-1),
  };
}

/** The SHA-256 of each line, by its text; undefined if the browser can't compute hashes. */
type Digests = ReadonlyMap<string, string> | undefined;

function statesOf(date: string, year: Found<ReceiptsYear>, digests: Digests): PublishLog['states'] {
  return mapFound(year, ({ links }) =>
    links.flatMap((link, index) => {
      if (link.date !== date) return [];
      const { sha256sums, text } = link;
      return { ...(JSON.parse(text) as Receipt), line: index + 1, sha256OfLine: digests?.get(text), sha256sums };
    }),
  );
}

function chainOf(found: readonly Found<ReceiptsYear>[], digests: Digests): Found<Chain> {
  const years: ReceiptsYear[] = [];
  for (const year of found) {
    if ('problem' in year) return year;
    years.push(year.value);
  }
  const links = years.flatMap((year) => year.links);
  return {
    value: {
      count: links.length,
      first: links[0]?.date,
      last: links.at(-1)?.date,
      isChecked: digests !== undefined,
      problem: digests && breakIn(years, digests),
    },
  };
}

function breakIn(years: readonly ReceiptsYear[], digests: ReadonlyMap<string, string>): string | undefined {
  try {
    assertChain(years, (text) => digests.get(text) ?? '');
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return `/${error.path} ${error.problem}`;
    throw error;
  }
}
