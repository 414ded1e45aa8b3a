/**
 * The publish workflow runs this script for a monthly backup. The script copies the live site's archive, evidence and
 * publish log to a folder, and packs the copy. It outputs the backup's name and the date of the newest archived day.
 */

import '../../src/operate/terminal/environment.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUpSite } from '../../src/operate/publish/back-up-site.ts';
import { setOutput, setting } from '../../src/operate/github/github.ts';
import { runCommand } from '../../src/operate/terminal/command.ts';
import { dateOfDay, dayNumber } from '../../src/rates/calendar.ts';
import { filesBelow } from '../../src/site/files-below.ts';
import { tarArchive } from '../../src/site/write/tar-archive.ts';

await runCommand(async (signal) => {
  const now = new Date().toISOString();
  const name = nameOf(setting('GITHUB_EVENT_NAME'), now);
  const { asOf } = await backUpSite(setting('LIVE'), name, now, signal);
  const paths = filesBelow(name).map(({ path }) => `${name}/${path}`);
  mkdirSync('backup');
  writeFileSync(
    join('backup', `${name}.tar.gz`),
    tarArchive(paths.sort().map((path) => ({ path, body: readFileSync(path) }))),
  );
  setOutput('name', name);
  setOutput('as_of', asOf);
});

/**
 * A scheduled backup is named after the previous month, which has just ended. A backup started by hand is named after
 * the day on which it runs.
 */
function nameOf(event: string, now: string): string {
  const lastDayOfMonth = dateOfDay(dayNumber(`${now.slice(0, 7)}-01`) - 1);
  return `archive-${event === 'schedule' ? lastDayOfMonth.slice(0, 7) : now.slice(0, 10)}`;
}
