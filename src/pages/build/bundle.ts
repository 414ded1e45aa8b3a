import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';

export interface Bundle {
  readonly code: string;
  /** Paths of the files whose code is in the bundle. */
  readonly inputs: readonly string[];
}

/** Bundles a module and its imports into one file. */
export async function bundleModule(entryPoint: string, options: BuildOptions): Promise<Bundle> {
  const { files, inputs } = await bundle({ entryPoints: [entryPoint], ...options });
  const [output] = files;
  if (!output) throw new Error(`The bundle of ${entryPoint} is empty.`);
  return { code: output.text, inputs };
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
    inputs: inputsOf(metafile).map((path) => join(options.absWorkingDir ?? process.cwd(), path)),
  };
}

/** The files whose code or styles are in a bundle. */
function inputsOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
}

/** The folders of the npm packages of some files. */
export function packagesOf(inputs: readonly string[]): string[] {
  return [...new Set(inputs.flatMap((path) => /^.*\bnode_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []))];
}
