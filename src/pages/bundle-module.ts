import { build, type BuildOptions } from 'esbuild';

/** A module with all that it needs as one text. What nobody uses is left out: schemas above all, and zod with them. */
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
