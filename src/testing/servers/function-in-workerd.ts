import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../site/serve/listen.ts';
import { siteListener } from '../../site/serve/site-listener.ts';
import { startWorkerd } from '../../site/serve/workerd.ts';
import { writeSmallSite } from '../sites/small-site.ts';

/** Starts the published Function in workerd, Cloudflare's runtime, with the files of the default site. */
export async function startFunction(folder: string) {
  const site = join(folder, 'site');
  await writeSmallSite(site);
  /** The delay of files, in milliseconds. */
  const files = { delay: 0 };
  const serve = siteListener(site);
  const server = await listen(
    createServer((request, response) => {
      setTimeout(serve, files.delay, request, response);
    }),
  );
  const workerd = await startWorkerd(folder, {
    files: { server: `127.0.0.1:${server.port}` },
    theFunction: { code: readFileSync(join(site, '_worker.js'), 'utf8'), bindings: { ASSETS: 'files' } },
  });
  return {
    url: workerd.urls.theFunction,
    log: workerd.log,
    files,
    async [Symbol.asyncDispose]() {
      await workerd[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
