import { join } from 'node:path';
import { build } from 'esbuild';

/** The Function with all that it needs in one file, as Cloudflare Pages takes it. */
export async function bundleFunction(version: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../function/worker.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    define: { VERSION: JSON.stringify(version) },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
