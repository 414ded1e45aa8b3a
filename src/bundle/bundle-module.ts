import { build, type BuildOptions } from 'esbuild';
import { bundledPackages } from './bundled-packages.ts';

export interface Bundle {
  readonly code: string;
  /** Folders of the npm packages in the code. */
  readonly packages: readonly string[];
}

/**
 * Bundles a module and its imports into one file. Schemas are left out, and zod with them, because bundles build
 * documents and don't check them. So a file named `*.schema.ts` may only export schemas, their types and
 * documentation.
 */
export async function bundleModule(entryPoint: string, options: BuildOptions): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    target: 'es2024',
    loader: { '.schema.ts': 'empty' },
    logLevel: 'silent',
    ...options,
    metafile: true,
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`The bundle of ${entryPoint} is empty.`);
  return { code: output.text, packages: bundledPackages(metafile, options.absWorkingDir ?? process.cwd()) };
}
