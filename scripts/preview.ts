import { z } from 'zod';
import { NoSiteError } from '../src/site/no-site-error.ts';
import { startPreview } from '../src/site/preview-server.ts';
import { readOptions, runCommand, untilStopped, wholeNumber } from './command.ts';

const usage = `Serves a site that exists, the way Cloudflare Pages does, on this machine.

npm run preview -- [OPTIONS]

  --dir DIR   the site's folder (dist)
  --port N    the port to listen on (8080)

Stop it with Ctrl-C.
`;

const optionsSchema = z.object({
  dir: z.string().min(1, 'expected a folder').default('dist'),
  port: wholeNumber(0, 65_535).default(8080),
});

await runCommand(
  async (signal) => {
    const { dir, port } = readOptions({ dir: { type: 'string' }, port: { type: 'string' } }, optionsSchema, usage);
    await using preview = await startPreview(dir, port);
    process.stdout.write(`Serving ${dir} on ${preview.url}\n`);
    await untilStopped(signal);
  },
  [NoSiteError],
);
