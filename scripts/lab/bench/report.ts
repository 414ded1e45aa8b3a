import { print } from '../../../src/commands/terminal/tell.ts';

/** Prints a measured figure: what it is of, and its cells. */
export function printRow(label: string, ...cells: string[]): void {
  print(`  ${label.padEnd(46)} ${cells.map((cell) => cell.padStart(10)).join('  ')}`.trimEnd());
}

/** Prints a sentence below the figures. */
export function printRemark(text: string): void {
  print(`  ${text}`);
}

export const count = (value: number) => Math.round(value).toLocaleString('en-US');
export const seconds = (value: number) => `${value.toFixed(2)} s`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e5 ? 3 : 1)} MB`;
export const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
