import { CODE } from '../currencies/code.ts';

/** A column of rates in a year of a bank's rates. */
export interface Column {
  readonly name: string;
  readonly code: string;
  /** The number of units that the rates are for. */
  readonly units: number;
}

/** The column with a name such as `AUD` or `100 HUF`. Undefined if a text isn't the name of a column. */
export function columnIn(name: string): Column | undefined {
  const [, units = '1', code = ''] = /^(?:(10+) )?(\w+)$/.exec(name) ?? [];
  return CODE.test(code) ? { name, code, units: Number(units) } : undefined;
}
