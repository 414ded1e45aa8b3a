import type { Evidence } from '../archive/evidence.ts';
import { isPossibleRatio } from '../archive/evidence-file.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { WitnessAnswer } from '../dataset/witness.ts';
import { dayNumber } from '../rates/calendar.ts';
import { round } from '../rates/round.ts';
import { agreementLevels, type AskedWitness, type Hearing } from '../rates/witnesses.ts';
import { isFresh, isWithin } from './bounds.ts';

/** Fewer currencies than this are no second source. */
const FEWEST_COMPARED = 10;
/** The share of them that it must agree on within 5%, or else it is another base, or no rates. */
const FEWEST_AGREEING = 0.5;

/** A witness's rate, divided by the dataset's. It tells how far they are apart, for which a few digits will do. */
export function ratioOf(rate: number, offered: number): number {
  return round(rate / offered, 6);
}

/** Nobody was asked. */
export function nobodyAsked(dataset: Pick<Dataset, 'rates'>): Hearing {
  return { askedAt: null, asked: [], unwitnessed: codesOf(dataset) };
}

/**
 * Compares what witnesses answered with a dataset. One of other days, or that has too little to do with the dataset, has no
 * say.
 *
 * @param askedAt ISO 8601 UTC with milliseconds
 * @returns what they say of every currency, and who was heard
 */
export function hear(
  dataset: Dataset,
  answers: readonly WitnessAnswer[],
  askedAt: string,
): { readonly said: Evidence[]; readonly hearing: Hearing } {
  if (answers.length === 0) return { said: [], hearing: nobodyAsked(dataset) };
  const statements = answers.map((answer) => compare(dataset, answer));
  const said = statements.flatMap(({ said }) => said);
  const witnessed = new Set(said.map(({ code }) => code));
  return {
    said,
    hearing: {
      askedAt,
      asked: statements.map(({ asked }) => asked),
      unwitnessed: codesOf(dataset).filter((code) => !witnessed.has(code)),
    },
  };
}

/** A hearing whose witnesses nobody listens to. */
export function unheard(hearing: Hearing, dataset: Pick<Dataset, 'rates'>): Hearing {
  const asked = hearing.asked.map((each) => (each.outcome === 'heard' ? silent(each.witness, 'unusable') : each));
  return { ...hearing, asked, unwitnessed: codesOf(dataset) };
}

function compare(
  { date, rates }: Dataset,
  answer: WitnessAnswer,
): { readonly said: Evidence[]; readonly asked: AskedWitness } {
  const { witness } = answer;
  if (answer.rates === null) return { said: [], asked: silent(witness, answer.outcome) };
  const common = [...answer.rates].filter(([code]) => rates.has(code));
  const fresh = common.filter(([, { asOf }]) => isFresh(dayNumber(asOf), dayNumber(date)));
  const said = fresh.flatMap(([code, { rate, asOf }]): Evidence | [] => {
    const ratio = ratioOf(rate, rates.get(code) ?? NaN);
    return isPossibleRatio(ratio) ? { date, code, witness, ratio, asOf } : [];
  });
  const agreeing = agreementLevels.map(
    (percent) => said.filter(({ ratio }) => isWithin(1 + percent / 100, ratio, 1)).length,
  );
  const isOld = common.length >= FEWEST_COMPARED && fresh.length < FEWEST_COMPARED;
  if (isOld) return { said: [], asked: silent(witness, 'too_old') };
  const isUsable = said.length >= FEWEST_COMPARED && (agreeing.at(-1) ?? 0) >= said.length * FEWEST_AGREEING;
  if (!isUsable) return { said: [], asked: silent(witness, 'unusable') };
  return { said, asked: { witness, outcome: 'heard', compared: said.length, agreeing } };
}

function silent(witness: string, outcome: AskedWitness['outcome']): AskedWitness {
  return { witness, outcome, compared: 0, agreeing: agreementLevels.map(() => 0) };
}

function codesOf({ rates }: Pick<Dataset, 'rates'>): string[] {
  return [...rates.keys()].filter((code) => code !== 'USD');
}
