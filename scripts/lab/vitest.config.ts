import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that take minutes. `systems.yml` runs them each week: `npx vitest run --config scripts/lab/vitest.config.ts`. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['{src,scripts}/**/*.lab.ts'],
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
