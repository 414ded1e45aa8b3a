import { print } from '../../../src/commands/terminal/print.ts';

/** Prints a measured value with its label. */
export function printRow(label: string, ...cells: string[]): void {
  print(`  ${label.padEnd(46)} ${cells.map((cell) => cell.padStart(10)).join('  ')}`.trimEnd());
}

export function printRemark(text: string): void {
  print(`  ${text}`);
}

export const count = (value: number) => Math.round(value).toLocaleString('en-US');
export const seconds = (value: number) => `${value.toFixed(2)} s`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e5 ? 3 : 1)} MB`;
export const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

/** The middle value of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

export function secondsOf(work: () => unknown): number {
  const begin = performance.now();
  work();
  return (performance.now() - begin) / 1000;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
