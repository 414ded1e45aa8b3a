import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileRequests, functionRequests, unknownCompatPaths } from '../testing/data/compat-requests.ts';
import { openApiRequests } from '../testing/data/openapi-requests.ts';
import { OpenApiChecker } from '../testing/process/openapi-checker.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { startPagesDev } from '../testing/servers/pages-dev.ts';
import { readJson } from '../testing/sites/read-site.ts';
import { writeSmallSite } from '../testing/sites/small-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
let server: Awaited<ReturnType<typeof startPagesDev>>;

// Uses Cloudflare's local server, because the preview can't serve a site without the Pages Function.
beforeAll(async () => {
  await writeSmallSite(site);
  for (const file of ['_worker.js', '_routes.json']) rmSync(join(site, file));
  server = await startPagesDev(site);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function ask(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual', headers: { 'Accept-Encoding': 'identity' } });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

describe('site after the Pages Function’s daily quota is used up', () => {
  it.each(['/api/rates', '/api/rates/usd-to-eur', '/api/historical/usd-to-eur/7d', '/api/historical/eur-to-jpy/1y'])(
    'returns the static file for %s',
    async (path) => {
      const { status, body } = await ask(path);
      expect([status, body]).toEqual([200, readFileSync(join(site, `${path}.json`), 'utf8')]);
    },
  );

  it.each(['/api/v1/history/eur/2025', '/api/v1/rates/2025-06-03.json', '/api/v1/rates/eur.json', '/api/v1/rates.csv'])(
    'still returns rates at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(200);
    },
  );

  it.each([
    '/api/convert?from=USD&to=EUR',
    '/api/convert',
    '/api/historical',
    '/api/historical?from=USD&to=EUR&period=7d',
    '/api/rates/usd-to-zmw',
    '/api/historical/usd-to-zmw/7d',
    '/api/v1/rates/2025-06-03?base=EUR',
    '/api/v1/rates/2025-06-03?symbols=USD',
    '/api/v1/rates/2025-06-03',
    '/api/v1/rates/eur?symbols=USD',
    '/api/v1/history?from=EUR&to=USD',
    '/api/v1/history.csv?from=EUR&to=USD',
    '/api/v1/convert?from=EUR&to=USD&date=2025-06-03',
  ])('returns status 404 as JSON for %s, which needs the Pages Function', async (path) => {
    const { status, headers, body } = await ask(path);
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toMatchObject({ success: false });
  });

  it('returns responses that match the OpenAPI document, including the 404 responses', async () => {
    const checker = new OpenApiChecker(readJson(site, 'api/v1/openapi.json') as object);
    const missing = new Set<string>();
    for (const [path, { parameters = [] }] of checker.operations) {
      for (const address of openApiRequests(path, parameters).right) {
        const response = await ask(address);
        expect([address, checker.problems(path, 'GET', response)]).toEqual([address, []]);
        if (response.status === 404) missing.add(path);
      }
    }
    const byFunction = [...checker.operations].filter(([, operation]) => operation['x-metered']);
    expect([...missing]).toEqual(byFunction.map(([path]) => path));
  });
});

describe('endpoints in other APIs’ formats if the Pages Function’s daily quota is used up', () => {
  /** Requests a path and checks that the response is JSON for any origin. */
  async function askJson(path: string) {
    const { status, headers, body } = await ask(path);
    expect([headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      'application/json; charset=utf-8',
      '*',
    ]);
    return { status, body: JSON.parse(body) as unknown };
  }

  it.each(fileRequests.map((row) => [row.path, row] as const))(
    'return data in the documented format for %s',
    async (path, { schema }) => {
      const { status, body } = await askJson(path);
      expect([status, schema.safeParse(body).error]).toEqual([200, undefined]);
    },
  );

  it.each(functionRequests.map(({ path, lost }) => [lost.name, path, lost] as const))(
    'return a 404 error in %s’s format for %s, which needs the Pages Function',
    async (_, path, { errorSchema }) => {
      const { status, body } = await askJson(path);
      expect([status, errorSchema.safeParse(body).error]).toEqual([404, undefined]);
    },
  );

  it.each(unknownCompatPaths.map(([path, , lost]) => [lost.name, path, lost] as const))(
    'return a 404 error in %s’s format for the unknown path %s',
    async (_, path, { errorSchema }) => {
      const { status, body } = await askJson(path);
      expect([status, errorSchema.safeParse(body).error]).toEqual([404, undefined]);
    },
  );
});
