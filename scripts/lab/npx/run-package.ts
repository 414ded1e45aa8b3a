import { execFile } from 'node:child_process';

/**
 * Runs a package's program, which npx downloads. The lab's packages aren't in package.json, because only these scripts
 * need them.
 *
 * @param spec the package with its exact version
 * @returns the exit code, and everything that the program printed
 */
export function runPackage(spec: string, args: readonly string[], signal: AbortSignal) {
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    execFile('npx', ['--yes', spec, ...args], { signal, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, output: `${stdout}${stderr}` });
      else reject(error ?? new Error(spec));
    });
  });
}
