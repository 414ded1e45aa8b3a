import type { ArchivedDay } from '../archive/archive.ts';
import { type Comparison, ratioOf } from '../archive/comparison.ts';
import { dayNumber, type Instant, type IsoDate } from '../money/calendar.ts';
import { round } from '../money/rounding/round.ts';
import {
  agreementLevels,
  type RequestedWitness,
  type WitnessReport,
  type WitnessOutcome,
} from './snapshot/witness-report.ts';
import { baseSlip, slipBeside } from './base-slip.ts';
import { isFresh, isWithin } from './currency/bounds.ts';

/** Minimum number of common currencies for a comparison. */
const MIN_COMPARED = 10;
/** A witness is a copy if more than this share of its rates equal the dataset's in {@link EQUAL_DIGITS} digits. */
const MAX_EQUAL_SHARE = 0.6;
const EQUAL_DIGITS = 6;
/** Minimum share of currencies on which a witness must agree with the dataset within 5%. */
const MIN_AGREEING_SHARE = 0.5;
/** Minimum share of common currencies on which two witnesses must agree to support each other. */
const MIN_MUTUAL_SHARE = 0.8;

/** A witness's rate of a currency. */
export interface WitnessRate {
  /** Units per 1 USD. */
  readonly rate: number;
  readonly asOf: IsoDate;
}

/** A witness's rates of the catalogue's currencies except USD, by code. */
export type WitnessRates = ReadonlyMap<string, WitnessRate>;

/** A witness's rates, or why it has none. */
export type WitnessResponse = {
  /** The witness's host. The URL isn't used as its name, because a URL may contain a key. */
  readonly witness: string;
} & (
  | { readonly rates: WitnessRates }
  | { readonly rates: null; readonly outcome: 'unreachable' | 'unusable'; readonly problem: string }
);

/** How a dataset compares with its witnesses. */
export interface ComparedDataset {
  /** The comparisons with all usable witnesses. */
  readonly comparisons: readonly Comparison[];
  readonly report: WitnessReport;
  /**
   * A witness that shows that the dataset's base isn't USD, and the factor between the two bases; null without such a
   * witness.
   */
  readonly slip: { readonly witness: string; readonly factor: number } | null;
}

/** The result if no witness was requested. */
export function notCompared(dataset: Pick<ArchivedDay, 'rates'>): WitnessReport {
  return { requested_at: null, requested: [], unwitnessed: foreignCodes(dataset) };
}

/**
 * Compares a dataset with the responses of witnesses.
 *
 * @param requestedAt ISO 8601 UTC with milliseconds
 * @throws {RangeError} if two witnesses have the same name, because the archive couldn't tell their comparisons apart
 */
export function compare(
  dataset: ArchivedDay,
  responses: readonly WitnessResponse[],
  requestedAt: Instant,
): ComparedDataset {
  const names = responses.map(({ witness }) => witness);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RangeError(`Two witnesses have the name ${twice}. Name each witness once.`);
  if (responses.length === 0) return { comparisons: [], report: notCompared(dataset), slip: null };
  const compared = responses.map((response) => {
    const rows = rowsOf(dataset, response);
    return { response, rows, outcome: outcomeOf(dataset, response, rows, responses) };
  });
  const usable = compared.filter(({ outcome }) => outcome === 'compared');
  const comparisons = usable.flatMap(({ rows }) => rows.map(({ comparison }) => comparison));
  const slips = usable.flatMap(({ response: { witness }, rows }) => {
    const factor = slipBeside(ratiosOf(rows));
    return factor === null ? [] : [{ witness, factor }];
  });
  return {
    comparisons,
    report: {
      requested_at: requestedAt,
      requested: compared.map(({ response: { witness }, rows, outcome }) => requestedWitness(witness, outcome, rows)),
      unwitnessed: withoutWitness(foreignCodes(dataset), comparisons),
    },
    slip: slips[0] ?? null,
  };
}

/** If a witness was requested again, replaces the outcome of its failed request by its later response. */
export function withLateResponses(earlier: WitnessReport, { report, comparisons }: ComparedDataset): WitnessReport {
  const later = new Map(report.requested.map((requested) => [requested.witness, requested]));
  return {
    requested_at: report.requested_at,
    requested: earlier.requested.map((requested) => later.get(requested.witness) ?? requested),
    unwitnessed: withoutWitness(earlier.unwitnessed, comparisons),
  };
}

/** A witness's rate of one currency, compared with the dataset's. */
interface Row {
  /**
   * The exact ratio of the two rates. It's only for decisions about a witness's whole response, which are made once.
   * Decisions about a currency are repeated in every publish, so they use the rounded ratio in `comparison`.
   */
  readonly ratio: number;
  readonly comparison: Comparison;
}

/** Compares a witness's rates with the dataset's. Omits rates of distant dates and impossible ratios. */
function rowsOf({ date, rates }: ArchivedDay, { witness, rates: ofWitness }: WitnessResponse): Row[] {
  return [...(ofWitness ?? [])].flatMap(([code, { rate, asOf }]): Row | [] => {
    const value = rates.get(code);
    const ratio = value === undefined ? undefined : ratioOf(rate, value);
    if (value === undefined || ratio === undefined || !isFresh(dayNumber(asOf), dayNumber(date))) return [];
    return { ratio: rate / value, comparison: { date, code, witness, ratio, asOf } };
  });
}

/** `compared` if a witness's comparisons are used, or the reason why they aren't. */
function outcomeOf(
  dataset: ArchivedDay,
  response: WitnessResponse,
  rows: readonly Row[],
  responses: readonly WitnessResponse[],
): WitnessOutcome {
  if (response.rates === null) return response.outcome;
  const common = [...response.rates.keys()].filter((code) => dataset.rates.has(code)).length;
  if (rows.length < MIN_COMPARED) return common < MIN_COMPARED ? 'unusable' : 'other_days';
  const ratios = ratiosOf(rows);
  if (shareOf(ratios, (ratio) => round(ratio, EQUAL_DIGITS) === 1) > MAX_EQUAL_SHARE) return 'copy';
  // One of the two bases is wrong. It's the dataset's if the witness's rates match the official parities to USD.
  const slip = slipBeside(ratios);
  if (slip !== null) return isOnBase(response.rates) ? 'compared' : 'other_base';
  if (shareOf(ratios, (ratio) => isWithin(1.05, ratio, 1)) >= MIN_AGREEING_SHARE) return 'compared';
  // Two witnesses that agree with each other are used, however far their rates are from the dataset's.
  const isSupported = responses.some(
    (other) => other !== response && other.rates !== null && support(response.rates, other.rates),
  );
  return isSupported ? 'compared' : 'scattered';
}

function isOnBase(rates: WitnessRates): boolean {
  return baseSlip(new Map(Array.from(rates, ([code, { rate }]) => [code, rate]))) === null;
}

/** Whether two witnesses agree on their common currencies. */
function support(one: WitnessRates, other: WitnessRates): boolean {
  const ratios = [...one].flatMap(([code, { rate }]) => {
    const rateOfOther = other.get(code)?.rate;
    return rateOfOther === undefined ? [] : [rate / rateOfOther];
  });
  return ratios.length >= MIN_COMPARED && shareOf(ratios, (ratio) => isWithin(1.05, ratio, 1)) >= MIN_MUTUAL_SHARE;
}

function requestedWitness(witness: string, outcome: WitnessOutcome, rows: readonly Row[]): RequestedWitness {
  const ratios = outcome === 'compared' ? ratiosOf(rows) : [];
  const agreeing = agreementLevels.map((within_percent) => ({
    within_percent,
    currencies: ratios.filter((ratio) => isWithin(1 + within_percent / 100, ratio, 1)).length,
  }));
  return { witness, outcome, compared: ratios.length, agreeing };
}

function ratiosOf(rows: readonly Row[]): number[] {
  return rows.map(({ ratio }) => ratio);
}

function shareOf(ratios: readonly number[], isMeant: (ratio: number) => boolean): number {
  return ratios.filter(isMeant).length / ratios.length;
}

function withoutWitness(codes: readonly string[], comparisons: readonly Comparison[]): string[] {
  const witnessed = new Set(comparisons.map(({ code }) => code));
  return codes.filter((code) => !witnessed.has(code));
}

function foreignCodes({ rates }: Pick<ArchivedDay, 'rates'>): string[] {
  return [...rates.keys()].filter((code) => code !== 'USD');
}
