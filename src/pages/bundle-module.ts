import { build, type BuildOptions } from 'esbuild';

/**
 * Bundles a module and its imports into one text. Schemas are left out, and zod with them, because bundles build
 * documents and don't check them. So a file named `*.schema.ts` may only export schemas, their types and
 * documentation.
 */
export async function bundleModule(entryPoint: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    target: 'es2024',
    loader: { '.schema.ts': 'empty' },
    logLevel: 'silent',
    ...options,
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`The bundle of ${entryPoint} is empty.`);
  return output.text;
}
