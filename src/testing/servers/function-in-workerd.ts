import { createServer } from 'node:http';
import { listen } from '../../site/serve/listen.ts';
import { startWorkerd } from '../../site/serve/workerd.ts';
import { checksumOf } from '../../site/checksums.ts';
import { bundleFunction, withRevision } from '../../site/write/bundle-function.ts';
import { recordedDocuments } from '../sites/served.ts';

/** Starts the published Function in workerd, Cloudflare's runtime, with the files of the default site. */
export async function startFunction(folder: string) {
  const bodies = new Map(recordedDocuments.map(({ path, body }) => [`/${path}`, body]));
  /** The delay of files, in milliseconds. */
  const files = { delay: 0 };
  const server = await listen(
    createServer(({ url = '' }, response) => {
      const body = bodies.get(url);
      setTimeout(() => response.writeHead(body === undefined ? 404 : 200).end(body), files.delay);
    }),
  );
  const checksums = recordedDocuments.map(({ path, body }) => checksumOf(path, body));
  const workerd = await startWorkerd(folder, {
    files: { server: `127.0.0.1:${server.port}` },
    theFunction: { code: withRevision((await bundleFunction()).code, checksums), bindings: { ASSETS: 'files' } },
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
