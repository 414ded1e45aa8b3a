import { cpSync, rmSync } from 'node:fs';
import { startPreview } from '../../preview/preview-server.ts';
import { startPagesDev } from './pages-dev.ts';

/** Hosts of a site: the preview, workerd, and workerd after the Function's quota is used up. */
export interface ThreeHosts extends AsyncDisposable {
  readonly urls: Readonly<Record<'preview' | 'workerd' | 'files', string>>;
}

/** Serves a site on each host. A copy without the Function is written next to the site. */
export async function startThreeHosts(site: string): Promise<ThreeHosts> {
  const bare = `${site}-bare`;
  cpSync(site, bare, { recursive: true });
  for (const file of ['_worker.js', '_routes.json']) rmSync(`${bare}/${file}`);
  const [preview, workerd, files] = await Promise.all([
    startPreview(site, 0),
    startPagesDev(site),
    startPagesDev(bare),
  ]);
  const servers = new AsyncDisposableStack();
  for (const server of [preview, workerd, files]) servers.use(server);
  return {
    urls: { preview: preview.url, workerd: workerd.url, files: files.url },
    [Symbol.asyncDispose]: () => servers.disposeAsync(),
  };
}
