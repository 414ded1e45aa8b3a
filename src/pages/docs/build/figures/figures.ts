import type { IsoDate } from '../../../../money/calendar.ts';
import { bankHours, bankYears } from './bank-figures.ts';
import { holdFigure } from './hold-figure.ts';
import type { Hold } from './newest-hold.ts';
import { valuePath } from './value-path.ts';

/** What the pictures of the guides are drawn from, besides our code. */
export interface FigureInput {
  /** The newest day of the rates. */
  readonly until: IsoDate;
  readonly hold: Hold | undefined;
}

/** The pictures of the guides, by the name in their place: `<!-- bank-hours -->`. On GitHub, the places are invisible. */
export function figuresOf({ until, hold }: FigureInput): ReadonlyMap<string, string> {
  return new Map([
    ['value-path', valuePath()],
    ['held-value', hold ? holdFigure(hold) : ''],
    ['bank-hours', bankHours()],
    ['bank-years', bankYears(until)],
  ]);
}
