import { type IsoDate, byDate } from '../../money/calendar.ts';
import { endOfDoubt } from '../../archive/official-doubts.ts';
import type { OfficialDoubt } from '../../archive/official-rates.schema.ts';

export type Doubt = Omit<OfficialDoubt, 'since'>;

/** The doubts about a file. If the last file led to the same doubt, its start is kept. */
export class Doubts {
  readonly #known: readonly OfficialDoubt[];
  readonly #today: IsoDate;
  readonly #isAsked: (doubt: Pick<OfficialDoubt, 'date'>) => boolean;
  readonly #found: OfficialDoubt[] = [];

  /** @param isAsked whether the bank was asked for a day; a day that it can't have counts as the nearest day that it can */
  constructor(
    known: readonly OfficialDoubt[],
    today: IsoDate,
    isAsked: (doubt: Pick<OfficialDoubt, 'date'>) => boolean,
  ) {
    this.#known = known;
    this.#today = today;
    this.#isAsked = isAsked;
  }

  add(...doubts: readonly Doubt[]): void {
    this.#found.push(...doubts.map((doubt) => this.#since(doubt)));
  }

  isKnown(doubt: Doubt): boolean {
    return this.#known.some((known) => isSame(known, doubt));
  }

  /** Whether the bank's files have said the same for long enough. */
  isOver(doubt: Doubt): boolean {
    const end = endOfDoubt(this.#since(doubt));
    return end !== null && this.#today >= end;
  }

  /** Whether a doubt lasts. If it does, it's added. */
  lasts(doubt: Doubt): boolean {
    if (this.isOver(doubt)) return false;
    this.add(doubt);
    return true;
  }

  /** The same doubts, of which none is over. It's for days that must not change in this run. */
  endless(): Pick<Doubts, 'add' | 'isOver' | 'lasts'> {
    return {
      add: (...doubts) => this.add(...doubts),
      isOver: () => false,
      lasts: (doubt) => {
        this.add(doubt);
        return true;
      },
    };
  }

  found(): OfficialDoubt[] {
    return this.#found.toSorted(byDate);
  }

  /** The known doubts about days that the file can't have. */
  aboutOtherDays(): OfficialDoubt[] {
    const isFound = ({ date, reason }: OfficialDoubt) =>
      this.#found.some((doubt) => doubt.date === date && doubt.reason === reason);
    return this.#known.filter((doubt) => !this.#isAsked(doubt) && !isFound(doubt));
  }

  knownAnd(refusal: Doubt): OfficialDoubt[] {
    const others = this.#known.filter((doubt) => doubt.reason !== refusal.reason || !this.#isAsked(doubt));
    return [...others, this.#since(refusal)].sort(byDate);
  }

  #since(doubt: Doubt): OfficialDoubt {
    const known = this.#known.find((other) => isSame(other, doubt));
    // If the clock was set back, the doubt begins again, so that it can't last longer than it should.
    return { ...doubt, since: known && known.since < this.#today ? known.since : this.#today };
  }
}

function isSame(one: Doubt, other: Doubt): boolean {
  return one.date === other.date && one.reason === other.reason && one.code === other.code && one.value === other.value;
}
