import { once } from 'node:events';
import { createServer } from 'node:net';
import { defaultMirrors } from '../src/dataset/fetch-snapshot.ts';
import { FREE_PLAN_FILES } from '../src/site/host-limits.ts';
import { previewUrl, startPreview } from '../src/preview/preview-server.ts';
import { runCommand, untilStopped } from '../src/cli/command.ts';
import { generateSite } from '../src/cli/generate-site.ts';
import { listenOptions, listenSchema, listenUsage } from '../src/cli/listen-options.ts';
import { readOptions } from '../src/cli/read-options.ts';
import { print } from '../src/cli/tell.ts';

const usage = `Writes the site to dist/ as the Free plan of Cloudflare Pages takes it, from today's rates or, when no mirror answers,
from recorded ones, and serves all of it.

npm start -- [OPTIONS]

${listenUsage}
Stop it with Ctrl-C.
`;

const out = 'dist';

await runCommand(async (signal) => {
  const { port, host } = readOptions(listenOptions, listenSchema, usage);
  await assertFree(port, host);
  const now = new Date().toISOString();
  const url = port === 0 ? undefined : previewUrl(port, host);
  await generateSite({ out, mirrors: defaultMirrors, recorded: true, fileLimit: FREE_PLAN_FILES, url, now }, signal);
  await using preview = await startPreview(out, port, host);
  print('', `Ratesheet is ready: ${preview.url}`, `Try: curl ${preview.url}/api/rates/usd-to-eur`);
  await untilStopped(signal);
});

/** Tells of a port that is taken before all the work rather than after it. */
async function assertFree(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
