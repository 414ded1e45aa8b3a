import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Resources that a process has used, according to the kernel. */
export interface ProcessUsage {
  /** CPU time in seconds of the process's threads and of its ended child processes. */
  readonly cpuSeconds: number;
  /** Current memory in bytes. */
  readonly bytes: number;
  /** Largest memory so far in bytes. */
  readonly peakBytes: number;
  /** Current memory that other processes can share, such as the program's own code. */
  readonly sharedBytes: number;
}

/** `CLK_TCK`, which is 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

/** Reads a process's usage from `/proc`; undefined if the process has ended or the system isn't Linux. */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
    // A process that has just ended is still listed, but without memory.
    if (!status.includes('VmHWM')) return undefined;
    // The second field, the name, may contain spaces. Fields 14 to 17 are utime, stime, cutime and cstime (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return {
      cpuSeconds: ticks / TICKS_A_SECOND,
      bytes: bytesOf('VmRSS'),
      peakBytes: bytesOf('VmHWM'),
      sharedBytes: bytesOf('RssFile') + bytesOf('RssShmem'),
    };
  } catch {
    return undefined;
  }
}

/** CPU time in seconds that this process has used since a call of `process.cpuUsage()`. */
export function cpuSecondsSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}

/** Watches a process until it ends, and returns the last usage that was measured. */
export async function watch(child: ChildProcess, ended: Promise<unknown>): Promise<ProcessUsage> {
  let usage: ProcessUsage = { cpuSeconds: NaN, bytes: NaN, peakBytes: NaN, sharedBytes: NaN };
  const timer = setInterval(() => {
    usage = usageOf(child.pid ?? NaN) ?? usage;
  }, 20);
  try {
    await ended;
    return usage;
  } finally {
    clearInterval(timer);
  }
}
