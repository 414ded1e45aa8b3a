import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedSnapshot } from '../dataset/recorded-snapshot.ts';
import { errorSchema } from '../documents/error.ts';
import { NoSiteError } from './no-site-error.ts';
import { type Preview, startPreview } from './preview-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { writeSite } from './write-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
let preview: Preview;

beforeAll(async () => {
  await writeSite({
    out: site,
    publicFolder: join(import.meta.dirname, '../../public'),
    version: '1.2.3',
    catalogue,
    snapshot: recordedSnapshot(catalogue, '2026-09-29T06:17:00.000Z'),
    fileLimit: 500,
  });
  preview = await startPreview(site, 0);
});
afterAll(async () => {
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Asks for a path as it stands: `fetch` would tidy it first. */
async function get(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { port } = new URL(preview.url);
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      request({ port, path, ...options }, (response) => {
        text(response).then((body) => {
          resolve({ status: response.statusCode, headers: response.headers, body });
        }, reject);
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('the preview', () => {
  it.each([
    ['/api/rates', { base: 'USD' }],
    ['/api/currencies', { count: 168 }],
    ['/api/v1/rates', { rate_type: 'daily_reference' }],
    ['/api/v1/openapi.json', { openapi: '3.1.1' }],
    ['/api/rates/usd-to-eur', { rate: 0.88022588 }],
    ['/api/historical/usd-to-jpy/30d', { data_points: 31 }],
    ['/series/eur.json', { code: 'EUR' }],
  ])('answers %s with JSON that any origin may read', async (path, part) => {
    for (const address of new Set([path, path.replace(/(\.json)?$/, '.json')])) {
      const { status, headers, body } = await get(address);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      });
      expect(JSON.parse(body)).toMatchObject(part);
    }
  });

  it('serves the page', async () => {
    const { status, headers, body } = await get('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('<h1>Currency converter</h1>');
  });

  it.each([
    '/api/nope',
    '/api/rates/usd-to-eur/',
    '/api/rates/%zz',
    '/api/rates/..%2f..%2fpackage',
    '/api/v1/%00',
    '/api/',
  ])('answers %s with 404 in JSON', async (path) => {
    const { status, headers, body } = await get(path);
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    expect(errorSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
  });

  it.each([
    '/nope',
    '/_headers',
    '/_redirects',
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '//x',
    'http://elsewhere/x',
  ])('answers %s with the 404 page', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toContain('<h1>Not found</h1>');
  });

  it('answers HEAD like GET, without a body', async () => {
    const { status, headers, body } = await get('/api/rates', { method: 'HEAD' });
    expect([status, body]).toEqual([200, '']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('answers other methods with 405', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await get('/api/rates', { method });
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('answers 304 to who has the file already', async () => {
    const { headers } = await get('/api/rates');
    const { status, body } = await get('/api/rates', { headers: { 'if-none-match': String(headers['etag']) } });
    expect([status, body]).toEqual([304, '']);
  });

  it('refuses a folder without a site', async () => {
    await using empty = temporaryFolder();
    await expect(startPreview(empty.path, 0)).rejects.toThrow(NoSiteError);
  });
});
