import { readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';

/**
 * Removes a folder with all its files. Other events can happen meanwhile, such as Ctrl-C, because 100,000 files may take
 * a minute. The files are removed one by one, because Node's asynchronous function takes 200 MB of memory for so many.
 */
export async function removeFolder(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeFolder(path);
    else unlinkSync(path);
    await yieldToEvents();
  }
  rmdirSync(folder);
}
