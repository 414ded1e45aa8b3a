import '../src/operate/terminal/environment.ts';
import { z } from 'zod';
import { hasUserInfo } from '../src/http/address.ts';
import { runCommand } from '../src/operate/terminal/command.ts';
import { flag, readCommandLine, wholeNumber } from '../src/operate/terminal/command-line.ts';
import { verifySite } from '../src/operate/verify/verify-site.ts';

const expected = 'Name one http(s) URL, such as http://localhost:8080, or the folder of a site';

await runCommand((signal) => {
  const {
    argument: site,
    all,
    patience,
  } = readCommandLine({
    summary:
      'Rebuilds a published site from its archive, with this code, and compares every hash with its SHA256SUMS. For a ' +
      'URL, it then compares responses of the site, bodies and headers, with the rebuilt site. For a folder, it also ' +
      'compares the hash of each file with SHA256SUMS. The site is rebuilt in the system’s temporary folder (TMPDIR).',
    synopsis: 'npm run verify -- URL|DIR [OPTIONS]',
    options: {
      all: flag(
        'request every file and every path that leads to a file, and send more requests to the Function. By default, ' +
          'a sample of each kind is requested. A folder is always read in full',
      ),
      patience: {
        value: 'SECONDS',
        help: 'how long to wait before a wrong response is requested again, because a host may serve the old version for a while',
        schema: wholeNumber(0, 600).default(60),
      },
    },
    argument: z
      .string(expected)
      .min(1, expected)
      .refine((site) => !hasUserInfo(site), 'Leave user name and password out of the URL'),
    notes: `Cost: Cloudflare's free plan includes 100,000 Function requests a day for all projects of an account. Without
--all, verifying a site uses about 140 of them. With --all, a site of 20,000 files uses about 19,000.

Exit codes: 0 identical; 1 different, or it can’t be compared; 2 usage error.`,
  });
  return verifySite({ site, all, patience, now: new Date().toISOString() }, signal);
});
