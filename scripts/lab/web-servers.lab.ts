import { instantAt } from '../../src/money/calendar.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeLive } from '../../src/operate/hosts/versions.ts';
import { FolderServer } from '../../src/operate/serve/folder-server.ts';
import { checkResponses } from '../../src/site/check/check-responses.ts';
import { askAt } from '../../src/site/check/get.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { freePort } from '../../src/testing/servers/free-port.ts';
import { recordedDay, writeSmallSite } from '../../src/testing/sites/small-site.ts';

/*
 * The guide's settings for nginx and Caddy, tried with the real programs. On Debian: apt-get install nginx-light caddy.
 */

const guide = join(import.meta.dirname, '../../.github/container');
const never = new AbortController().signal;
const folder = temporaryFolder();
const dir = join(folder.path, 'served');
let server: FolderServer;
let origin: string;

beforeAll(async () => {
  const version = '2026-09-30T06-00-00.000Z-aa';
  mkdirSync(dir);
  await writeSmallSite(join(dir, version), { snapshot: { ...recordedDay, checked_at: instantAt(Date.now()) } });
  makeLive(dir, version);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = await FolderServer.start(dir, { port, host: '127.0.0.1' }, never);
  // The programs' users must be able to read the site.
  spawnSync('chmod', ['-R', 'a+rX', folder.path]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The settings of the guide, with this test's ports and folder, and without a certificate. */
function settings(name: string, ports: { readonly proxy: number; readonly files: number }): string {
  return readFileSync(join(guide, name), 'utf8')
    .replace(/^\s*ssl_.*\n/gm, '')
    .replace('listen 443 ssl http2', `listen ${ports.proxy}`)
    .replace('listen 8081', `listen ${ports.files}`)
    .replace(/^rates\.example \{/m, `:${ports.proxy} {`)
    .replace('http://files.example:8081', `:${ports.files}`)
    .replaceAll('127.0.0.1:8080', origin.replace('http://', ''))
    .replaceAll('/var/lib/ratesheet/site', dir);
}

const programs = {
  nginx: (text: string) => {
    const conf = join(folder.path, 'nginx.conf');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder.path}/${name};`,
    );
    writeFileSync(
      conf,
      `daemon off; pid ${folder.path}/nginx.pid; error_log ${folder.path}/nginx.log; events {}\n` +
        `http { include /etc/nginx/mime.types; access_log off; ${paths.join(' ')}\n${text}}`,
    );
    return ['-c', conf];
  },
  caddy: (text: string) => {
    const conf = join(folder.path, 'Caddyfile');
    writeFileSync(conf, `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
    return ['run', '--adapter', 'caddyfile', '--config', conf];
  },
};

describe.each([
  ['nginx', 'nginx.conf'],
  ['caddy', 'Caddyfile'],
] as const)('%s with the settings of the guide', (name, file) => {
  const isInstalled = spawnSync(name, ['version']).error === undefined;
  it('has at most 40 lines', () => {
    expect(readFileSync(join(guide, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it.skipIf(!isInstalled)('passes on all kinds of requests, and serves the files alone', async () => {
    const ports = { proxy: await freePort(), files: await freePort() };
    const child = spawn(name, programs[name](settings(file, ports)), {
      stdio: 'inherit',
      env: { ...process.env, HOME: folder.path },
    });
    const closed = once(child, 'close');
    try {
      const [proxy, files] = [ports.proxy, ports.files].map((port) => `http://127.0.0.1:${port}`) as [string, string];
      const isUp = () =>
        fetch(`${files}/index.html`).then(
          ({ ok }) => ok,
          () => false,
        );
      await vi.waitUntil(isUp, { timeout: 30_000, interval: 100 });
      const now = new Date();
      const like = askAt(origin, never);
      expect((await checkResponses(askAt(proxy, never), { now, like })).problems).toEqual([]);
      const host = {
        ...{ files_only: true as const, complete_site: null, files: [] },
        folders: ['api', 'archive', 'client', 'receipts', 'series'],
      };
      expect((await checkResponses(askAt(files, never), { now, host })).problems).toEqual([]);
      const typed = async (path: string) => {
        const response = await fetch(files + path);
        return [response.status, response.headers.get('content-type')?.toLowerCase()];
      };
      expect(await typed('/docs/official-rates')).toEqual([200, 'text/html; charset=utf-8']);
      expect((await typed('/api/v1/rates'))[0]).toBe(200);
      expect((await typed('/'))[0]).toBe(200);
      for (const path of ['/_worker.js', '/_headers', '/../server.json', '/nowhere'])
        expect(await typed(path)).toEqual([404, 'text/html; charset=utf-8']);
    } finally {
      child.kill('SIGTERM');
      await closed;
    }
  });
});
