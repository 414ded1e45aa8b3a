import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compatibilityDate } from '../../site/serve/workerd.ts';
import { freePort } from './free-port.ts';

/**
 * Serves a site with `wrangler pages dev`, which runs Cloudflare Pages' own asset server and workerd on this machine.
 */
export async function startPagesDev(site: string): Promise<AsyncDisposable & { readonly url: string }> {
  const state = await mkdtemp(join(tmpdir(), 'ratesheet-wrangler-'));
  const port = await freePort();
  const wrangler = join(import.meta.dirname, '../../../node_modules/wrangler/bin/wrangler.js');
  const options = [
    ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
    ...['--compatibility-date', compatibilityDate(), '--persist-to', state],
    // Requests aren't logged, because logging takes a third of a request's time.
    ...['--log-level', 'warn'],
  ];
  const child = spawn(process.execPath, [wrangler, 'pages', 'dev', site, ...options], {
    // Runs outside of the repository, because the repository's wrangler.jsonc names another site folder.
    cwd: state,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', XDG_CONFIG_HOME: state, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that one signal ends both the command and the runtime that it starts.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isListening(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`wrangler pages dev did not start:\n${output}`);
    }
    await setTimeout(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      process.kill(-(child.pid ?? NaN), 'SIGTERM');
      await exited;
      await rm(state, { recursive: true, force: true });
    },
  };
}

async function isListening(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { method: 'HEAD' })).text();
    return true;
  } catch {
    return false;
  }
}
