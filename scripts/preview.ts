import { z } from 'zod';
import { startPreview } from '../src/preview/preview-server.ts';
import { runCommand, untilStopped } from '../src/cli/command.ts';
import { listenOptions, listenSchema, listenUsage } from '../src/cli/listen-options.ts';
import { readOptions } from '../src/cli/read-options.ts';
import { print } from '../src/cli/tell.ts';

const usage = `Serves a site that exists, the way Cloudflare Pages does, on this machine.

npm run preview -- [OPTIONS]

  --dir DIR   the site's folder (dist)
${listenUsage}
Stop it with Ctrl-C.
`;

const optionsSchema = listenSchema.extend({
  dir: z.string().min(1, 'expected a folder').default('dist'),
});

await runCommand(async (signal) => {
  const { dir, port, host } = readOptions({ dir: { type: 'string' }, ...listenOptions }, optionsSchema, usage);
  await using preview = await startPreview(dir, port, host);
  print(`Serving ${dir} on ${preview.url}`);
  await untilStopped(signal);
});
