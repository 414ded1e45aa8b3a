import type { IsoDate } from '../../money/calendar.ts';
import { paths } from '../paths.ts';
import type { Status } from '../documents/status.ts';
import { metals, TROY_OUNCE_GRAMS } from '../../money/currencies/metals.ts';
import { subUnits } from '../../money/currencies/sub-units.ts';
import { directionOf, indirect } from '../../money/quotation.ts';
import { reasonsInWords } from '../../validation/snapshot/quality.ts';
import { COMPUTED_DIGITS } from '../../money/rounding/round.ts';
import { outcomesInWords } from '../../validation/snapshot/witness-report.ts';
import type { Comparison } from '../../archive/comparison.ts';
import type { RejectedValue } from '../../validation/validate-archive.ts';
import type { Bank } from '../../sources/bank.ts';
import type { BankQuote, OfficialReceipt } from './official-receipt.ts';
import type { PairAnswer } from '../query/pair-answer.ts';
import { type CurrencyReceipt, type RateReceipt, rejectedOf } from './rate-receipt.ts';
import { FileError } from '../../text/site-problem.ts';
import { fileErrorInWords, REPORT } from './unreadable.ts';

/** What the archive's files say. */
export interface ArchiveCheck {
  /** The source values of the day. */
  readonly archived: { readonly rates: ReadonlyMap<string, number> } | FileError;
  /** All values that are rejected in retrospect. */
  readonly rejected: readonly RejectedValue[] | FileError;
}

/** How the pair's rate is calculated; undefined if a rate is missing. */
export function arithmeticInWords({ from, to, rate }: RateReceipt): string | undefined {
  return rate && calculationInWords({ from, to }, rate, 'USD');
}

/** An indirect rate is for 1 unit of the base. A direct rate is for 1 unit of the currency. */
function calculationInWords({ from, to }: Pair, { rate, perBase, day }: PairAnswer, base: string): string {
  const [ofFrom, ofTo] = perBase;
  const { quotation = indirect } = day;
  const isDirect = (code: string) => directionOf(quotation, code) === 'direct';
  const inWords = (code: string, value: number, asDirect: boolean) =>
    `${value} (${asDirect ? `${base} per 1 ${code}` : `${code} per 1 ${base}`})`;
  // The rate of the base is 1 in both directions. So a pair with the base always has a quotient.
  const fromDirect = isDirect(from === base ? to : from);
  const toDirect = isDirect(to === base ? from : to);
  const [one, other] = [inWords(from, ofFrom, fromDirect), inWords(to, ofTo, toDirect)];
  const ofSameDirection = fromDirect ? `${one} ÷ ${other}` : `${other} ÷ ${one}`;
  const product = `${one} × ${other}`;
  const ofBothDirections = fromDirect ? product : `1 ÷ (${product})`;
  const calculation = fromDirect === toDirect ? ofSameDirection : ofBothDirections;
  return `${calculation} = ${rate}, rounded to ${COMPUTED_DIGITS} significant digits`;
}

type Pair = Pick<RateReceipt, 'from' | 'to'>;

/** The date of a held rate. The middle part can link to the receipt of that date. */
export function heldDateInWords(asOf: string): Parts {
  return ['The API dates this rate ', asOf, ', because the rate is held.'];
}

/** The earlier rate that the API returns for a day without a rate. The middle part can link to the rate's receipt. */
export function earlierRateInWords({ from, to }: Pair, { rate, asOf, day: { date } }: PairAnswer): Parts {
  const before = `the API returns the last earlier rate, 1 ${from} = ${rate} ${to} from `;
  // The receipt of the day has this rate, even if a currency of the pair is held.
  return asOf === date ? [before, date, '.'] : [`${before}${asOf} (`, `receipt of ${date}`, ').'];
}

type Parts = readonly [before: string, linked: string, after: string];

/** What the rate of USD is. An explanation has this sentence instead of facts about USD. */
export const USD_IN_WORDS = 'The dataset’s rates are units per 1 USD, so its rate of USD is 1.';

/** What the units of sub-units and metals are, a sentence for each of these codes. Other codes have no sentence. */
export function unitsInWords(codes: readonly string[]): string[] {
  return [...new Set(codes)].flatMap((code) => unitInWords(code) ?? []);
}

/** What the unit of a sub-unit or a metal is; undefined for any other code. */
export function unitInWords(code: string): string | undefined {
  const metal = metals.find((known) => known.code === code);
  if (metal) return `1 ${code} is a troy ounce of ${metal.name.toLowerCase()}, about ${TROY_OUNCE_GRAMS} grams.`;
  const unit = subUnits.get(code);
  return unit && `100 ${code} (${unit.name}) = 1 ${unit.of}.`;
}

/**
 * A bank's rate and its calculation, in two sentences.
 *
 * @param date the requested day
 */
export function officialInWords(
  { from, to, date }: Pick<RateReceipt, 'from' | 'to' | 'date'>,
  official: OfficialReceipt,
): [rate: string, calculation: string] {
  const { rate, asOf, bank, isNewest } = official;
  const which = isNewest ? 'the newest official rate on this site' : `the last official rate before ${date}`;
  return [
    `1 ${from} = ${rate} ${to} on ${asOf}${asOf === date ? '' : `, ${which}`}.`,
    calculationInWords({ from, to }, official, bank.base),
  ];
}

/** A bank's quote as the bank published it, such as `100 HUF = 1.1155 PLN, table 43 of 2026-03-04`. */
export function quoteInWords({ base, quotation }: Bank, { code, value, units, date, reference }: BankQuote): string {
  const isDirect = directionOf(quotation, code) === 'direct';
  const quote = isDirect ? `${units} ${code} = ${value} ${base}` : `1 ${base} = ${value} ${code}`;
  return `${quote}, ${reference === undefined ? '' : `table ${reference} of `}${date}`;
}

/**
 * Whether a currency's value is valid, and why. For the newest day, the status document has the explanation.
 *
 * @param check the archive's files; undefined if they weren't read
 */
export function validationInWords(side: CurrencyReceipt, date: IsoDate, check?: ArchiveCheck): string {
  const contradiction = contradictionInWords(side, date, check);
  const decision = side.validation ? newestDecision(side, side.validation, date) : pastDecision(side, date, check);
  if (contradiction === undefined) return decision.words;
  return decision.isDoubt ? `${decision.words} But ${contradiction}` : contradiction;
}

/** Which files contradict each other about a currency's value; undefined if none do, as far as they were read. */
export function contradictionInWords(
  { code, sourceValue, published, publishedIn, validation }: CurrencyReceipt,
  date: IsoDate,
  check: ArchiveCheck | undefined,
): string | undefined {
  if (!check) return undefined;
  const contradict = (one: string, other: string) =>
    `/${one} and /${other} contradict each other, so one of them was changed. ${REPORT}`;
  const { archived } = check;
  const isRead = sourceValue && !(sourceValue instanceof FileError) && !(archived instanceof FileError);
  if (isRead && sourceValue.value !== (archived.rates.get(code) ?? null)) {
    return contradict(paths.archiveYear(date.slice(0, 4)), sourceValue.path);
  }
  if (validation || typeof published !== 'number') return undefined;
  const rejected = rejectedOf(code, date, check.rejected);
  return rejected && !(rejected instanceof FileError) ? contradict(paths.archiveRejected, publishedIn) : undefined;
}

/** The decision in words, and whether they name a problem or a doubt. If they do, a contradiction is added to them. */
function newestDecision({ code, isPast, published }: CurrencyReceipt, validation: Status | FileError, date: IsoDate) {
  if (validation instanceof FileError) return { words: fileErrorInWords(validation), isDoubt: true };
  const explanation = validation.currencies.find((currency) => currency.code === code)?.explanation;
  if (explanation === undefined) {
    const words = `Valid: /${paths.status} lists currencies in doubt, and doesn’t list this currency.`;
    return { words, isDoubt: false };
  }
  const isOmitted = isPast === false && published === null;
  return {
    words: isOmitted ? `${explanation} /${paths.ratesOnDate(date)} omits this rate.` : explanation,
    isDoubt: true,
  };
}

function pastDecision(
  { code, published, rejected: ofReceipt, sourceValue }: CurrencyReceipt,
  date: IsoDate,
  check: ArchiveCheck | undefined,
) {
  const rejected = check ? rejectedOf(code, date, check.rejected) : ofReceipt;
  if (rejected === undefined) {
    const files = `/${paths.archiveYear(date.slice(0, 4))} and /${paths.archiveRejected}`;
    const words = `No rate is published: the source had none, or it’s rejected in retrospect. The check below reads ${files}, which say why.`;
    return { words, isDoubt: true };
  }
  if (rejected instanceof FileError) return { words: fileErrorInWords(rejected), isDoubt: true };
  if (rejected) {
    const { reason } = rejected;
    return { words: `Rejected in retrospect (${reason}): ${reasonsInWords[reason]}.`, isDoubt: true };
  }
  const archived = check?.archived;
  const isArchiveRead = archived !== undefined && !(archived instanceof FileError);
  const known = isArchiveRead ? { value: archived.rates.get(code) ?? null } : sourceValue;
  if (known === undefined || known instanceof FileError) {
    const unread = [published, archived].filter((one) => one instanceof FileError);
    return { words: unread.map(fileErrorInWords).join(' '), isDoubt: true };
  }
  if (known.value === null) return { words: 'There was no value to validate.', isDoubt: false };
  const words = check
    ? `Valid in retrospect: /${paths.archiveRejected} doesn’t list this value.`
    : 'Valid in retrospect, because only valid values are published for past days.';
  return { words, isDoubt: false };
}

/**
 * The comparison of each witness with a currency's value, in a sentence.
 *
 * @param comparisons the stored comparisons of the day's source values with witnesses; undefined if they weren't read
 */
export function witnessesInWords(
  { code, validation }: CurrencyReceipt,
  comparisons?: readonly Comparison[] | FileError,
): string[] {
  const words = comparisons ? comparisonsInWords(code, comparisons) : [];
  if (!validation) {
    if (words.length > 0) return words;
    return [
      comparisons
        ? 'No record. Comparisons are stored only if they affected or disputed a rate.'
        : `The check below reads /${paths.archiveEvidence}, which has the comparisons that affected or disputed a rate.`,
    ];
  }
  if (validation instanceof FileError) return [...words, fileErrorInWords(validation)];
  const { requested, disputed: disputes, unwitnessed } = validation.witnesses;
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

function comparisonsInWords(code: string, comparisons: readonly Comparison[] | FileError): string[] {
  if (comparisons instanceof FileError) return [fileErrorInWords(comparisons)];
  return comparisons
    .filter((each) => each.code === code)
    .map(({ witness, ratio, asOf }) => `${witness}: its rate of ${asOf} is ${ratio} times the source value.`);
}
