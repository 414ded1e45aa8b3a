import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';

export interface Bundle {
  readonly code: string;
  /** Folders of the npm packages in the code. */
  readonly packages: readonly string[];
}

/** Bundles a module and its imports into one file. */
export async function bundleModule(entryPoint: string, options: BuildOptions): Promise<Bundle> {
  const { files, packages } = await bundle({ entryPoints: [entryPoint], ...options });
  const [output] = files;
  if (!output) throw new Error(`The bundle of ${entryPoint} is empty.`);
  return { code: output.text, packages };
}

/**
 * Bundles modules and styles with their imports, in memory. Schemas are left out, and zod with them, because bundles
 * build documents and don't check them. So a file named `*.schema.ts` may only export schemas, their types and
 * documentation.
 */
export async function bundle(options: BuildOptions) {
  const { outputFiles, metafile } = await build({
    bundle: true,
    target: 'es2024',
    loader: { '.schema.ts': 'empty' },
    logLevel: 'silent',
    ...options,
    metafile: true,
    write: false,
  });
  return {
    files: outputFiles,
    /** The files by path, each with its entry point. */
    outputs: metafile.outputs,
    packages: packagesIn(metafile, options.absWorkingDir ?? process.cwd()),
  };
}

/** The folders of the npm packages whose code or styles are in a bundle. */
function packagesIn({ outputs }: Metafile, workingFolder: string): string[] {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  const folders = used.flatMap((path) => /^.*\bnode_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].map((folder) => join(workingFolder, folder));
}
