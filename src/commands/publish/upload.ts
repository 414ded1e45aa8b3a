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
import { CommandError, StoppedError } from '../terminal/command.ts';
import { print, tell } from '../terminal/tell.ts';

/** What wrangler writes of a deployment where WRANGLER_OUTPUT_FILE_PATH says. */
const deployedSchema = z
  .object({ type: z.literal('pages-deploy'), deployment_id: z.string(), url: z.url() })
  .transform(({ deployment_id: id, url }) => ({ id, url }));

/** A deployment, by its own URL. */
export type Uploaded = Readonly<z.infer<typeof deployedSchema>>;

/**
 * Ends a program with the one that started it, even if that one is killed, because it must not finish a switch alone.
 * The pipe between them is closed then. (Wrangler itself closes Node's own channel when it is done.)
 */
const endWithParent = `
  import { Socket } from 'node:net';
  new Socket({ fd: 3 }).resume().on('close', () => process.exit(1)).unref();`;

export interface UploadOptions {
  /** The project's production branch to publish, any other branch for a preview. */
  readonly branch: string;
  readonly project: string;
  /** What the deployment was made of, and what it is: wrangler takes them from git unless it is told. */
  readonly commit?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Hands a site to wrangler, which sends what Cloudflare does not have yet, shows its own progress and says itself what
 * is wrong.
 */
export async function upload(
  dir: string,
  { branch, project, commit, message }: UploadOptions,
  signal: AbortSignal,
): Promise<Uploaded> {
  // The program itself, not the one in bin/ that starts it: that one ends with 0 when the program was killed.
  const wrangler = fileURLToPath(import.meta.resolve('wrangler'));
  const notes = mkdtempSync(join(tmpdir(), 'ratesheet-upload-'));
  const output = join(notes, 'output');
  const args = [
    ...['pages', 'deploy', resolve(dir), '--project-name', project, '--branch', branch, '--commit-dirty=true'],
    // The Function goes as it was tried: bundled once more it would be four times as large.
    '--no-bundle',
    ...(commit ? ['--commit-hash', commit] : []),
    ...(message ? ['--commit-message', message] : []),
  ];
  try {
    const watch = `--import=data:text/javascript,${encodeURIComponent(endWithParent)}`;
    const child = spawn(process.execPath, ['--no-warnings', watch, wrangler, ...args], {
      cwd: join(import.meta.dirname, '../../..'),
      // Wrangler reads `send_metrics` from wrangler.jsonc for most of its commands, but not for this one.
      env: { WRANGLER_SEND_METRICS: 'false', ...process.env, WRANGLER_OUTPUT_FILE_PATH: output },
      // On a terminal it shows a bar. Elsewhere a log that takes nothing must not end it midway.
      stdio: ['inherit', process.stdout.isTTY ? 'inherit' : 'pipe', process.stderr.isTTY ? 'inherit' : 'pipe', 'pipe'],
    });
    passOn(child.stdout, print);
    passOn(child.stderr, tell);
    const stop = () => child.kill();
    signal.addEventListener('abort', stop);
    const [code] = (await once(child, 'close')) as [number | null];
    signal.removeEventListener('abort', stop);
    if (signal.aborted) {
      throw new StoppedError('Stopped. The site that was up stays up, unless this one was just handed over.');
    }
    const deployed = existsSync(output) ? deployedIn(readFileSync(output, 'utf8')) : undefined;
    if (code !== 0 || !deployed) {
      throw new CommandError('The deployment failed: wrangler says why above. What was up stays up.');
    }
    return deployed;
  } finally {
    rmSync(notes, { recursive: true, force: true });
  }
}

/** A line of JSON for each thing that happened. */
function deployedIn(output: string): Uploaded | undefined {
  for (const line of output.trim().split('\n')) {
    const { data } = deployedSchema.safeParse(JSON.parse(line));
    if (data) return data;
  }
  return undefined;
}

/** Another program's lines are not ours: Cloudflare's words are among them. */
function passOn(stream: Readable | null, say: (line: string) => void): void {
  if (!stream) return;
  createInterface({ input: stream }).on('line', (line) => {
    say(stripVTControlCharacters(line));
  });
}
