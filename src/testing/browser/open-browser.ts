import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as driver } from 'playwright-core';
import packageJson from '../../../package.json' with { type: 'json' };

/** For tests and benchmarks: a real browser, from npm packages alone. @param args further command line arguments */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  // Not the package's own arguments: those are for serverless hosts and switch off what guards a page.
  return driver.launch({ executablePath: await unpackBrowser(), args: ['--no-sandbox', '--disable-gpu', ...args] });
}

/** The package holds the browser compressed. It is unpacked once, beside its place, so that nobody meets half of it. */
export async function unpackBrowser(): Promise<string> {
  const home = join(tmpdir(), `ratesheet-chromium-${packageJson.devDependencies['@sparticuz/chromium']}`);
  if (!existsSync(home)) {
    const unpacked = mkdtempSync(`${home}-`);
    // It unpacks to the folder for temporary files: a process of its own, so that nothing here takes that for its own.
    const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, TMPDIR: unpacked },
    });
    try {
      renameSync(unpacked, home);
    } catch (error) {
      rmSync(unpacked, { recursive: true });
      // Somebody else was faster.
      if (!existsSync(home)) throw error;
    }
  }
  return join(home, 'chromium');
}
