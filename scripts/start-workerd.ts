import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Workerd extends AsyncDisposable {
  readonly url: string;
}

const wrangler = join(import.meta.dirname, '../node_modules/wrangler/bin/wrangler.js');

/** For tests: serves a site with `wrangler pages dev`, which is Cloudflare's own runtime and asset server. */
export async function startWorkerd(site: string): Promise<Workerd> {
  const port = await freePort();
  const settings = readFileSync(join(import.meta.dirname, '../wrangler.jsonc'), 'utf8');
  const compatibilityDate = /"compatibility_date": "(.+?)"/.exec(settings)?.[1] ?? '';
  const child = spawn(
    process.execPath,
    [
      wrangler,
      'pages',
      'dev',
      site,
      '--ip=127.0.0.1',
      `--port=${port}`,
      '--inspector-port=0',
      `--compatibility-date=${compatibilityDate}`,
    ],
    {
      // Not in the repo, whose settings name another folder and where it would leave its own.
      cwd: join(site, '..'),
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own, so that the runtime ends with the command that started it.
      detached: true,
    },
  );
  const closed = once(child, 'close');
  // The stream stays open behind the line that is waited for: wrangler ends when nobody listens any more.
  const lines = createInterface(child.stdout);
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.includes('Ready on')) resolve();
    });
    lines.once('close', () => {
      reject(new Error('wrangler pages dev ended before it was ready.'));
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
