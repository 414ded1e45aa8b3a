import type { Archive } from '../archive/archive.ts';
import type { Comparison } from '../archive/comparison.ts';
import { byPublishedOrder, type CatalogueEntry } from '../money/currencies/catalogue.ts';
import { knownFaults, redenominations, severalRates } from '../money/currencies/facts.ts';
import { type IsoDate, byDate, dayNumber } from '../money/calendar.ts';
import { elementAt } from '../money/element-at.ts';
import { MAX_HELD_DAYS, type Quality, type QualityReason } from './snapshot/quality.ts';
import { roundProduct } from '../money/rounding/exact-rounding.ts';
import { present } from '../text/present.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { isComposed, isDefaultProvider, noChanges, providerOn } from '../sources/provider.ts';
import { baseSlip } from './base-slip.ts';
import { isMeasuredAlike, type RejectedRate, rejectedInRetrospect } from './currency/in-retrospect.ts';
import { type Parity, parityOf } from './parity.ts';
import type { CurrencyFacts, RateOnDay, Decision, SourceValue } from './currency/source-value.ts';
import { type ValidatedCurrency, validateCurrency } from './currency/validate-currency.ts';

export type ValidatedDay = Pick<Snapshot, 'rates' | 'quality'>;

/** A day's published rates and states, as they were decided on the day. */
export interface DecidedDay extends ValidatedDay {
  readonly date: IsoDate;
}

/** The newest day's published rates and states, with the disputed of witnesses. */
export type ValidatedNewestDay = ValidatedDay & Pick<Snapshot, 'disputed'>;

/** The input of validation: days in the order of their dates, and comparisons with witnesses. */
export type Witnessed = Pick<Archive, 'days' | 'comparisons' | 'providers'>;

export interface RejectedValue {
  readonly date: IsoDate;
  readonly code: string;
  readonly value: number;
  readonly reason: QualityReason;
}

/** An archive's values, validated at the time, with only the days before each value, and in retrospect. */
export class ValidatedArchive {
  readonly #days: Witnessed['days'];
  readonly #columns: readonly ValidatedColumn[];

  constructor(archive: Witnessed, catalogue: readonly CatalogueEntry[]) {
    this.#days = archive.days;
    this.#columns = columnsOf(archive, catalogue);
  }

  /** What was published on the last days, as it was decided at the time. @param count all days by default */
  days(count = this.#days.length): DecidedDay[] {
    const first = Math.max(0, this.#days.length - count);
    return this.#days.slice(first).map(({ date }, index) => ({ date, ...this.#day(first + index) }));
  }

  #day(index: number): ValidatedDay {
    const rates = new Map<string, number>();
    const quality = new Map<string, Quality>();
    const sourceValues = elementAt(this.#days, index).rates;
    for (const { code, decisions } of this.#columns) {
      const decision = elementAt(decisions, index);
      const rate = decision === 'ok' ? sourceValues.get(code) : decision.published;
      if (rate != null) rates.set(code, rate);
      if (decision !== 'ok') quality.set(code, decision);
    }
    return { rates, quality };
  }

  /** The decision about a currency's value on each day, validated at the time. */
  decisionsOf(code: string): readonly Decision[] {
    return this.#columnOf(code).decisions;
  }

  /** The published rates of the newest day. @throws {RangeError} if the archive has no day */
  newest(): ValidatedNewestDay {
    const disputed = this.#columns.flatMap((column) => column.disputed);
    return { ...this.#day(this.#days.length - 1), disputed };
  }

  /** The comparisons that the archive must keep to repeat its decisions, in the order of their dates. */
  kept(): Comparison[] {
    return this.#columns.flatMap(({ comparisons }) => comparisons).sort(byDate);
  }

  /** Every value that isn't valid in retrospect, by date, then in the published order. */
  rejected(): RejectedValue[] {
    return this.#columns
      .flatMap(({ code, rejected }) =>
        rejected.map(({ date, rate, reason }): RejectedValue => ({ date, code, value: rate, reason })),
      )
      .sort(byDate);
  }

  #columnOf(code: string): ValidatedColumn {
    const column = this.#columns.find((column) => column.code === code);
    return present(column, `currency ${code}`);
  }
}

interface ValidatedColumn extends ValidatedCurrency {
  readonly code: string;
  readonly rejected: readonly RejectedRate[];
  /** This currency's rates, which its pegs' parities are multiplied by; null if no currency is pegged to it. */
  readonly anchorRates: {
    readonly atTheTime: AnchorRates;
    readonly inRetrospect: AnchorRates;
  } | null;
}

/** A rate for each day; null if there is none. */
type AnchorRates = readonly (RateOnDay | null)[];

/** The columns of an archive in the published order. Anchors are validated before their pegs. */
function columnsOf(
  { days, comparisons, providers = noChanges }: Witnessed,
  catalogue: readonly CatalogueEntry[],
): ValidatedColumn[] {
  const rows = days.map(({ date, rates }) => {
    const of = providerOn(providers, date);
    const source = isDefaultProvider(of) ? undefined : of.name;
    return {
      date,
      day: dayNumber(date),
      rates,
      source,
      isSlipped: typeof baseSlip(rates, isComposed(of)) === 'number',
    };
  });
  const entries = new Map(catalogue.map((entry) => [entry.code, entry]));
  const comparisonsOf = Map.groupBy(comparisons, ({ code }) => code);
  const anchors = new Set(catalogue.map((entry) => parityOf(entry)?.anchor));
  const columns = new Map<string, ValidatedColumn>();
  const columnOf = (entry: CatalogueEntry): ValidatedColumn => {
    const { code } = entry;
    const known = columns.get(code);
    if (known) return known;
    const parity = parityOf(entry);
    const anchor = parity && entries.get(parity.anchor);
    const anchorRates = anchor ? columnOf(anchor).anchorRates : null;
    const comparisonsOn = Map.groupBy(comparisonsOf.get(code) ?? [], ({ date }) => date);
    // Lists every field, because object spreads would take most of the time for this many source values.
    const sourceValuesBy = (ratesOfAnchor: AnchorRates | undefined) =>
      rows.map(({ date, day, rates, source, isSlipped }, index): SourceValue => {
        const ofAnchor = ratesOfAnchor?.[index];
        const parityRate =
          parity && ofAnchor ? { ...ofAnchor, rate: roundProduct(parity.parity, ofAnchor.rate) } : null;
        const value = rates.get(code) ?? null;
        return {
          date,
          day,
          source,
          isSlipped,
          value,
          comparisons: comparisonsOn.get(date) ?? none,
          parity: parityRate,
        };
      });
    const facts = factsOf(entry, parity);
    const sourceValues = sourceValuesBy(anchorRates?.atTheTime);
    const validated = validateCurrency(facts, sourceValues);
    const later = isMeasuredAlike(facts) ? sourceValues : sourceValuesBy(anchorRates?.inRetrospect);
    const rejected = rejectedInRetrospect(facts, later, validated.decisions);
    const ratesForPegs = () => ({
      atTheTime: sourceValues.map((sourceValue, index) =>
        publishedRate(sourceValue, elementAt(validated.decisions, index)),
      ),
      inRetrospect: carriedForward(sourceValues, new Set(rejected.map(({ date }) => date))),
    });
    const anchorOfPegs = anchors.has(code) ? ratesForPegs() : null;
    const column = { code, ...validated, rejected, anchorRates: anchorOfPegs };
    columns.set(code, column);
    return column;
  };
  return catalogue.toSorted(byPublishedOrder).map(columnOf);
}

const none: readonly Comparison[] = [];

/** The published rate of a source value, with its own date. */
function publishedRate({ date, day, value }: SourceValue, decision: Decision): RateOnDay | null {
  if (decision === 'ok') return value === null ? null : { date, day, rate: value };
  const { published, published_as_of } = decision;
  if (published === null || published_as_of === null) return null;
  return { date: published_as_of, day: dayNumber(published_as_of), rate: published };
}

/** For each day, the last valid rate up to that day; null if it's missing or older than {@link MAX_HELD_DAYS} days. */
function carriedForward(sourceValues: readonly SourceValue[], rejected: ReadonlySet<string>): (RateOnDay | null)[] {
  let last: RateOnDay | null = null;
  return sourceValues.map(({ date, day, value }) => {
    if (value !== null && !rejected.has(date)) last = { date, day, rate: value };
    return last && day - last.day <= MAX_HELD_DAYS ? last : null;
  });
}

function factsOf({ code, volatility }: CatalogueEntry, parity: Parity | null): CurrencyFacts {
  return {
    code,
    volatility,
    hasSeveralRates: severalRates.has(code),
    anchor: parity?.anchor ?? null,
    parityFactor: parity?.factor ?? null,
    isParityPublishable: parity?.isPublishable ?? false,
    knownFaults: knownFaults.filter((fault) => fault.code === code),
    redenomination: redenominations.get(code) ?? null,
  };
}
