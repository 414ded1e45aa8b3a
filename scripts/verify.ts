import '../src/operate/terminal/environment.ts';
import { instantAt } from '../src/money/calendar.ts';
import { z } from 'zod';
import { hasUserInfo } from '../src/text/address.ts';
import { runCommand } from '../src/operate/terminal/command.ts';
import { readCommandLine, wholeNumber } from '../src/operate/terminal/command-line.ts';
import { verifySite } from '../src/operate/verify/verify-site.ts';

const expected = 'Name one http(s) URL, such as http://localhost:8080, or the folder of a site';

await runCommand((signal) => {
  const { argument: site, patience } = readCommandLine({
    summary:
      'Compares every file of a published site with its SHA256SUMS, rebuilds the site from its archive with this code, and ' +
      'compares all hashes again. For a URL, it then sends every kind of request and compares the responses, bodies and ' +
      'headers, with the rebuilt site. The site is rebuilt in the system’s temporary folder (TMPDIR).',
    synopsis: 'npm run verify -- URL|DIR [OPTIONS]',
    options: {
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
    notes: 'Exit codes: 0 identical; 1 different, or it can’t be compared; 2 usage error.',
  });
  return verifySite({ site, patience, now: instantAt(Date.now()) }, signal);
});
