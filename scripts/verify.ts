import '../src/commands/terminal/environment.ts';
import { statSync } from 'node:fs';
import { z } from 'zod';
import { hasUserInfo, isHttpAddress } from '../src/http/address.ts';
import { runCommand } from '../src/commands/terminal/command.ts';
import { flag, readCommandLine, wholeNumber } from '../src/commands/terminal/command-line.ts';
import { verifySite } from '../src/commands/verify/verify-site.ts';

const expected = 'Name one http(s) address, such as http://localhost:8080, or the folder of a site';

await runCommand((signal) => {
  const {
    argument: site,
    all,
    patience,
  } = readCommandLine({
    summary:
      'Makes a published site again, from its own archive and with this code, and compares every hash with its ' +
      'SHA256SUMS. Then compares what its host serves, body and headers, with the site made again, or what its folder ' +
      'holds with the hashes. The site is made in the system’s temporary folder (TMPDIR).',
    synopsis: 'npm run verify -- URL|DIR [OPTIONS]',
    options: {
      all: flag(
        'request every file and every rewritten path that the host serves, and more of the Function, instead of a ' +
          'sample of each kind; of a folder, all files are read',
      ),
      patience: {
        value: 'SECONDS',
        help: 'how long to wait before what is wrong is requested again: for some time after a publish a host may serve the old version, too',
        schema: wholeNumber(0, 600).default(60),
      },
    },
    argument: z
      .string(expected)
      .refine((site) => isHttpAddress(site) || isFolder(site), expected)
      .refine((site) => !hasUserInfo(site), 'Leave user name and password out of the address'),
    notes: `Cost: Cloudflare's free plan includes 100,000 Function requests a day for all projects of an account. Without
--all, verifying a site uses about 140 of them. With --all, a site of 20,000 files uses about 19,000.

Exit codes: 0 all is the same; 1 something is not, or cannot be compared; 2 wrong use.`,
  });
  return verifySite({ site, all, patience, now: new Date().toISOString() }, signal);
});

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
