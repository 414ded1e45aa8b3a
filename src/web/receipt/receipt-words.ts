import { paths, proofPaths } from '../../api/format/paths.ts';
import { reasonsInWords } from '../../snapshot/quality.ts';
import { COMPUTED_DIGITS } from '../../rates/round.ts';
import { outcomesInWords } from '../../snapshot/witnesses.ts';
import type { ArchiveColumns, CurrencyReceipt, RateReceipt, Vouching } from './rate-receipt.ts';
import { type Found, valueOf } from '../shared/site-text.ts';
import type { Chain, StateReceipt } from './state-receipts.ts';

/** How the pair's rate follows from its two; undefined where one of them is missing. */
export function arithmeticInWords({ from, to, rate, sides }: RateReceipt): string | undefined {
  if (rate === undefined) return undefined;
  const term = (code: string) => {
    const side = sides.find((other) => other.code === code);
    return `${side ? (valueOf(side.published) ?? '') : 1} (${code} per 1 USD)`;
  };
  return `${term(to)} ÷ ${term(from)} = ${rate}, rounded to ${COMPUTED_DIGITS} significant digits`;
}

/** Whether a currency's value is valid, and why. For the newest day, status explains it. */
export function validationInWords(side: CurrencyReceipt, date: string): string {
  const { validation, sourceValue, fault, isPast, published, publishedIn } = side;
  const given = 'problem' in published ? sourceValue : published.value;
  const contradiction =
    `/${paths.archiveYear(date.slice(0, 4))} and /${publishedIn} contradict each other, and nothing says why: one of them is ` +
    `not as it was written. ${TELL}`;
  if (!validation) {
    if ('problem' in fault) return fault.problem.message;
    if (fault.value !== null) {
      const why = `Rejected in retrospect (${fault.value}): ${reasonsInWords[fault.value]}.`;
      return given === null || 'problem' in published ? why : `${why} But ${contradiction}`;
    }
    if (given !== sourceValue) return contradiction;
    return sourceValue === null
      ? 'There was no value to validate.'
      : `Valid in retrospect: /${paths.archiveFaults} doesn’t list it.`;
  }
  if ('problem' in validation) return validation.problem.message;
  const explanation = validation.value.explanations.get(side.code);
  if (explanation === undefined) {
    return given === sourceValue ? `Valid: /${paths.status} doesn’t list it.` : contradiction;
  }
  return isPast === false && given === null ? `${explanation} /${paths.datedRates(date)} omits it.` : explanation;
}

/** How witnesses compare with a currency's value, a sentence each. */
export function witnessesInWords({ code, evidence, validation }: CurrencyReceipt): string[] {
  const words =
    'problem' in evidence
      ? [evidence.problem.message]
      : evidence.value.map(
          ({ witness, ratio, asOf }) => `${witness}: its rate of ${asOf} is ${ratio} times the source value.`,
        );
  if (!validation) {
    return words.length > 0
      ? words
      : ['No comparison is on record. One is kept only if it decided or disputed something.'];
  }
  if ('problem' in validation) return [...words, validation.problem.message];
  const { asked, disputes, unwitnessed } = validation.value;
  const disputed = disputes.filter((dispute) => dispute.code === code);
  const heard = asked.some(({ outcome }) => outcome === 'heard');
  return [
    ...words,
    ...disputed.map(({ witness, ratio, since, frozen }) =>
      frozen
        ? `${witness} is ${ratio} times the source value, but its rate hasn’t moved for days, so it has no say.`
        : `${witness} has disputed it since ${since}: ${ratio} times the source value.`,
    ),
    ...asked.map(({ witness, outcome }) => `${witness}: ${outcomesInWords[outcome]} (${outcome}).`),
    ...(asked.length === 0 ? ['No witness was compared with this dataset.'] : []),
    ...(heard && unwitnessed.has(code) ? [`No compared witness has a rate of ${code}.`] : []),
    ...(heard && !unwitnessed.has(code) && disputed.length === 0 ? [`No witness disputes ${code}.`] : []),
  ];
}

/** What the receipts say of a day, where they have no line of it or cannot be read; nothing where they have some. */
export function noStateInWords(
  date: string,
  states: Found<readonly StateReceipt[]>,
  chain: Found<Chain>,
): string | undefined {
  if ('problem' in states) return states.problem.message;
  if (states.value.length > 0) return undefined;
  if ('problem' in chain) return chain.problem.message;
  const { first, last = '' } = chain.value;
  const table = `/${paths.archiveYear(date.slice(0, 4))}`;
  if (first === undefined) return 'This site has no receipts: nothing proves which bytes its numbers come from.';
  if (date > last) {
    return `The receipts end on ${last}, and this day is after it: its receipt is missing, and nothing proves it. ${TELL}`;
  }
  return (
    `No receipt is of this day: ${date < first ? `the first is of ${first}` : 'it was fetched later'}. The newest one ` +
    `vouches for ${table}, by its hash in /${proofPaths.checksums}; what was published on the day itself is not proved.`
  );
}

/** Whether the archive's file and the last receipt are what the checksums vouch for. */
export function vouchingInWords(vouching: Found<Vouching> | undefined, { path }: ArchiveColumns): string {
  const [table, checksums] = [`/${path}`, `/${proofPaths.checksums}`];
  if (!vouching)
    return `Whether ${checksums} vouches for ${table} was not checked: a browser does so over HTTPS alone.`;
  if ('problem' in vouching) return vouching.problem.message;
  const { isListed, isReceiptListed, isNamed } = vouching.value;
  if (isListed && isReceiptListed && isNamed)
    return `Checked: ${checksums} lists ${table} and the last receipt. The last receipt names this ${checksums}.`;
  const broken = !isListed
    ? `${table} is not the file that ${checksums} lists`
    : isNamed
      ? `the last receipt is not the /${proofPaths.newestReceipt} that ${checksums} lists`
      : `${checksums} is not the one that the last receipt names`;
  return `Broken: ${broken}. It was changed, or the site has just been published: press “Show”. If this stays, nothing here is proved. ${TELL}`;
}

const TELL = 'Tell who runs this site.';

/** @param newest the day of the site's newest dataset, of which the last receipt is */
export function chainInWords(chain: Found<Chain>, newest: string): string {
  if ('problem' in chain) return chain.problem.message;
  const { count, first = '', last = '', isChecked, problem } = chain.value;
  if (count === 0) return 'This site has no receipts.';
  const many = `${count} ${count === 1 ? 'receipt' : 'receipts'} since ${first}`;
  if (!isChecked) return `${many}. Whether they are one chain was not checked: a browser does so over HTTPS alone.`;
  if (problem !== undefined) return `Broken: ${problem}. Of the ${many}, none after that place proves one before it.`;
  const whole = `${many}, one chain: each holds the hash of the one before. The newest is of ${last}`;
  return last < newest ? `${whole}; the site’s dataset is of ${newest}: a receipt is missing. ${TELL}` : `${whole}.`;
}
