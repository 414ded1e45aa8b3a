import { statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests write hundreds of thousands of files: into memory where the system has room there, which spares the disk. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 4e9) return '/dev/shm';
  } catch {
    // Not a Linux system.
  }
  return tmpdir();
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    env: { TMPDIR: temporaryFolder() },
    // Two files at a time also on a machine with two cores: many tests wait for other processes.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
