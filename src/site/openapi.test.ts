import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { writeSmallSite } from '../testing/sites/small-site.ts';
import { type Answer, OpenApiChecker } from '../testing/process/openapi-checker.ts';
import { requestAddress } from '../api/format/request-address.ts';
import { startPagesDev } from '../testing/servers/pages-dev.ts';
import { createHandler } from '../function/handler.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';
import { openApiRequests } from '../testing/data/openapi-requests.ts';
import { filesOf, readJson } from '../testing/sites/read-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');

let checker: OpenApiChecker;
const handle = createHandler('one');
let assets: MemoryAssets;
let server: Awaited<ReturnType<typeof startPagesDev>>;

beforeAll(async () => {
  await writeSmallSite(site);
  checker = new OpenApiChecker(readJson(site, 'api/v1/openapi.json') as object);
  assets = new MemoryAssets(filesOf(site).map((path) => ({ path, body: readFileSync(join(site, path), 'utf8') })));
  server = await startPagesDev(site);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('OpenAPI document', () => {
  /** The operation and status of every response, such as `get /api/rates 200`. */
  const seen = new Set<string>();

  const sendToServer = (address: string, { headers, ...init }: Init) =>
    // Uncompressed, because compression would take longer than the response.
    fetch(server.url + address, {
      redirect: 'manual',
      headers: { 'Accept-Encoding': 'identity', ...headers },
      ...init,
    });
  const sendToFunction = (address: string, init: Init) =>
    handle(new Request(server.url + address, init), { ASSETS: assets });

  /** Sends a request and fails if the response doesn't match the document. */
  async function ask(path: string, address: string, init: Init = {}, send = sendToServer): Promise<Answer> {
    const { method = 'GET' } = init;
    const operation = method === 'OPTIONS' && checker.paths[path]?.['options'] ? 'options' : 'get';
    const response = await send(address, init);
    const answer: Answer = { status: response.status, headers: response.headers, body: await response.text() };
    const problems = checker.problems(path, operation, method, answer);
    expect({ method, address, problems, body: answer.body }).toMatchObject({ problems: [] });
    seen.add(`${operation} ${path} ${answer.status}`);
    return answer;
  }

  /** Calls a function for every path in parallel. */
  const forEveryPath = (
    act: (addresses: { path: string; right: string[]; wrong: string[]; byFunction: boolean }) => Promise<void>,
  ) =>
    Promise.all(
      Object.entries(checker.paths).map(([path, { get, options }]) =>
        act({ path, ...openApiRequests(path, get?.parameters ?? []), byFunction: options !== undefined }),
      ),
    );

  it('matches the responses while the rates can’t be read', async () => {
    const [file, away] = [join(site, 'api/currencies.json'), join(site, 'away.json')] as const;
    renameSync(file, away);
    await forEveryPath(async ({ path, right: [address = ''], byFunction }) => {
      if (byFunction) expect(await ask(path, address)).toMatchObject({ status: 500 });
    });
    renameSync(away, file);
  });

  it('matches the responses to more than a hundred valid and invalid requests', async () => {
    let asked = 0;
    await forEveryPath(async ({ path, right, wrong, byFunction }) => {
      // Without the server, which takes longer than the Function. Other tests send it requests for each path.
      const send = byFunction ? sendToFunction : sendToServer;
      for (const address of [...right, ...wrong]) {
        const { status } = await ask(path, address, {}, send);
        expect([address, ...(right.includes(address) ? [200] : [400, 404])], `${status}`).toContain(status);
        asked++;
      }
    });
    expect(asked).toBeGreaterThan(130);
  });

  it('has examples that equal the responses with the example parameters', async () => {
    // Fields that a later check changes. The OpenAPI document has more fields than its example.
    const changing = { checked_at: null, stale: null, stale_reason: null, stale_since: null, mirrors: null };
    await forEveryPath(async ({ path }) => {
      const { parameters = [], responses = {} } = checker.paths[path]?.['get'] ?? {};
      const asked = new Map(parameters.map(({ name, example }) => [name, String(example)]));
      const { body, headers } = await ask(path, requestAddress(path, asked));
      const [{ example } = {}] = Object.values(responses['200']?.content ?? {});
      if (headers.get('Content-Type')?.startsWith('text/csv')) expect([path, body]).toEqual([path, example]);
      else if (path === '/api/v1/openapi.json') expect(JSON.parse(body)).toMatchObject(example as object);
      else {
        expect([path, { ...(JSON.parse(body) as object), ...changing }]).toEqual([
          path,
          { ...(example as object), ...changing },
        ]);
      }
    });
  });

  it('matches the responses to conditional requests and to every method', async () => {
    await forEveryPath(async ({ path, right: [address = ''], wrong: [wrong = address], byFunction }) => {
      const { headers } = await ask(path, address);
      const known = { 'If-None-Match': headers.get('ETag') ?? '' };
      expect(await ask(path, address, { headers: known })).toMatchObject({ status: 304 });
      for (const anywhere of new Set([address, wrong])) {
        const { status } = await ask(path, anywhere);
        expect(await ask(path, anywhere, { method: 'HEAD' })).toMatchObject({ status, body: '' });
        const preflight = await ask(path, anywhere, { method: 'OPTIONS' });
        expect([anywhere, preflight.status]).toEqual([anywhere, byFunction ? 204 : 405]);
        for (const method of ['POST', 'DELETE']) {
          expect(await ask(path, anywhere, { method })).toMatchObject({ status: 405 });
        }
      }
    });
  });

  it('matches the responses to unknown and repeated parameters and to a long URL', async () => {
    await forEveryPath(async ({ path, right: [address = ''] }) => {
      const before = `${address}${address.includes('?') ? '&' : '?'}`;
      for (const more of ['base=EUR', 'from=gbp&to=usd&amount=x', `long=${'x'.repeat(2000)}`])
        await ask(path, before + more);
    });
  });

  it('describes only statuses that the site returned in these tests, and 404 for paths of the Pages Function', () => {
    const byFunction = Object.keys(checker.paths).filter((path) => checker.paths[path]?.['options']);
    const documented = Object.entries(checker.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([operation, { responses }]) =>
        Object.keys(responses).map((status) => `${operation} ${path} ${status}`),
      ),
    );
    // Without the Function these paths return 404: see without-function.test.ts.
    for (const path of byFunction) seen.add(`get ${path} 404`);
    expect(documented.filter((line) => !seen.has(line))).toEqual([]);
  });
});
