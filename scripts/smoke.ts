import '../src/operate/terminal/environment.ts';
import { hasUserInfo, isHttpAddress, publicAddress } from '../src/text/address.ts';
import { z } from 'zod';
import { CommandError, runCommand } from '../src/operate/terminal/command.ts';
import { check } from '../src/site/check/check.ts';
import { checkResponses } from '../src/site/check/check-responses.ts';
import { filesOnlyPath } from '../src/site/check/files-only.ts';
import { SiteFiles } from '../src/site/site-files.ts';
import { problemLine } from '../src/text/site-problem.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';
import { askAt } from '../src/site/check/get.ts';
import { print, printError } from '../src/operate/terminal/print.ts';

const expected = 'Name one http(s) URL, such as http://localhost:8080';

await runCommand(async (signal) => {
  const { argument: address } = readCommandLine({
    summary: 'Checks a sample of a running site’s files, sends every kind of request, and lists what is wrong.',
    synopsis: 'npm run smoke -- URL',
    options: {},
    argument: z
      .string(expected)
      .refine(isHttpAddress, expected)
      .refine((address) => !hasUserInfo(address), 'Leave user name and password out of the URL'),
    notes:
      `If a host has only files, as a mirror on GitHub Pages does, its ${filesOnlyPath} says so. Then only its files are ` +
      'checked.\n\n' +
      'Exit codes: 0 all checks passed; 1 a check failed; 2 usage error.',
  });
  const { problems: ofFiles, sums, host } = await check(new SiteFiles(address, { signal }), { isSample: true, signal });
  if (!sums) throw new CommandError(...ofFiles.map(problemLine), 'Check the URL, and that a site runs there.');
  const { checks, problems, warnings } = await checkResponses(askAt(address, signal), { now: new Date(), host });
  for (const warning of warnings) printError(`Warning: ${warning}`);
  const all = [...ofFiles, ...problems];
  if (all.length > 0) throw new CommandError(...all.map(problemLine));
  print(`${publicAddress(address)}: ${checks} checks passed.`);
  if (host) print(`Only files were checked, because this host has nothing else, as its ${filesOnlyPath} says.`);
});
