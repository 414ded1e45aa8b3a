import { paths, proofPaths } from '../../api/paths.ts';
import type { RateReceipt } from '../../api/explain/rate-receipt.ts';
import { contradictionInWords } from '../../api/explain/receipt-words.ts';
import { fileErrorInWords, REPORT } from '../../api/explain/unreadable.ts';
import { FileError } from '../../text/site-problem.ts';
import type { ReceiptCheck } from './check-receipt.ts';
import type { Chain, PublishedVersion } from './published-versions.ts';

/** A result of the check, in a sentence. */
interface CheckResult {
  readonly words: string;
  /** Whether the files were compared and match each other. */
  readonly isMatch: boolean;
}

const match = (words: string): CheckResult => ({ words: `Checked: ${words}.`, isMatch: true });
const noMatch = (words: string): CheckResult => ({ words, isMatch: false });

/** The results of the check: for the source values, the checksums and the publish log. */
export function checkInWords(receipt: RateReceipt, check: ReceiptCheck): CheckResult[] {
  const { date, sides } = receipt;
  const contradictions = new Set(sides.flatMap((side) => contradictionInWords(side, date, check) ?? []));
  const sameValues = match(`/${paths.archiveYear(date.slice(0, 4))} has the source values that this receipt shows`);
  return [
    ...Array.from(contradictions, noMatch),
    ...(contradictions.size > 0 || check.archived instanceof FileError ? [] : [sameValues]),
    vouchingInWords(check, date),
    chainInWords(check.chain, check.newest),
  ];
}

/** Whether the archive file and the newest line of the publish log match the checksums. */
export function vouchingInWords({ vouching }: ReceiptCheck, date: string): CheckResult {
  const [table, checksums] = [`/${paths.archiveYear(date.slice(0, 4))}`, `/${proofPaths.checksums}`];
  if (!vouching)
    return noMatch(`${table} was not compared with ${checksums}, because browsers compute hashes only on HTTPS pages.`);
  if (vouching instanceof FileError) return noMatch(fileErrorInWords(vouching));
  const { isListed, isEntryListed, isNamed } = vouching;
  if (isListed && isEntryListed && isNamed)
    return match(
      `${checksums} has the hashes of ${table} and /${proofPaths.newestEntry}, and the publish log’s newest line has the hash of ${checksums}`,
    );
  const broken = !isListed
    ? `${table} doesn’t match ${checksums}`
    : isNamed
      ? `the newest line of the publish log doesn’t match the hash of /${proofPaths.newestEntry} in ${checksums}`
      : `${checksums} doesn’t match the newest line of the publish log`;
  return noMatch(
    `Broken: ${broken}. A file was changed, or a new version of the site has just been published. Check again. If the problem stays, this page proves nothing. ${REPORT}`,
  );
}

/** @param newest the day of the site's newest dataset. The newest line of the publish log must be for this day. */
export function chainInWords(chain: Chain | FileError, newest: string): CheckResult {
  if (chain instanceof FileError) return noMatch(fileErrorInWords(chain));
  const { count, first = '', last = '', isChecked, problem } = chain;
  if (count === 0) return noMatch('This site has no publish log.');
  const many = `${count} ${count === 1 ? 'line' : 'lines'} since ${first}`;
  if (!isChecked)
    return noMatch(`${many}. The chain was not checked, because browsers compute hashes only on HTTPS pages.`);
  if (problem !== undefined)
    return noMatch(`Broken: ${problem}. The log has ${many}. Later lines don’t prove anything about earlier lines.`);
  const whole = `${many}, in an unbroken chain of hashes. The newest line is for ${last}`;
  if (last >= newest) return match(whole);
  return noMatch(`${whole}, but the site’s dataset is from ${newest}, so the log lacks that day’s line. ${REPORT}`);
}

/** Explains why the publish log has no line for a day; undefined if it has a line. */
export function noVersionInWords(
  date: string,
  versions: readonly PublishedVersion[] | FileError,
  chain: Chain | FileError,
): string | undefined {
  if (versions instanceof FileError) return fileErrorInWords(versions);
  if (versions.length > 0) return undefined;
  if (chain instanceof FileError) return fileErrorInWords(chain);
  const { first, last = '' } = chain;
  const table = `/${paths.archiveYear(date.slice(0, 4))}`;
  if (first === undefined)
    return 'This site has no publish log, so nothing proves which dataset its numbers come from.';
  if (date > last) {
    return `The publish log ends on ${last}, before this day. The line for this day is missing, so nothing proves the rate. ${REPORT}`;
  }
  return (
    `The publish log has no line for this day${date < first ? `; the log starts on ${first}` : ', because the day’s dataset was downloaded later'}. ` +
    `The log’s newest line proves what ${table} contains now (the file’s hash is in /${proofPaths.checksums}), but not ` +
    'what was published on the day itself.'
  );
}
