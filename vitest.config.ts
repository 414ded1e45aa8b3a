import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { roomyFolder } from './src/testing/process/roomy-folder.ts';

export default defineConfig({
  test: {
    // As the scripts in package.json have it, which some tests run in their own process.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    env: { TMPDIR: roomyFolder() },
    // Three files at a time also on a machine with two cores: many tests wait, for other processes and for pauses.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
