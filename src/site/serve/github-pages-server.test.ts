import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { startGitHubPages } from './github-pages-server.ts';
import type { Listening } from './listen.ts';

const folder = temporaryFolder();
let host: Listening;

beforeAll(async () => {
  const files = { 'index.html': 'start', '404.html': 'none', 'about.html': 'about', SHA256SUMS: 'sums' };
  for (const [path, body] of Object.entries(files)) writeFileSync(join(folder.path, path), body);
  mkdirSync(join(folder.path, 'api/v1'), { recursive: true });
  writeFileSync(join(folder.path, 'api/v1/rates.json'), '{}');
  writeFileSync(join(folder.path, 'api/v1.csv'), 'a,b');
  writeFileSync(join(folder.path, '_redirects'), '/a /about 200');
  host = await startGitHubPages(folder.path, '/fork');
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, host.url), { redirect: 'manual', ...init });

describe('startGitHubPages (serves a folder like GitHub Pages)', () => {
  const html = 'text/html; charset=utf-8';
  it.each<[path: string, status: number, type: string | null, body: string]>([
    ['/fork/', 200, html, 'start'],
    ['/fork/index.html', 200, html, 'start'],
    ['/fork/about', 200, html, 'about'],
    ['/fork/api/v1/rates.json?base=EUR', 200, 'application/json; charset=utf-8', '{}'],
    ['/fork/api/v1.csv', 200, 'text/csv; charset=utf-8', 'a,b'],
    ['/fork/SHA256SUMS', 200, 'application/octet-stream', 'sums'],
    ['/fork/api/v1/rates', 404, html, 'none'],
    ['/fork/api/v1/', 404, html, 'none'],
    ['/fork/a', 404, html, 'none'],
    ['/fork/_redirects', 404, html, 'none'],
    ['/fork/%2e%2e%2fsecret', 404, html, 'none'],
    ['/fork/%', 404, html, 'none'],
    ['/forks/', 404, html, '<h1>404</h1>'],
    ['/', 404, html, '<h1>404</h1>'],
  ])('responds to %s with status %i, %s', async (path, status, type, body) => {
    const response = await get(path);
    expect([response.status, response.headers.get('Content-Type'), await response.text()]).toEqual([
      status,
      type,
      body,
    ]);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it.each([
    ['/fork', '/fork/'],
    ['/fork/api/v1?value=mean', '/fork/api/v1/?value=mean'],
  ])('redirects %s to %s', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('Location'), headers.get('Access-Control-Allow-Origin')]).toEqual([301, location, '*']);
  });

  it('compresses texts, sends an ETag, and responds to HEAD without a body and to other methods with 405', async () => {
    const { headers } = await get('/fork/api/v1/rates.json', { method: 'HEAD' });
    expect([headers.get('Content-Encoding'), headers.get('Cache-Control')]).toEqual(['gzip', 'max-age=600']);
    const etag = headers.get('ETag') ?? '';
    expect((await get('/fork/api/v1/rates.json', { headers: { 'If-None-Match': etag } })).status).toBe(304);
    for (const method of ['POST', 'OPTIONS']) expect((await get('/fork/', { method })).status).toBe(405);
  });
});
