import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What the kernel says of a process. For tests and benchmarks. */
export interface ProcessUsage {
  /** Of all its threads, and of those of its children that have ended, in seconds. */
  readonly cpuSeconds: number;
  /** The memory that it has now, in bytes. */
  readonly bytes: number;
  /** The most memory that it has had so far, in bytes. */
  readonly peakBytes: number;
}

/** `CLK_TCK`, which is 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

/** Reads a process's account in `/proc`; undefined when it has ended, and on systems other than Linux. */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
    // One that has just ended still has an account, without any memory.
    if (!status.includes('VmHWM')) return undefined;
    // The name, which comes second, may hold spaces: fields 14 to 17 are utime, stime, cutime and cstime (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { cpuSeconds: ticks / TICKS_A_SECOND, bytes: bytesOf('VmRSS'), peakBytes: bytesOf('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Watches a process until it ends, and then tells its time on the clock and its last account. */
export async function watch(child: ChildProcess, ended: Promise<unknown>): Promise<ProcessUsage & { seconds: number }> {
  const begin = performance.now();
  let usage: ProcessUsage = { cpuSeconds: NaN, bytes: NaN, peakBytes: NaN };
  const timer = setInterval(() => {
    usage = usageOf(child.pid ?? NaN) ?? usage;
  }, 20);
  try {
    await ended;
    return { seconds: (performance.now() - begin) / 1000, ...usage };
  } finally {
    clearInterval(timer);
  }
}
