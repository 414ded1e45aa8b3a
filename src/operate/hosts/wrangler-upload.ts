import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { parseJson } from '../../text/json/parse-json.ts';
import { PublishFailure } from '../terminal/command.ts';
import { print, printError } from '../terminal/print.ts';
import type { Deployed } from './host.ts';

/** The line about a deployment that wrangler writes to the file named by WRANGLER_OUTPUT_FILE_PATH. */
const deployedSchema = z
  .object({ type: z.literal('pages-deploy'), deployment_id: z.string(), url: z.url() })
  .transform(({ deployment_id: id, url }) => ({ id, url }));

/**
 * Code that ends wrangler when this process ends, even if this process is killed. Otherwise, wrangler could make a site
 * live that isn't tested afterwards. The code waits until the pipe between the two processes closes. It doesn't use
 * Node's IPC channel, because wrangler closes that channel.
 */
const endWithParent = `
  import { Socket } from 'node:net';
  new Socket({ fd: 3 }).resume().on('close', () => process.exit(1)).unref();`;

export interface UploadOptions {
  /** The project's production branch, which makes the site live, or any other branch, which makes a preview. */
  readonly branch: string;
  readonly project: string;
  /** The deployment's commit and message. By default, wrangler takes them from git. */
  readonly commit?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Uploads a site with wrangler, which sends only files that Cloudflare doesn't have, and prints its own progress and
 * errors.
 */
export async function wranglerUpload(
  dir: string,
  { branch, project, commit, message }: UploadOptions,
  signal: AbortSignal,
): Promise<Deployed> {
  // Starts wrangler's main program, because the script in bin/ exits with 0 even if the main program is killed.
  const wrangler = fileURLToPath(import.meta.resolve('wrangler'));
  const notes = mkdtempSync(join(tmpdir(), 'ratesheet-upload-'));
  const output = join(notes, 'output');
  const args = [
    ...['pages', 'deploy', resolve(dir), '--project-name', project, '--branch', branch, '--commit-dirty=true'],
    // The Function is uploaded as it was tested. Bundled again, it would be four times as large.
    '--no-bundle',
    ...(commit ? ['--commit-hash', commit] : []),
    ...(message ? ['--commit-message', message] : []),
  ];
  try {
    const watch = `--import=data:text/javascript,${encodeURIComponent(endWithParent)}`;
    const child = spawn(process.execPath, ['--no-warnings', watch, wrangler, ...args], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, ...ofWrangler(process.env), WRANGLER_OUTPUT_FILE_PATH: output },
      // On a terminal, wrangler prints its output itself, so that it shows a progress bar. Elsewhere, this process
      // prints wrangler's output, so that wrangler doesn't end midway if the output can't be written.
      stdio: ['inherit', process.stdout.isTTY ? 'inherit' : 'pipe', process.stderr.isTTY ? 'inherit' : 'pipe', 'pipe'],
    });
    passOn(child.stdout, print);
    passOn(child.stderr, printError);
    signal.addEventListener('abort', () => child.kill('SIGKILL'));
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    const deployed = code === 0 && existsSync(output) ? deployedIn(readFileSync(output, 'utf8')) : undefined;
    if (!deployed) {
      throw new PublishFailure('deployment', 'The upload failed: see wrangler’s output above.');
    }
    return deployed;
  } finally {
    rmSync(notes, { recursive: true, force: true });
  }
}

/** The variables that wrangler needs beside the variables that `scripts/loader.js` passes to every program. */
function ofWrangler(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = [
    ...['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_BASE_URL'],
    ...['WRANGLER_CACHE_DIR', 'WRANGLER_HIDE_BANNER', 'WRANGLER_LOG'],
    ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'],
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, env[name]])),
    // Wrangler reads `send_metrics` from wrangler.jsonc for most of its commands, but not for its upload.
    WRANGLER_SEND_METRICS: env['WRANGLER_SEND_METRICS'] ?? 'false',
  };
}

/** Finds the deployment in wrangler's output, which has one JSON object per line. */
function deployedIn(output: string): Deployed | undefined {
  for (const line of output.trim().split('\n')) {
    const { data } = deployedSchema.safeParse(parseJson(line));
    if (data) return data;
  }
  return undefined;
}

/** Prints another program's lines without control characters, because they may contain text that Cloudflare sent. */
function passOn(stream: Readable | null, say: (line: string) => void): void {
  if (!stream) return;
  createInterface({ input: stream }).on('line', (line) => {
    say(stripVTControlCharacters(line));
  });
}
