import { build, type BuildOptions } from 'esbuild';

/** Bundles a module with its imports as one text. Unused code is omitted, above all schemas and zod. */
export async function bundleModule(entryPoint: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    target: 'es2024',
    logLevel: 'silent',
    ...options,
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`The bundle of ${entryPoint} is empty.`);
  return output.text;
}
