import type { ArchivedDay } from '../archive/archive.ts';
import { byPublishedOrder, type CatalogueEntry } from '../currencies/catalogue.ts';
import { knownFaults } from '../currencies/known-faults.ts';
import { pegs } from '../currencies/pegs.ts';
import { redenominations } from '../currencies/redenominations.ts';
import { dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import type { Quality, QualityReason } from '../rates/quality.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { PARITY_FACTOR } from './bounds.ts';
import { faultsWithHindsight } from './hindsight.ts';
import { judgeCurrency, type JudgedCurrency, type Quote, type Verdict } from './judge-currency.ts';

/** What is published of a day. */
export type JudgedDay = Pick<Snapshot, 'rates' | 'quality'>;

/** A value of the archive that is not believed. */
export interface Fault {
  readonly date: string;
  readonly code: string;
  readonly value: number;
  readonly reason: QualityReason;
}

/**
 * What is published of every archived day, by what was known on it: the days up to it and the facts.
 *
 * @param days in the order of their dates
 */
export function judgeEachDay(days: readonly ArchivedDay[], catalogue: readonly CatalogueEntry[]): JudgedDay[] {
  const verdicts = judgeAll(days, catalogue);
  return days.map((day, index) => judgedDay(day, catalogue, (code) => verdicts.get(code)?.[index]));
}

/**
 * What is published of the newest day.
 *
 * @param days in the order of their dates; at least one
 */
export function judgeNewestDay(days: readonly ArchivedDay[], catalogue: readonly CatalogueEntry[]): JudgedDay {
  const verdicts = judgeAll(days, catalogue);
  return judgedDay(elementAt(days, days.length - 1), catalogue, (code) => verdicts.get(code)?.at(-1));
}

/**
 * Every archived value of the catalogue's currencies that is not believed, knowing what came after it.
 *
 * @param days in the order of their dates
 * @returns by date, then in the published order
 */
export function findFaults(days: readonly ArchivedDay[], catalogue: readonly CatalogueEntry[]): Fault[] {
  const faults = new Map<string, readonly Fault[]>();
  const columns = new Columns(days, catalogue, (currency, quotes) => {
    const found = faultsWithHindsight(currency, quotes);
    faults.set(
      currency.code,
      found.map(({ date, rate, reason }) => ({ date, code: currency.code, value: rate, reason })),
    );
    const dates = new Set(found.map(({ date }) => date));
    let rate: number | null = null;
    return quotes.map(({ date, offered }) => (rate = offered === null || dates.has(date) ? rate : offered));
  });
  for (const { code } of catalogue) columns.of(code);
  const inOrder = catalogue.toSorted(byPublishedOrder).flatMap(({ code }) => faults.get(code) ?? []);
  return inOrder.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The verdicts on every currency's quotes, by code. */
function judgeAll(
  days: readonly ArchivedDay[],
  catalogue: readonly CatalogueEntry[],
): ReadonlyMap<string, readonly Verdict[]> {
  const all = new Map<string, readonly Verdict[]>();
  const columns = new Columns(days, catalogue, (currency, quotes) => {
    const verdicts = judgeCurrency(currency, quotes);
    all.set(currency.code, verdicts);
    return quotes.map(({ offered }, index) => publishedRate(offered, elementAt(verdicts, index)));
  });
  for (const { code } of catalogue) columns.of(code);
  return all;
}

function publishedRate(offered: number | null, verdict: Verdict): number | null {
  return verdict === 'ok' ? offered : verdict.published;
}

function judgedDay(
  { rates: offered }: ArchivedDay,
  catalogue: readonly CatalogueEntry[],
  verdictOn: (code: string) => Verdict | undefined,
): JudgedDay {
  const rates = new Map<string, number>();
  const quality = new Map<string, Quality>();
  for (const { code } of catalogue.toSorted(byPublishedOrder)) {
    const verdict = verdictOn(code) ?? 'ok';
    const rate = publishedRate(offered.get(code) ?? null, verdict);
    if (rate !== null) rates.set(code, rate);
    if (verdict !== 'ok') quality.set(code, verdict);
  }
  return { rates, quality };
}

/** The columns of the archive, each judged once, for what a peg is measured by is its anchor's rates. */
class Columns {
  readonly #days: readonly (ArchivedDay & { readonly day: number })[];
  readonly #catalogue: ReadonlyMap<string, CatalogueEntry>;
  readonly #judge: (currency: JudgedCurrency, quotes: readonly Quote[]) => readonly (number | null)[];
  readonly #rates = new Map<string, Float64Array>();

  /** @param judge gives the rate that is believed on each day, if any */
  constructor(
    days: readonly ArchivedDay[],
    catalogue: readonly CatalogueEntry[],
    judge: (currency: JudgedCurrency, quotes: readonly Quote[]) => readonly (number | null)[],
  ) {
    this.#days = days.map((day) => ({ ...day, day: dayNumber(day.date) }));
    this.#catalogue = new Map(catalogue.map((entry) => [entry.code, entry]));
    this.#judge = judge;
  }

  /** @returns the rate that is believed on each day, `NaN` where none is; nothing for a code that is not listed */
  of(code: string): Float64Array {
    const known = this.#rates.get(code);
    if (known) return known;
    const entry = this.#catalogue.get(code);
    if (!entry) return new Float64Array(0);
    const parity = parityOf(entry);
    const anchor = parity ? this.of(parity.anchor) : new Float64Array(0);
    const quotes = this.#days.map(({ date, day, rates }, index): Quote => {
      const atParity = (parity?.parity ?? NaN) * (anchor[index] ?? NaN);
      return { date, day, offered: rates.get(code) ?? null, atParity: Number.isNaN(atParity) ? null : atParity };
    });
    const rates = Float64Array.from(this.#judge(judgedCurrency(entry, parity), quotes), (rate) => rate ?? NaN);
    this.#rates.set(code, rates);
    return rates;
  }
}

interface Parity {
  readonly anchor: string;
  readonly parity: number;
  readonly factor: number;
}

/** A band wider than this tells too little to judge by. */
const WIDEST_BAND = 0.05;

/** The official parity by which a currency is judged; null where it has none. Stablecoins are what the market makes of them. */
function parityOf({ code, type }: CatalogueEntry): Parity | null {
  const peg = pegs.get(code);
  if (typeof peg?.parity !== 'number' || type === 'crypto') return null;
  const { anchor, parity, band = 0 } = peg;
  return band > WIDEST_BAND ? null : { anchor, parity, factor: Math.max(PARITY_FACTOR, 1 + band) };
}

function judgedCurrency({ code, volatility }: CatalogueEntry, parity: Parity | null): JudgedCurrency {
  const redenomination = redenominations.get(code);
  return {
    code,
    volatility,
    parityFactor: parity?.factor ?? null,
    knownFaults: knownFaults.filter((fault) => fault.code === code),
    redenominations: redenomination ? [redenomination] : [],
  };
}
