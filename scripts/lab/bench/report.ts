import { print } from '../../../src/operate/terminal/print.ts';

/** Prints the measurements of a run, and collects those that exceed their limit. */
export class Report {
  readonly missed: string[] = [];

  /** @param remark what else was measured */
  row(label: string, value: string, remark = ''): void {
    print(`  ${label.padEnd(52)} ${value.padStart(10)}  ${remark}`.trimEnd());
  }

  /** @param format writes a number with its unit */
  limited(label: string, value: number, limit: number, format: (value: number) => string, remark = ''): void {
    const isMissed = !(value <= limit);
    if (isMissed) this.missed.push(`${label}: ${format(value)}, limit ${format(limit)}`);
    const outcome = `limit ${format(limit)}${isMissed ? ', exceeded' : ''}`;
    this.row(label, format(value), remark === '' ? outcome : `${outcome}; ${remark}`);
  }
}

export const count = (value: number) => Math.round(value).toLocaleString('en-US');
export const seconds = (value: number) => `${value.toFixed(2)} s`;
export const milliseconds = (value: number) => `${value.toFixed(1)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
export const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

/** The middle value of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
