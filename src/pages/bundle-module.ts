import { build, type BuildOptions } from 'esbuild';

/** Bundles a module and its imports into one text. Unused code is omitted, such as zod and the schemas that use it. */
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
