import type { ArchivedDay } from '../../archive/archive.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { isPublished } from '../../validation/currency/source-value.ts';
import { type Replay, replay } from '../../../scripts/lab/recorded/replay-datasets.ts';
import { compare, type WitnessResponse } from '../../validation/compare-witnesses.ts';
import { recordedDays } from '../sites/small-site.ts';

/**
 * A script for one currency. Each function gets the number of days since the first day, and returns a factor. The rate
 * on that day is the currency's newest recorded rate times the factor.
 */
export interface Script {
  /** The factor of the true rate. */
  readonly truth: (day: number) => number;
  /** The factor of the dataset's value; null if the dataset has no value. By default, `truth`. */
  readonly source?: (day: number) => number | null;
}

/** The day on which a script's event happens. */
export const EVENT_DAY = 40;

/** Sets of witnesses. Each witness has its own factors on the recorded rates, or is a `copy` of the dataset. */
const witnessSets = {
  none: [],
  good: [({ truth }) => truth],
  frozen: [
    ({ truth }) =>
      () =>
        truth(0),
  ],
  copy: ['copy'],
  'another unit': [scaled(1000)],
  'two that disagree': [scaled(1), scaled(1.6)],
} as const satisfies Record<string, readonly ('copy' | ((script: Script) => (day: number) => number))[]>;

export type WitnessSet = keyof typeof witnessSets;

function scaled(factor: number) {
  return ({ truth }: Script) =>
    (day: number) =>
      factor * truth(day);
}

const first = elementAt(recordedDays.days, recordedDays.days.length - 1).rates;
export const floatingCodes = new Set(
  catalogue.filter(({ peg, code }) => peg === null && code !== 'USD').map(({ code }) => code),
);
const ordinary: Script = { truth: () => 1 };

/**
 * Validates datasets of the scripted currencies and the most traded currencies. The witnesses have rates of all these
 * currencies.
 *
 * @param from the first day, `YYYY-MM-DD`
 */
export function play(
  scripts: Readonly<Record<string, Script>>,
  { days, from, witnesses }: { readonly days: number; readonly from: IsoDate; readonly witnesses: WitnessSet },
): Replay {
  const listed = catalogue.filter(({ code }, rank) => rank < 30 || code in scripts);
  const codes = listed.map(({ code }) => code);
  const datasets = Array.from({ length: days }, (_, day) => datasetOf(scripts, from, day, codes));
  const comparisons = datasets.flatMap((dataset, day) => {
    const answers = witnessSets[witnesses].map((witness, index): WitnessResponse => {
      const rates = codes.flatMap((code) => {
        if (witness === 'copy') return rateOn(day, code, scripts[code] ?? ordinary);
        // A witness's rates differ slightly from the true rates, by another amount each day. Frozen rates never change.
        const noise = witnesses === 'frozen' ? 1.002 : 1 + 0.001 * Math.sin(3 * day + index + code.charCodeAt(0));
        return rateOn(witnesses === 'frozen' ? 0 : day, code, { truth: witness(scripts[code] ?? ordinary) }, noise);
      });
      const ofToday = rates.map(([code, rate]) => [code, { rate, asOf: dataset.date }] as const);
      return { witness: `${'ab'.charAt(index)}.example`, rates: new Map(ofToday.filter(([code]) => code !== 'USD')) };
    });
    return compare(dataset, answers, `${dataset.date}T06:00:00.000Z`).comparisons;
  });
  return replay(datasets, listed, comparisons);
}

/** One day's dataset, with scripted and ordinary currencies. */
export function datasetOf(
  scripts: Readonly<Record<string, Script>>,
  from: IsoDate,
  day: number,
  codes: readonly string[] = [...first.keys()],
): ArchivedDay {
  const date = dateOfDay(dayNumber(from) + day);
  return { date, rates: new Map(codes.flatMap((code) => rateOn(day, code, scripts[code] ?? ordinary))) };
}

/** A pair of code and rate, if the script has a rate. Floating currencies except EUR also move a little each day. */
function rateOn(day: number, code: string, { truth, source = truth }: Script, noise = 1): [string, number][] {
  const factor = source(day);
  if (factor === null || code === 'USD') return code === 'USD' ? [[code, 1]] : [];
  const moves =
    floatingCodes.has(code) && code !== 'EUR' ? 1 + 0.0005 * Math.sin(day * (1 + code.charCodeAt(1) / 100)) : 1;
  return [[code, (first.get(code) ?? NaN) * factor * moves * noise]];
}

/**
 * The result for a scripted currency as four numbers of days, such as `2 3 1 0`:
 *
 * 1. days whose published rate is off by more than 5%
 * 2. days on which the rate is held or omitted
 * 3. days from the event to the last day on which the rate is held or omitted; `-` without such a day
 * 4. days whose source value is off by more than 5%, but isn't rejected in retrospect
 */
export function outcomeOf({ days, rejected }: Replay, code: string, { truth }: Script): string {
  const isWrong = (rate: number | undefined, day: number) =>
    rate !== undefined && Math.abs(Math.log(rate / ((first.get(code) ?? NaN) * truth(day)))) > Math.log(1.05);
  const left = new Set(rejected.filter((value) => value.code === code).map(({ date }) => date));
  const held = days.map(({ published }) => !isPublished(published.quality.get(code) ?? 'ok'));
  const last = held.lastIndexOf(true);
  return [
    days.filter(({ published }, day) => isWrong(published.rates.get(code), day)).length,
    held.filter(Boolean).length,
    last < 0 ? '-' : last - EVENT_DAY,
    days.filter(({ date, rates }, day) => isWrong(rates.get(code), day) && !left.has(date)).length,
  ].join(' ');
}
