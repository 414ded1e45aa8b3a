import type { IsoDate } from '../../../money/calendar.ts';
import { unitOf } from '../../../money/currencies/sub-units.ts';
import type { Step } from '../../../money/interval.ts';
import { code, type Parameter } from '../../declaration/parameters.ts';

/** The rates that a request in another API's format asks for. */
export interface CompatQuery {
  readonly base: string;
  /** The requested codes, which may be unknown; undefined for all currencies. */
  readonly codes: readonly string[] | undefined;
  /** `YYYY-MM-DD`; omitted for today. */
  readonly date?: IsoDate | undefined;
  /** A range of days instead of a single day. If `group` is set, the result has the mean of each group of days. */
  readonly range?:
    { readonly start: IsoDate; readonly end: IsoDate | undefined; readonly group: Step | undefined } | undefined;
}

/** A currency's code, in upper or lower case. It may be unknown. `GBp` means pence, which these formats lack. */
export const baseCode: Parameter<string> = { ...code('Code of the base currency.'), parse: unitOf };

/** Codes, separated by commas: `usd,EUR` → `USD`, `EUR`. They may be unknown. */
export const codes: Parameter<string[]> = {
  kind: 'codes',
  description: 'Codes of the currencies to return, separated by commas.',
  parse: (list) => list.split(',').map((text) => unitOf(text.trim())),
};
