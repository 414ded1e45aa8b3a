import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';
import { defaultMirrors } from '../src/dataset/fetch-snapshot.ts';
import { FREE_PLAN_FILES } from '../src/site/host-limits.ts';
import { NotASiteError } from '../src/site/write-site.ts';
import { startPreview } from '../src/site/preview-server.ts';
import { readOptions, runCommand, untilStopped, wholeNumber } from './command.ts';
import { generateSite } from './generate-site.ts';

const usage = `Writes the site to dist/ as the Free plan of Cloudflare Pages takes it, from today's rates or, when no mirror answers,
from recorded ones, and serves all of it.

npm start -- [OPTIONS]

  --port N    the port to listen on (8080)

Stop it with Ctrl-C.
`;

const out = 'dist';

await runCommand(
  async (signal) => {
    const { port } = readOptions(
      { port: { type: 'string' } },
      z.object({ port: wholeNumber(0, 65_535).default(8080) }),
      usage,
    );
    await assertFree(port);
    const now = new Date().toISOString();
    const url = port === 0 ? undefined : `http://localhost:${port}`;
    await generateSite({ out, mirrors: defaultMirrors, recorded: true, fileLimit: FREE_PLAN_FILES, url, now }, signal);
    await using preview = await startPreview(out, port);
    process.stdout.write(`\nRatesheet is ready: ${preview.url}\nTry: curl ${preview.url}/api/rates/usd-to-eur\n`);
    await untilStopped(signal);
  },
  [NotASiteError],
);

/** Tells of a port that is taken before all the work rather than after it. */
async function assertFree(port: number): Promise<void> {
  const server = createServer().listen(port);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
