/**
 * The publish workflow runs this script for a monthly backup. The script copies the live site's archive, evidence and
 * publish log to the folder `NAME`, and outputs the date of the newest archived day.
 */

import '../../src/commands/terminal/environment.ts';
import { backUpSite } from '../../src/commands/published/back-up-site.ts';
import { setOutput, setting } from '../../src/commands/github/github.ts';
import { runCommand } from '../../src/commands/terminal/command.ts';

await runCommand(async (signal) => {
  const { asOf } = await backUpSite(setting('LIVE'), setting('NAME'), new Date().toISOString(), signal);
  setOutput('as_of', asOf);
});
