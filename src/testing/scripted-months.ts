import type { ArchivedDay } from '../archive/archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { WitnessAnswer } from '../dataset/witness.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { type Replay, replay } from '../validation/replay.ts';
import { compare } from '../validation/witnesses/compare.ts';
import { recordedDays } from './small-site.ts';

/** What happens to one currency, by days since the script's first one. */
export interface Script {
  /** The rate that is right, as a factor of the one on the first day. */
  readonly truth: (day: number) => number;
  /** The dataset's value, likewise; null if it has none. The truth, unless given. */
  readonly source?: (day: number) => number | null;
}

/** The day on which a script's event happens. */
export const EVENT = 40;

/** The witnesses of a scripted month: what each has for a currency, likewise. */
export const witnessSets = {
  none: [],
  good: [({ truth }) => truth],
  frozen: [
    ({ truth }) =>
      () =>
        truth(0),
  ],
  copy: ['copy'],
  'another unit': [
    ({ truth }) =>
      (day) =>
        1000 * truth(day),
  ],
  'two that disagree': [
    ({ truth }) => truth,
    ({ truth }) =>
      (day) =>
        1.6 * truth(day),
  ],
} as const satisfies Record<string, readonly ('copy' | ((script: Script) => (day: number) => number))[]>;

export type WitnessSet = keyof typeof witnessSets;

const first = recordedDays.days.at(-1);

/** Plays scripts through the rules: all other currencies are ordinary, and witnesses have them right. */
export function play(
  scripts: Readonly<Record<string, Script>>,
  { days, from, witnesses }: { readonly days: number; readonly from: string; readonly witnesses: WitnessSet },
): Replay {
  const datasets = Array.from({ length: days }, (_, day) => datasetOf(scripts, from, day));
  const comparisons = datasets.flatMap((dataset, day) => {
    const answers = witnessSets[witnesses].map((witness, index) => {
      const name = `${'ab'[index] ?? ''}.example`;
      return witness === 'copy'
        ? answerOf(name, dataset, dataset.rates)
        : answerOf(
            name,
            dataset,
            new Map(
              Array.from(first?.rates ?? [], ([code, rate]): [string, number] => {
                const script = scripts[code];
                // Another source than the dataset's: a little off, in another way each day.
                const noise = 1 + 0.001 * Math.sin(day + index + code.charCodeAt(0));
                return [
                  code,
                  script
                    ? rate * witness(script)(day) * pacedNoise(witnesses, noise)
                    : ordinary(code, rate, day) * (code === 'USD' ? 1 : noise),
                ];
              }),
            ),
          );
    });
    return compare(dataset, answers, `${dataset.date}T06:00:00.000Z`).comparisons;
  });
  return replay(datasets, catalogue, comparisons);
}

/** A frozen witness doesn't move at all. */
function pacedNoise(witnesses: WitnessSet, noise: number): number {
  return witnesses === 'frozen' ? 1 : noise;
}

function answerOf(witness: string, { date }: Dataset, rates: ReadonlyMap<string, number>): WitnessAnswer {
  const entries = [...rates].filter(([code]) => code !== 'USD');
  return { witness, rates: new Map(entries.map(([code, rate]) => [code, { rate, asOf: date }])) };
}

/** One day of scripts: all other currencies are ordinary. */
export function datasetOf(scripts: Readonly<Record<string, Script>>, from: string, day: number): ArchivedDay {
  const rates = Array.from(first?.rates ?? [], ([code, rate]): [string, number | null] => {
    const script = scripts[code];
    if (!script) return [code, ordinary(code, rate, day)];
    const factor = (script.source ?? script.truth)(day);
    return [code, factor === null ? null : rate * factor * wobble(code, day)];
  });
  return {
    date: dateOfDay(dayNumber(from) + day),
    rates: new Map(rates.filter((entry): entry is [string, number] => entry[1] !== null)),
  };
}

/** Ordinary days: pegs stay where they are, all others move by a fraction of a percent. */
function ordinary(code: string, rate: number, day: number): number {
  return rate * wobble(code, day);
}

const floating = new Set(catalogue.filter(({ peg, code }) => peg === null && code !== 'USD').map(({ code }) => code));

function wobble(code: string, day: number): number {
  return floating.has(code) && code !== 'EUR' ? 1 + 0.0005 * Math.sin(day * (1 + code.charCodeAt(1) / 100)) : 1;
}

/** What became of a scripted currency. */
export interface Outcome {
  /** Days on which it was published off by more than 5%. */
  readonly wrong: number;
  /** Days on which it was held or omitted. */
  readonly held: number;
  /** Days from the event to the last day on which it was in doubt; null if it never was. */
  readonly lastInDoubt: number | null;
  /** Days whose source value is off by more than 5%, and valid in retrospect. */
  readonly wrongInRetrospect: number;
}

/** What became of a scripted currency. */
export function outcomeOf({ days, faults }: Replay, code: string, { truth }: Script): Outcome {
  const right = (day: number) => (first?.rates.get(code) ?? NaN) * truth(day);
  const isOff = (rate: number | undefined, day: number) =>
    rate !== undefined && Math.abs(Math.log(rate / right(day))) > Math.log(1.05);
  const rejected = new Set(faults.filter((fault) => fault.code === code).map(({ date }) => date));
  const states = days.map(({ judged }) => judged.quality.get(code)?.state);
  const inDoubt = states.map((state) => state === 'held' || state === 'left_out');
  const last = inDoubt.lastIndexOf(true);
  return {
    wrong: days.filter(({ judged }, day) => isOff(judged.rates.get(code), day)).length,
    held: inDoubt.filter(Boolean).length,
    lastInDoubt: last < 0 ? null : last - EVENT,
    wrongInRetrospect: days.filter(({ date, rates }, day) => isOff(rates.get(code), day) && !rejected.has(date)).length,
  };
}
