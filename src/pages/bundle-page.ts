import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundleModule } from './bundle-module.ts';
import type { SiteFile } from './template/site-file.ts';

export interface PageAssets {
  readonly files: readonly SiteFile[];
  /** Addresses by entry: `page.ts` → `/assets/page-5SXJ2VTB.js`. */
  readonly addresses: ReadonlyMap<string, string>;
}

const web = join(import.meta.dirname, '../web');
/** The oldest browsers that the pages are for. */
const target = ['es2023', 'chrome120', 'firefox120', 'safari17'];
const entries = [
  ...['converter/page.ts', 'reference/docs.ts', 'reference/landing.ts', 'receipt/receipt.ts'],
  ...['shared/style.css', 'reference/docs.css', 'receipt/receipt.css'],
];

/**
 * The pages' scripts and styles. A file's name holds a hash of its content, so a browser may keep it for good and a new
 * publish never meets an old script.
 */
export async function bundlePage(): Promise<PageAssets> {
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map((entry) => join(web, entry)),
    absWorkingDir: web,
    bundle: true,
    minify: true,
    format: 'esm',
    target,
    outdir: join(web, 'assets'),
    // The hash is also of where the packages are: below this folder, wherever a link to them leads.
    preserveSymlinks: true,
    entryNames: '[name]-[hash]',
    legalComments: 'eof',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const addresses = Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]): [string, string][] =>
    entryPoint === undefined ? [] : [[basename(entryPoint), `/assets/${basename(output)}`]],
  );
  const files = outputFiles.map(({ path, contents }) => ({ path: `assets/${basename(path)}`, body: contents }));
  return { files: [...files, await bundleServiceWorker(new Map(addresses))], addresses: new Map(addresses) };
}

/** What keeps the page for when there is no network. It has to stand at the root, under a name that stays. */
async function bundleServiceWorker(addresses: ReadonlyMap<string, string>): Promise<SiteFile> {
  const assets = ['page.ts', 'style.css'].map((entry) => addresses.get(entry));
  const body = await bundleModule(join(web, 'offline/service-worker.ts'), {
    format: 'iife',
    minify: true,
    target,
    define: { ASSETS: JSON.stringify(assets) },
  });
  return { path: 'service-worker.js', body };
}
