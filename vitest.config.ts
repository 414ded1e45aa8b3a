import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { roomyFolder } from './src/testing/process/roomy-folder.ts';

/** Test files that still replace a module. */
const alone = [
  'src/commands/publish/go-live.test.ts',
  'src/commands/publish/publish-site.test.ts',
  'src/commands/publish/trial.test.ts',
];

export default defineConfig({
  test: {
    // Without a cache, every start of wrangler would compile 14 MB.
    env: { TMPDIR: roomyFolder(), NODE_COMPILE_CACHE: join(roomyFolder(), 'ratesheet-compiled') },
    // At least four files at a time, because many tests wait for other processes and for pauses.
    maxWorkers: Math.max(4, availableParallelism()),
    // The default of one second is too short for a page that loads beside other tests on a slow machine.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        // Files share their imports, because importing takes longer than most files.
        test: { name: 'shared', include: ['{src,scripts}/**/*.test.ts'], exclude: alone, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
