import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where sites of a hundred thousand files go that nobody keeps: into memory where the system has room there. */
export function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 4e9) return '/dev/shm';
  } catch {
    // Not a Linux system.
  }
  return tmpdir();
}
