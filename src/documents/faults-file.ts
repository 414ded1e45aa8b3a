import type { Fault } from '../quality/judge-archive.ts';

/** `archive/faults.csv`: every archived value that is not believed. */
export interface FaultsFile {
  readonly count: number;
  readonly body: string;
}

/** The faults as CSV without quotes: dates, codes, numbers and reasons need none. In UTF-8 with LF, as the archive's years. */
export function faultsFile(faults: readonly Fault[]): FaultsFile {
  const lines = faults.map(({ date, code, value, reason }) => `${date},${code},${value},${reason}`);
  return { count: faults.length, body: ['date,code,value,reason', ...lines, ''].join('\n') };
}
