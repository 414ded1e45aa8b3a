import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { roomyFolder } from './src/testing/process/roomy-folder.ts';

export default defineConfig({
  test: {
    include: ['{src,scripts}/**/*.test.ts'],
    setupFiles: ['src/testing/process/rate-rows.setup.ts'],
    // Files share their imports, because importing takes longer than most files. So no file may replace a module.
    isolate: false,
    // Without a cache, every start of wrangler would compile 14 MB.
    env: { TMPDIR: roomyFolder(), NODE_COMPILE_CACHE: join(roomyFolder(), 'ratesheet-compiled') },
    // At least four files at a time, because many tests wait for other processes and for pauses.
    maxWorkers: Math.max(4, availableParallelism()),
    // The default of one second is too short for a page that loads beside other tests on a slow machine.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
