import { basename, join } from 'node:path';
import { build, type Format } from 'esbuild';
import { bundleModule } from './bundle-module.ts';
import type { SiteFile } from './template/site-file.ts';

export interface PageAssets {
  readonly files: readonly SiteFile[];
  /** URLs by name of the source file: `page.ts` → `/assets/page-5SXJ2VTB.js`. */
  readonly addresses: ReadonlyMap<string, string>;
}

const web = join(import.meta.dirname, '../web');
/** The oldest supported browsers. */
const target = ['es2023', 'chrome120', 'firefox120', 'safari17'];
/** Scripts that are modules, and style sheets. */
const modules = [
  ...['converter/page.ts', 'reference/docs.ts', 'receipt/receipt.ts'],
  ...['shared/style.css', 'reference/docs.css', 'receipt/receipt.css'],
];
/** Scripts that aren't modules, because browsers run modules only after the first paint. */
const scripts = ['converter/before-paint.ts'];

/**
 * Scripts and styles of the pages. File names contain a hash of the content, so browsers can cache them forever and a
 * new publish never uses an old script.
 */
export async function bundlePage(): Promise<PageAssets> {
  const bundled = await Promise.all([bundle(modules, 'esm'), bundle(scripts, 'iife')]);
  const addresses = new Map(bundled.flatMap((each) => each.addresses));
  const files = bundled.flatMap((each) => each.files);
  return { files: [...files, await bundleServiceWorker(addresses)], addresses };
}

async function bundle(entries: readonly string[], format: Format) {
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map((entry) => join(web, entry)),
    absWorkingDir: web,
    bundle: true,
    minify: true,
    format,
    target,
    outdir: join(web, 'assets'),
    // Symbolic links are not resolved, because the path of a linked node_modules would change the hashes in file names.
    preserveSymlinks: true,
    entryNames: '[name]-[hash]',
    legalComments: 'eof',
    // As in the Pages Function, schemas are left out.
    loader: { '.schema.ts': 'empty' },
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return {
    files: outputFiles.map(({ path, contents }) => ({ path: `assets/${basename(path)}`, body: contents })),
    addresses: Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]): [string, string][] =>
      entryPoint === undefined ? [] : [[basename(entryPoint), `/assets/${basename(output)}`]],
    ),
  };
}

/**
 * The service worker, which serves the page offline. The file is in the root folder, because a service worker controls
 * only pages in its folder. The name has no hash, because browsers look for a new version at the same URL.
 */
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
