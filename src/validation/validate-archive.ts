import type { Archive } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
import { byPublishedOrder, type CatalogueEntry } from '../currencies/catalogue.ts';
import { knownFaults } from '../currencies/known-faults.ts';
import { pegs } from '../currencies/pegs.ts';
import { redenominations } from '../currencies/redenominations.ts';
import { severalRates } from '../currencies/several-rates.ts';
import { dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import { MAX_HELD_DAYS, type Quality, type QualityReason } from '../rates/quality.ts';
import { round } from '../rates/round.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { baseSlip } from './base-slip.ts';
import { PARITY_FACTOR } from './bounds.ts';
import { rejectedInRetrospect } from './in-retrospect.ts';
import type { CurrencyFacts, DatedRate, Decision, Quote } from './quote.ts';
import { type ValidatedCurrency, validateCurrency } from './validate-currency.ts';

/** What is published of a day. */
export type ValidatedDay = Pick<Snapshot, 'rates' | 'quality'>;

/** The same of the newest one, and what witnesses dispute of it. */
export type ValidatedNewestDay = ValidatedDay & Pick<Snapshot, 'disputes'>;

/** What is validated: days in the order of their dates, and how they compare with witnesses. */
export type Witnessed = Pick<Archive, 'days' | 'evidence'>;

/** A value of the archive that isn't valid. */
export interface RejectedValue {
  readonly date: string;
  readonly code: string;
  readonly value: number;
  readonly reason: QualityReason;
}

/** An archive's values, validated at the time: by what was known on their day. */
export class ValidatedArchive {
  readonly #archive: Witnessed;
  readonly #catalogue: readonly CatalogueEntry[];
  readonly #columns: readonly Column<ValidatedCurrency>[];

  constructor(archive: Witnessed, catalogue: readonly CatalogueEntry[]) {
    this.#archive = archive;
    this.#catalogue = catalogue;
    this.#columns = columnsOf(archive, catalogue, (facts, quotes) => {
      const validated = validateCurrency(facts, quotes);
      const rates = () => quotes.map((quote, index) => publishedRate(quote, elementAt(validated.decisions, index)));
      return { validated, rates };
    });
  }

  /** What was published of each day. */
  days(): ValidatedDay[] {
    return this.#archive.days.map((_, index) => this.#day(index));
  }

  #day(index: number): ValidatedDay {
    const rates = new Map<string, number>();
    const quality = new Map<string, Quality>();
    const sourceValues = elementAt(this.#archive.days, index).rates;
    for (const { code, validated } of this.#columns) {
      const decision = elementAt(validated.decisions, index);
      const rate = decision === 'ok' ? sourceValues.get(code) : decision.published;
      if (rate != null) rates.set(code, rate);
      if (decision !== 'ok') quality.set(code, decision);
    }
    return { rates, quality };
  }

  /** The newest day as it is published. @throws {RangeError} if there is no day */
  newest(): ValidatedNewestDay {
    const disputes = this.#columns.flatMap(({ validated }) => validated.disputes);
    return { ...this.#day(this.#archive.days.length - 1), disputes };
  }

  /** The comparisons that have to be kept to decide the same again, in the order of their dates. */
  kept(): Evidence[] {
    return this.#columns.flatMap(({ validated }) => validated.evidence).sort(byDate);
  }

  /** Every value that isn't valid in retrospect, with the days after it known: by date, then in the published order. */
  rejected(): RejectedValue[] {
    const columns = columnsOf(this.#archive, this.#catalogue, (facts, quotes) => {
      const { decisions } = elementAt(
        this.#columns.filter(({ code }) => code === facts.code),
        0,
      ).validated;
      const validated = rejectedInRetrospect(facts, quotes, decisions);
      return { validated, rates: () => carriedForward(quotes, new Set(validated.map(({ date }) => date))) };
    });
    return columns
      .flatMap(({ code, validated }) =>
        validated.map(({ date, rate, reason }): RejectedValue => ({ date, code, value: rate, reason })),
      )
      .sort(byDate);
  }
}

function byDate(a: { readonly date: string }, b: { readonly date: string }): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
}

/** What is made of a currency's quotes. */
interface Column<T> {
  readonly code: string;
  readonly validated: T;
  /** The rates that its pegs are measured by, one for each day, if there is one; empty if it has no peg. */
  readonly rates: readonly (DatedRate | null)[];
}

/** Makes something of a currency's quotes, and the rates that its pegs are measured by. */
type Validate<T> = (
  facts: CurrencyFacts,
  quotes: readonly Quote[],
) => { readonly validated: T; readonly rates: () => readonly (DatedRate | null)[] };

/** The columns of an archive in the published order, each validated once: anchors before the currencies that follow them. */
function columnsOf<T>(
  { days, evidence }: Witnessed,
  catalogue: readonly CatalogueEntry[],
  validate: Validate<T>,
): Column<T>[] {
  const rows = days.map((day) => ({
    ...day,
    day: dayNumber(day.date),
    isSlipped: typeof baseSlip(day.rates) === 'number',
  }));
  const entries = new Map(catalogue.map((entry) => [entry.code, entry]));
  const evidenceOf = Map.groupBy(evidence, ({ code }) => code);
  const anchors = new Set(catalogue.map((entry) => parityOf(entry)?.anchor));
  const columns = new Map<string, Column<T>>();
  const columnOf = (entry: CatalogueEntry) => {
    const { code } = entry;
    const known = columns.get(code);
    if (known) return known;
    const parity = parityOf(entry);
    const anchor = parity && entries.get(parity.anchor);
    const anchorRates = anchor ? columnOf(anchor).rates : [];
    const given = evidenceOf.get(code);
    const comparisons = given && Map.groupBy(given, ({ date }) => date);
    const quotes = rows.map(({ date, day, rates, isSlipped }, index): Quote => {
      const ofAnchor = anchorRates[index];
      const atParity = parity && ofAnchor ? { ...ofAnchor, rate: round(parity.parity * ofAnchor.rate) } : null;
      const value = rates.get(code) ?? null;
      return { date, day, value, parity: atParity, isSlipped, comparisons: comparisons?.get(date) ?? noComparisons };
    });
    const { validated, rates } = validate(factsOf(entry, parity), quotes);
    const column = { code, validated, rates: anchors.has(code) ? rates() : [] };
    columns.set(code, column);
    return column;
  };
  return catalogue.toSorted(byPublishedOrder).map(columnOf);
}

const noComparisons: readonly Evidence[] = [];

/** What is published of a quote, with its own date. */
function publishedRate({ date, day, value }: Quote, decision: Decision): DatedRate | null {
  if (decision === 'ok') return value === null ? null : { date, day, rate: value };
  const { published, publishedAsOf } = decision;
  if (published === null || publishedAsOf === null) return null;
  return { date: publishedAsOf, day: dayNumber(publishedAsOf), rate: published };
}

/** The valid rate of each day, or else the last one before it, for as long as a rate is held. */
function carriedForward(quotes: readonly Quote[], rejected: ReadonlySet<string>): (DatedRate | null)[] {
  let last: DatedRate | null = null;
  return quotes.map(({ date, day, value }) => {
    if (value !== null && !rejected.has(date)) last = { date, day, rate: value };
    return last && day - last.day <= MAX_HELD_DAYS ? last : null;
  });
}

interface Parity {
  readonly anchor: string;
  readonly parity: number;
  /** The largest plausible factor from the parity. */
  readonly factor: number;
}

/** A wider band says too little about a rate. */
const MAX_BAND = 0.05;

/** The official parity that a currency is measured by; null if it has none. Stablecoins are what the market makes of them. */
function parityOf({ code, type }: CatalogueEntry): Parity | null {
  const peg = pegs.get(code);
  if (typeof peg?.parity !== 'number' || type === 'crypto') return null;
  const { anchor, parity, band = 0 } = peg;
  return band > MAX_BAND ? null : { anchor, parity, factor: Math.max(PARITY_FACTOR, 1 + band) };
}

function factsOf({ code, volatility }: CatalogueEntry, parity: Parity | null): CurrencyFacts {
  return {
    code,
    volatility,
    hasSeveralRates: severalRates.has(code),
    anchor: parity?.anchor ?? null,
    parityFactor: parity?.factor ?? null,
    knownFaults: knownFaults.filter((fault) => fault.code === code),
    redenomination: redenominations.get(code) ?? null,
  };
}
