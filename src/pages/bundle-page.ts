import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { SiteFile } from './site-file.ts';

export interface PageAssets {
  readonly files: readonly SiteFile[];
  /** Addresses by entry: `page.ts` → `/assets/page-5SXJ2VTB.js`. */
  readonly addresses: ReadonlyMap<string, string>;
}

const web = join(import.meta.dirname, '../web');
const entries = ['page.ts', 'docs.ts', 'style.css', 'docs.css'];

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
    target: ['es2023', 'chrome120', 'firefox120', 'safari17'],
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
  return {
    files: outputFiles.map(({ path, contents }) => ({ path: `assets/${basename(path)}`, body: contents })),
    addresses: new Map(addresses),
  };
}
