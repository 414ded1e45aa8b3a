import '../src/cli/environment.ts';
import { statSync } from 'node:fs';
import { z } from 'zod';
import { hasUserInfo, isHttpAddress } from '../src/dataset/address.ts';
import { runCommand } from '../src/cli/command.ts';
import { flag, readCommandLine } from '../src/cli/command-line.ts';
import { verifySite } from '../src/cli/verify-site.ts';

const expected = 'Name one http(s) address, such as http://localhost:8080, or the folder of a site';

await runCommand((signal) => {
  const { argument: site, all } = readCommandLine({
    summary:
      'Makes a published site again, from its own archive and with this code, and compares every hash with its ' +
      'SHA256SUMS. Looks whether its host serves, or its folder holds, what was hashed. The site is made in the system’s ' +
      'temporary folder (TMPDIR).',
    synopsis: 'npm run verify -- URL|DIR [--all]',
    options: {
      all: flag('fetch every file that the host serves, and not a sample of each kind; of a folder, all are read'),
    },
    argument: z
      .string(expected)
      .refine((site) => isHttpAddress(site) || isFolder(site), expected)
      .refine((site) => !hasUserInfo(site), 'Leave user name and password out of the address'),
    notes: 'Exit codes: 0 all is the same; 1 something is not, or cannot be compared; 2 wrong use.',
  });
  return verifySite({ site, all, now: new Date().toISOString() }, signal);
});

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
