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
    `/${paths.archiveYear(date.slice(0, 4))} and /${publishedIn} contradict each other, so one of them ` +
    `was changed. ${TELL}`;
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
    return words.length > 0 ? words : ['No record. Comparisons are stored only if they affected or disputed a rate.'];
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
  if (first === undefined)
    return 'This site has no publish log, so nothing proves which dataset its numbers come from.';
  if (date > last) {
    return `The publish log ends on ${last}, before this day. Its line is missing, so nothing proves it. ${TELL}`;
  }
  return (
    `The publish log has no line for this day${date < first ? `; it starts on ${first}` : ', which was downloaded later'}. ` +
    `Its newest line covers ${table} (the hash is in /${proofPaths.checksums}), but it can’t prove what was published on ` +
    'the day itself.'
  );
}

/** Whether the archive's file and the last receipt are what the checksums vouch for. */
export function vouchingInWords(vouching: Found<Vouching> | undefined, { path }: ArchiveColumns): string {
  const [table, checksums] = [`/${path}`, `/${proofPaths.checksums}`];
  if (!vouching)
    return `Not checked whether ${checksums} lists ${table}, because browsers compute hashes only on HTTPS pages.`;
  if ('problem' in vouching) return vouching.problem.message;
  const { isListed, isReceiptListed, isNamed } = vouching.value;
  if (isListed && isReceiptListed && isNamed)
    return `Checked: ${checksums} has the hashes of ${table} and of the newest line of the publish log, and that line has the hash of ${checksums}.`;
  const broken = !isListed
    ? `${table} isn’t the file that ${checksums} lists`
    : isNamed
      ? `the newest line of the publish log isn’t the /${proofPaths.newestReceipt} that ${checksums} lists`
      : `${checksums} isn’t the file that the newest line of the publish log names`;
  return `Broken: ${broken}. It was changed, or the site has just been published. Press “Show”. If this stays, nothing here is proved. ${TELL}`;
}

const TELL = 'Report it to whoever runs this site.';

/** @param newest the day of the site's newest dataset, of which the last receipt is */
export function chainInWords(chain: Found<Chain>, newest: string): string {
  if ('problem' in chain) return chain.problem.message;
  const { count, first = '', last = '', isChecked, problem } = chain.value;
  if (count === 0) return 'This site has no publish log.';
  const many = `${count} ${count === 1 ? 'line' : 'lines'} since ${first}`;
  if (!isChecked)
    return `${many}. Not checked whether they are one chain, because browsers compute hashes only on HTTPS pages.`;
  if (problem !== undefined)
    return `Broken: ${problem}. The log has ${many}. Lines after that place don’t prove anything about earlier lines.`;
  const whole = `${many}, one chain: each line has the hash of the previous line. The newest line is for ${last}`;
  return last < newest
    ? `${whole}, but the site’s dataset is from ${newest}, so a line is missing. ${TELL}`
    : `${whole}.`;
}
