import { proofPaths } from '../../api/format/paths.ts';
import { parsePublishedReceipt, type PublishedReceipt } from '../../api/published/published-proof.ts';
import {
  assertChain,
  MAX_RECEIPTS_BYTES,
  parseReceiptsYear,
  type ReceiptLink,
  type ReceiptsYear,
} from '../../api/published/receipt-chain.ts';
import { FileError } from '../../text/site-problem.ts';
import { FileProblem, readFile, type Found, mapFound, type ReadText, valueOf } from '../shared/site-text.ts';

/** A state of the site, as a line of the receipts has it. */
export interface StateReceipt extends PublishedReceipt {
  /** The line's number in its file, from 1 on. */
  readonly line: number;
  /** The SHA-256 of the line; undefined where the browser works none out. */
  readonly sha256OfLine: string | undefined;
  /** The SHA-256 of the `SHA256SUMS` of that state. */
  readonly sha256sums: string;
}

export interface Chain {
  readonly count: number;
  /** The dates of the first and the last one; undefined where there are none. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Where it breaks; undefined where it does not, or where nobody has looked. */
  readonly problem: string | undefined;
  /** Whether the browser could work out hashes. */
  readonly isChecked: boolean;
}

/** Works out the SHA-256 of a text in UTF-8, in hexadecimal digits. */
export type Sha256 = (text: string) => Promise<string>;

/** The receipts of the site, and the hashes of their lines. */
export class StateReceipts {
  readonly #years: ReadonlyMap<string, Found<ReceiptsYear>>;
  /** By the lines' texts; undefined where the browser works none out. */
  readonly #digests: ReadonlyMap<string, string> | undefined;

  private constructor(
    years: ReadonlyMap<string, Found<ReceiptsYear>>,
    digests: ReadonlyMap<string, string> | undefined,
  ) {
    this.#years = years;
    this.#digests = digests;
  }

  /** @param years those of which there are receipts, the earliest first */
  static async read(years: readonly string[], readText: ReadText, sha256: Sha256 | undefined): Promise<StateReceipts> {
    const found = await Promise.all(
      years.map(async (year): Promise<[string, Found<ReceiptsYear>]> => [
        year,
        await readFile(readText, proofPaths.receiptsYear(year), MAX_RECEIPTS_BYTES, (text) =>
          parseReceiptsYear(year, text),
        ),
      ]),
    );
    if (!sha256) return new StateReceipts(new Map(found), undefined);
    const links = found.flatMap(([, each]) => ('value' in each ? each.value.links : []));
    const digests = await Promise.all(links.map(async ({ text }) => [text, await sha256(text)] as const));
    return new StateReceipts(new Map(found), new Map(digests));
  }

  /** The last one; undefined if there is none, or it can't be read. */
  get last(): ReceiptLink | undefined {
    const last = [...this.#years.values()].at(-1);
    return last && valueOf(last)?.links.at(-1);
  }

  /** The states of the site that are of a day's dataset. */
  of(date: string): Found<readonly StateReceipt[]> {
    const year = date.slice(0, 4);
    try {
      return mapFound(this.#years.get(year) ?? { value: { year, links: [] } }, ({ links }) =>
        links.flatMap((link, index) => {
          if (link.date !== date) return [];
          const { sha256sums, text } = link;
          return {
            ...parsePublishedReceipt(link),
            line: index + 1,
            sha256OfLine: this.#digests?.get(text),
            sha256sums,
          };
        }),
      );
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return { problem: FileProblem.broken(error.path, error.problem) };
    }
  }

  /** Whether all of them are one chain. */
  get chain(): Found<Chain> {
    const years: ReceiptsYear[] = [];
    for (const found of this.#years.values()) {
      if ('problem' in found) return found;
      years.push(found.value);
    }
    const links = years.flatMap((year) => year.links);
    return {
      value: {
        count: links.length,
        first: links[0]?.date,
        last: links.at(-1)?.date,
        isChecked: this.#digests !== undefined,
        problem: this.#digests && breakIn(years, this.#digests),
      },
    };
  }
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
