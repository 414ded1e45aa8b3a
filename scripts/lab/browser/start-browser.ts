import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

/** Starts a real browser from npm packages, which unpacks itself into the system's temporary folder. */
export async function startBrowser(): Promise<Browser> {
  // The arguments that `@sparticuz/chromium` suggests aren't used, because they switch off security features.
  return driver.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox', '--disable-gpu'] });
}
