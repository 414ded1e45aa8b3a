import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as driver } from 'playwright-core';
import packageJson from '../../../package.json' with { type: 'json' };

/** Opens a real browser from npm packages. */
export async function openBrowser(): Promise<Browser> {
  // The arguments that `@sparticuz/chromium` suggests aren't used, because they switch off security features.
  return driver.launch({ executablePath: await unpackBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
}

/**
 * Unpacks the compressed browser of `@sparticuz/chromium`, unless it is already unpacked. The browser moves to its
 * final path only when it is complete, so that no process finds an incomplete browser.
 */
async function unpackBrowser(): Promise<string> {
  const home = join(tmpdir(), `ratesheet-chromium-${packageJson.devDependencies['@sparticuz/chromium']}`);
  if (!existsSync(home)) {
    const unpacked = mkdtempSync(`${home}-`);
    // The package unpacks to the system's temporary folder, so a child process sets `unpacked` as that folder.
    const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, TMPDIR: unpacked },
    });
    try {
      renameSync(unpacked, home);
    } catch (error) {
      rmSync(unpacked, { recursive: true });
      // If the final folder exists, another process was faster.
      if (!existsSync(home)) throw error;
    }
  }
  return join(home, 'chromium');
}
