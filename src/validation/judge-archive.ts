import type { Archive, ArchivedDay } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
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
import {
  type CurrencyJudgement,
  judgeCurrency,
  type JudgedCurrency,
  type Quote,
  type Verdict,
} from './judge-currency.ts';

/** What is published of a day. */
export type JudgedDay = Pick<Snapshot, 'rates' | 'quality'>;

/** The same of the newest one, and what witnesses say against it. */
export type JudgedNewestDay = JudgedDay & Pick<Snapshot, 'disputes'>;

/** What is judged: days in the order of their dates, and what witnesses said of them. */
export type Testified = Pick<Archive, 'days' | 'evidence'>;

/** A value of the archive that is not believed. */
export interface Fault {
  readonly date: string;
  readonly code: string;
  readonly value: number;
  readonly reason: QualityReason;
}

/** What is published of every archived day, by what was known on it: the days up to it, their witnesses and the facts. */
export function judgeEachDay(archive: Testified, catalogue: readonly CatalogueEntry[]): JudgedDay[] {
  const judgements = judgeAll(archive, catalogue);
  return archive.days.map((day, index) => judgedDay(day, catalogue, (code) => judgements.get(code)?.verdicts[index]));
}

/**
 * What is published of the newest day.
 *
 * @param archive at least one day
 */
export function judgeNewestDay(archive: Testified, catalogue: readonly CatalogueEntry[]): JudgedNewestDay {
  return judgeAndKeep(archive, catalogue).judged;
}

/**
 * What is published of the newest day, and what witnesses said of all days as far as it has to be kept, in the order of the
 * dates: enough to judge the same again.
 *
 * @param archive at least one day
 */
export function judgeAndKeep(
  archive: Testified,
  catalogue: readonly CatalogueEntry[],
): { readonly judged: JudgedNewestDay; readonly kept: readonly Evidence[] } {
  const judgements = judgeAll(archive, catalogue);
  const newest = elementAt(archive.days, archive.days.length - 1);
  const inOrder = catalogue.toSorted(byPublishedOrder).flatMap(({ code }) => judgements.get(code) ?? []);
  const day = judgedDay(newest, catalogue, (code) => judgements.get(code)?.verdicts.at(-1));
  return {
    judged: { ...day, disputes: inOrder.flatMap(({ disputes }) => disputes) },
    kept: inOrder.flatMap(({ evidence }) => evidence).sort(byDate),
  };
}

/**
 * Every archived value of the catalogue's currencies that is not believed, knowing what came after it.
 *
 * @returns by date, then in the published order
 */
export function findFaults(archive: Testified, catalogue: readonly CatalogueEntry[]): Fault[] {
  const faults = new Map<string, readonly Fault[]>();
  const columns = new Columns(archive, catalogue, (currency, quotes) => {
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
  return inOrder.sort(byDate);
}

function byDate(a: { readonly date: string }, b: { readonly date: string }): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
}

/** What is made of every currency's quotes, by code. */
function judgeAll(archive: Testified, catalogue: readonly CatalogueEntry[]): ReadonlyMap<string, CurrencyJudgement> {
  const all = new Map<string, CurrencyJudgement>();
  const columns = new Columns(archive, catalogue, (currency, quotes) => {
    const judgement = judgeCurrency(currency, quotes);
    all.set(currency.code, judgement);
    return quotes.map(({ offered }, index) => publishedRate(offered, elementAt(judgement.verdicts, index)));
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
  /** What witnesses said, by code. */
  readonly #evidence: ReadonlyMap<string, readonly Evidence[]>;
  readonly #catalogue: ReadonlyMap<string, CatalogueEntry>;
  readonly #judge: (currency: JudgedCurrency, quotes: readonly Quote[]) => readonly (number | null)[];
  readonly #rates = new Map<string, Float64Array>();

  /** @param judge gives the rate that is believed on each day, if any */
  constructor(
    { days, evidence }: Testified,
    catalogue: readonly CatalogueEntry[],
    judge: (currency: JudgedCurrency, quotes: readonly Quote[]) => readonly (number | null)[],
  ) {
    this.#days = days.map((day) => ({ ...day, day: dayNumber(day.date) }));
    this.#evidence = Map.groupBy(evidence, ({ code }) => code);
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
    const said = Map.groupBy(this.#evidence.get(code) ?? [], ({ date }) => date);
    const quotes = this.#days.map(({ date, day, rates }, index): Quote => {
      const atParity = (parity?.parity ?? NaN) * (anchor[index] ?? NaN);
      return {
        date,
        day,
        offered: rates.get(code) ?? null,
        atParity: Number.isNaN(atParity) ? null : atParity,
        testimony: said.get(date) ?? nothingSaid,
      };
    });
    const rates = Float64Array.from(this.#judge(judgedCurrency(entry, parity), quotes), (rate) => rate ?? NaN);
    this.#rates.set(code, rates);
    return rates;
  }
}

const nothingSaid: readonly Evidence[] = [];

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
