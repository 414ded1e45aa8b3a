import { paths, proofPaths } from '../../api/paths.ts';
import { reasonsInWords } from '../../validation/snapshot/quality.ts';
import { COMPUTED_DIGITS } from '../../rates/round.ts';
import { outcomesInWords } from '../../validation/snapshot/witness-report.ts';
import type { OfficialReceipt } from './official-receipt.ts';
import type { ArchiveColumns, CurrencyReceipt, RateReceipt, Vouching } from './rate-receipt.ts';
import { type Found, valueOf } from '../shared/site-text.ts';
import type { Chain, PublishedVersion } from './published-versions.ts';

/** How the pair's rate is calculated; undefined if a rate is missing. */
export function arithmeticInWords({ from, to, rate, sides }: RateReceipt): string | undefined {
  if (rate === undefined) return undefined;
  const term = (code: string) => {
    const side = sides.find((other) => other.code === code);
    return `${side ? (valueOf(side.published) ?? '') : 1} (${code} per 1 USD)`;
  };
  return `${term(to)} ÷ ${term(from)} = ${rate}, rounded to ${COMPUTED_DIGITS} significant digits`;
}

/**
 * The European Central Bank's rate and its calculation, in two sentences.
 *
 * @param date the requested day
 */
export function officialInWords(
  { from, to, date }: Pick<RateReceipt, 'from' | 'to' | 'date'>,
  { date: asOf, rate, perEuro, isNewest }: OfficialReceipt,
): [rate: string, calculation: string] {
  const which = isNewest ? 'the newest official rate on this site' : `the last business day before ${date}`;
  const [ofFrom, ofTo] = perEuro;
  return [
    `1 ${from} = ${rate} ${to} on ${asOf}${asOf === date ? '' : `, ${which}`}. Source: European Central Bank.`,
    `${ofTo} (${to} per 1 EUR) ÷ ${ofFrom} (${from} per 1 EUR) = ${rate}, rounded to ${COMPUTED_DIGITS} significant digits`,
  ];
}

/** Whether a currency's value is valid, and why. For the newest day, the status document has the explanation. */
export function validationInWords(side: CurrencyReceipt, date: string): string {
  const { validation, sourceValue, rejection, isPast, published, publishedIn } = side;
  const given = 'problem' in published ? sourceValue : published.value;
  const contradiction =
    `/${paths.archiveYear(date.slice(0, 4))} and /${publishedIn} contradict each other, so one of them ` +
    `was changed. ${REPORT}`;
  if (!validation) {
    if ('problem' in rejection) return rejection.problem.message;
    if (rejection.value !== null) {
      const why = `Rejected in retrospect (${rejection.value}): ${reasonsInWords[rejection.value]}.`;
      return given === null || 'problem' in published ? why : `${why} But ${contradiction}`;
    }
    if (given !== sourceValue) return contradiction;
    return sourceValue === null
      ? 'There was no value to validate.'
      : `Valid in retrospect: /${paths.archiveRejected} doesn’t list this value.`;
  }
  if ('problem' in validation) return validation.problem.message;
  const explanation = validation.value.currencies.find(({ code }) => code === side.code)?.explanation;
  if (explanation === undefined) {
    return given === sourceValue
      ? `Valid: /${paths.status} lists currencies in doubt, and doesn’t list this currency.`
      : contradiction;
  }
  return isPast === false && given === null
    ? `${explanation} /${paths.ratesOnDate(date)} omits this rate.`
    : explanation;
}

/** The comparison of each witness with a currency's value, in a sentence. */
export function witnessesInWords({ code, evidence, validation }: CurrencyReceipt): string[] {
  const words =
    'problem' in evidence
      ? [evidence.problem.message]
      : evidence.value.map(
          ({ witness, ratio, asOf }) => `${witness}: its rate of ${asOf} is ${ratio} times the source value.`,
        );
  if (!validation) {
    return words.length > 0 ? words : ['No record. Comparisons are stored only if they affected or disputed a rate.'];
  }
  if ('problem' in validation) return [...words, validation.problem.message];
  const { requested, disputed: disputes, unwitnessed } = validation.value.witnesses;
  const disputed = disputes.filter((dispute) => dispute.code === code);
  const compared = requested.some(({ outcome }) => outcome === 'compared');
  return [
    ...words,
    ...disputed.map(({ witness, ratio, since, frozen }) =>
      frozen
        ? `${witness}: its rate is ${ratio} times the source value, but is ignored, because it hasn’t changed for days.`
        : `${witness} has disputed the value since ${since}. Its rate is ${ratio} times the source value.`,
    ),
    ...requested.map(({ witness, outcome }) => `${witness}: ${outcomesInWords[outcome]} (${outcome}).`),
    ...(requested.length === 0 ? ['No witness was compared with this dataset.'] : []),
    ...(compared && unwitnessed.includes(code) ? [`No compared witness has a rate of ${code}.`] : []),
    ...(compared && !unwitnessed.includes(code) && disputed.length === 0 ? [`No witness disputes ${code}.`] : []),
  ];
}

/** Explains why the publish log has no line for a day; undefined if it has a line. */
export function noVersionInWords(
  date: string,
  versions: Found<readonly PublishedVersion[]>,
  chain: Found<Chain>,
): string | undefined {
  if ('problem' in versions) return versions.problem.message;
  if (versions.value.length > 0) return undefined;
  if ('problem' in chain) return chain.problem.message;
  const { first, last = '' } = chain.value;
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

/** Whether the archive file and the newest line of the publish log match the checksums. */
export function vouchingInWords(vouching: Found<Vouching> | undefined, { path }: ArchiveColumns): string {
  const [table, checksums] = [`/${path}`, `/${proofPaths.checksums}`];
  if (!vouching)
    return `${table} was not compared with ${checksums}, because browsers compute hashes only on HTTPS pages.`;
  if ('problem' in vouching) return vouching.problem.message;
  const { isListed, isReceiptListed, isNamed } = vouching.value;
  if (isListed && isReceiptListed && isNamed)
    return `Checked: ${checksums} has the hashes of ${table} and /${proofPaths.newestEntry}, and the publish log’s newest line has the hash of ${checksums}.`;
  const broken = !isListed
    ? `${table} doesn’t match ${checksums}`
    : isNamed
      ? `the newest line of the publish log doesn’t match the hash of /${proofPaths.newestEntry} in ${checksums}`
      : `${checksums} doesn’t match the newest line of the publish log`;
  return `Broken: ${broken}. A file was changed, or a new version of the site has just been published. Press “Show” to try again. If the problem stays, this page proves nothing. ${REPORT}`;
}

const REPORT = 'Report it to the operator of this site.';

/** @param newest the day of the site's newest dataset. The newest line of the publish log must be for this day. */
export function chainInWords(chain: Found<Chain>, newest: string): string {
  if ('problem' in chain) return chain.problem.message;
  const { count, first = '', last = '', isChecked, problem } = chain.value;
  if (count === 0) return 'This site has no publish log.';
  const many = `${count} ${count === 1 ? 'line' : 'lines'} since ${first}`;
  if (!isChecked) return `${many}. The chain was not checked, because browsers compute hashes only on HTTPS pages.`;
  if (problem !== undefined)
    return `Broken: ${problem}. The log has ${many}. Later lines don’t prove anything about earlier lines.`;
  const whole = `Checked: ${many}, in an unbroken chain of hashes. The newest line is for ${last}`;
  return last < newest
    ? `${whole}, but the site’s dataset is from ${newest}, so the log lacks that day’s line. ${REPORT}`
    : `${whole}.`;
}
