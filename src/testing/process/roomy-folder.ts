import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The folder for temporary sites of up to 100,000 files. It is in memory if `/dev/shm` has 4 GB free. */
export function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 4e9) return '/dev/shm';
  } catch {
    // Only Linux has `/dev/shm`.
  }
  return tmpdir();
}
