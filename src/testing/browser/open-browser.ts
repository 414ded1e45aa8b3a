import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as driver } from 'playwright-core';
import packageJson from '../../../package.json' with { type: 'json' };

/** Opens a real browser from npm packages. @param args further command line arguments */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  // The package's own arguments are for serverless hosts, and switch off security features.
  return driver.launch({ executablePath: await unpackBrowser(), args: ['--no-sandbox', '--disable-gpu', ...args] });
}

/** Unpacks the package's compressed browser once, next to its final path, so that no process finds half of it. */
export async function unpackBrowser(): Promise<string> {
  const home = join(tmpdir(), `ratesheet-chromium-${packageJson.devDependencies['@sparticuz/chromium']}`);
  if (!existsSync(home)) {
    const unpacked = mkdtempSync(`${home}-`);
    // Unpacks to the temporary folder in another process, so that this process's temporary folder doesn't change.
    const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, TMPDIR: unpacked },
    });
    try {
      renameSync(unpacked, home);
    } catch (error) {
      rmSync(unpacked, { recursive: true });
      // Another process was faster.
      if (!existsSync(home)) throw error;
    }
  }
  return join(home, 'chromium');
}
