import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, request, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../write/remove-folder.ts';
import { listen, type Listening } from './listen.ts';
import { siteListener } from './site-listener.ts';
import { startWorkerd } from './workerd.ts';

export interface SiteInWorkerd extends Listening {
  /** What workerd and the Function have printed so far. */
  readonly log: () => string;
}

/** Serves a site's folder with its Function in workerd, Cloudflare's runtime. Its files are served as in a preview. */
export async function startInWorkerd(site: string): Promise<SiteInWorkerd> {
  await using stack = new AsyncDisposableStack();
  const settings = mkdtempSync(join(tmpdir(), 'ratesheet-workerd-'));
  stack.defer(() => removeFolder(settings));
  const files = stack.use(await listen(createServer(siteListener(site))));
  const workerd = stack.use(
    await startWorkerd(settings, {
      files: { server: `127.0.0.1:${files.port}` },
      theFunction: { code: readFileSync(join(site, '_worker.js'), 'utf8'), bindings: { ASSETS: 'files' } },
    }),
  );
  const { url, port } = stack.use(
    await listen(createServer(siteListener(site, { callFunction: forwardTo(workerd.urls.theFunction) }))),
  );
  const started = stack.move();
  return { url, port, log: workerd.log, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** Sends requests on to another server. */
function forwardTo(origin: string): RequestListener {
  return (incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const sent = request(origin + url, { method, headers }, (response) => {
      response.pipe(outgoing.writeHead(response.statusCode ?? NaN, response.headers));
    });
    sent.on('error', (error) => outgoing.destroy(error));
    incoming.pipe(sent);
  };
}
