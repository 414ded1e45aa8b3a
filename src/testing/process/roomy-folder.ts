import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The folder for temporary sites of a hundred thousand files: in memory if it has room. */
export function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 4e9) return '/dev/shm';
  } catch {
    // This isn't a Linux system.
  }
  return tmpdir();
}
