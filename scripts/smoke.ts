import '../src/operate/terminal/environment.ts';
import { hasUserInfo, isHttpAddress, publicAddress } from '../src/http/address.ts';
import { z } from 'zod';
import { CommandError, runCommand } from '../src/operate/terminal/command.ts';
import { checkInstance } from '../src/site/check/check-instance.ts';
import { filesOnlyPath, readFilesOnly } from '../src/site/check/files-only.ts';
import { problemLine } from '../src/text/site-problem.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';
import { askAt } from '../src/site/check/get.ts';
import { print, printError } from '../src/operate/terminal/print.ts';

const expected = 'Name one http(s) URL, such as http://localhost:8080';

await runCommand(async (signal) => {
  const { argument: address } = readCommandLine({
    summary: 'Sends every kind of request to a running instance and lists what is wrong.',
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
  const ask = askAt(address, signal);
  const host = await readFilesOnly(ask);
  const { checks, problems, warnings } = await checkInstance(address, new Date(), ask, host);
  for (const warning of warnings) printError(`Warning: ${warning}`);
  if (problems.length > 0) throw new CommandError(...problems.map(problemLine));
  print(`${publicAddress(address)}: ${checks} checks passed.`);
  if (host) print(`Only files were checked, because this host has nothing else, as its ${filesOnlyPath} says.`);
});
