import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { writeSmallSite } from '../testing/sites/small-site.ts';
import { type Answer, OpenApiChecker, type Parameter } from '../testing/process/openapi-checker.ts';
import { requestAddress } from '../api/format/request-address.ts';
import { startPagesDev } from '../testing/servers/pages-dev.ts';
import { readJson } from '../testing/sites/read-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
/** The same site when the Function's daily quota is spent, so only files are served. */
const siteWithoutFunction = join(folder.path, 'bare');

let checker: OpenApiChecker;
let server: Awaited<ReturnType<typeof startPagesDev>>;
let serverWithoutFunction: typeof server;

beforeAll(async () => {
  await writeSmallSite(site);
  cpSync(site, siteWithoutFunction, { recursive: true });
  for (const file of ['_worker.js', '_routes.json']) rmSync(join(siteWithoutFunction, file));
  checker = new OpenApiChecker(readJson(site, 'api/v1/openapi.json') as object);
  [server, serverWithoutFunction] = await Promise.all([startPagesDev(site), startPagesDev(siteWithoutFunction)]);
});
afterAll(async () => {
  await Promise.all([server[Symbol.asyncDispose](), serverWithoutFunction[Symbol.asyncDispose]()]);
  await folder[Symbol.asyncDispose]();
});

interface Values {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

/** Valid values of parameters in a URL, by name. */
const values: Readonly<Record<string, Values>> = {
  from: { right: ['usd', 'EUR', 'zMw'], wrong: ['xyz', '', '%C4%B1nr', '__proto__', 'usd%20'] },
  to: { right: ['eur', 'JPY', 'usd'], wrong: ['XAU', '', 'constructor', 'u'.repeat(200)] },
  period: { right: ['7d', '30d', '90d', '1y'], wrong: ['2y', '30D', '', 'toString', '%zz'] },
  day: {
    // Only days, because a code can't be combined with a base. Requests for files cover the codes.
    right: ['2026-09-03', '2024-03-06', '2026-09-29'],
    wrong: [
      '2026-02-30',
      '2026-9-3',
      '1999-01-01',
      '2999-01-01',
      '2025-05-20',
      'xyz',
      '__proto__',
      'e'.repeat(200),
      '%zz',
    ],
  },
  base: { right: ['USD', 'eur'], wrong: ['', 'XAU', 'constructor', '..%2F..%2Frates'] },
  symbols: { right: ['USD,GBP', 'jpy', 'eur,usd'], wrong: ['', 'USD,', 'XAU', 'USD,,GBP', ','.repeat(300)] },
  start: {
    right: ['2026-09-01', '2025-01-01', '2024-03-02'],
    wrong: ['', 'today', '1999-01-01', '2999-01-01', '2026-09-30'],
  },
  end: { right: ['2026-09-29', '2026-09-20'], wrong: ['', '2026-13-01', '2024-01-01', '2999-01-01'] },
  // The last round: its days are some that have official rates here as well.
  source: { right: [...Array<string>(7).fill('market'), 'ecb'], wrong: ['', 'boe', 'ECB', 'toString'] },
  every: { right: ['day', 'week', 'month', 'quarter', 'year'], wrong: ['', 'hour', 'toString'] },
  // In the same rounds as a month, a quarter and a year.
  value: { right: ['last', 'last', 'mean', 'mean', 'mean', 'last', 'last', 'last'], wrong: ['', 'mean', 'toString'] },
  date: {
    right: ['2026-09-03', '2024-03-10', '2026-09-29'],
    wrong: ['', 'today', '1999-01-01', '2999-01-01', '2025-05-20'],
  },
  code: { right: ['eur', 'jpy'], wrong: ['EUR', 'xyz', ''] },
  year: { right: ['2026', '2024'], wrong: ['1999', '26', ''] },
  amount: {
    right: ['100', '0', '12.50', '.5', '1e3', '1e-3', '2.5e+2', '2.5e%2B2'],
    wrong: ['ten', '-1', '+5', '%2B5', '1e400', '', '1,000', '0x10', 'NaN', '1e%20%205'],
  },
};
/** The same for the paths of files, which are in lower case. */
const valuesOfFiles: Readonly<Record<string, Values>> = {
  from: { right: ['usd', 'eur', 'gbp'], wrong: ['USD', 'xyz', 'zmw', ''] },
  to: { right: ['eur', 'usd', 'gbp'], wrong: ['EUR', 'xyz', ''] },
  period: { right: ['7d', '30d', '90d', '1y'], wrong: ['2y', '30D', ''] },
  day: { right: ['2026-09-03', 'eur', '2024-03-06'], wrong: ['EUR', '2025-05-20', 'xyz', ''] },
  code: { right: ['eur', 'jpy'], wrong: ['EUR', 'xyz', ''] },
  year: { right: ['2026', '2024'], wrong: ['1999', '26', ''] },
};

/** URLs for a path: each valid value in turn, and one invalid or missing value in turn. */
function addressesOf(path: string, parameters: readonly Parameter[]) {
  const known = path.endsWith('.json') ? valuesOfFiles : values;
  const valuesOf = (name: string) => known[name] ?? expect.fail(`There are no values of ${name}.`);
  const required = parameters.filter((parameter) => parameter.required);
  const choose = (chosen: readonly Parameter[], round: number, changes: Record<string, string> = {}) => {
    const right = chosen.map(({ name }) => [name, valuesOf(name).right[round % valuesOf(name).right.length] ?? '']);
    return address(path, parameters, { ...(Object.fromEntries(right) as Record<string, string>), ...changes });
  };
  const rounds = Array.from({ length: ROUNDS }, (_, round) => choose(parameters, round));
  return {
    right: [...new Set([...rounds, choose(required, 0)])],
    wrong: [
      ...parameters.flatMap(({ name }) =>
        valuesOf(name).wrong.map((wrong) => choose(parameters, 0, { [name]: wrong })),
      ),
      ...required.map((missing) =>
        choose(
          required.filter((parameter) => parameter !== missing),
          0,
        ),
      ),
    ],
  };
}

/** The length of the longest list of valid values. */
const ROUNDS = 8;

function address(path: string, parameters: readonly Parameter[], chosen: Readonly<Record<string, string>>): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name in chosen)
    .map(({ name }) => `${name}=${chosen[name] ?? ''}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => chosen[name] ?? '');
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

describe('OpenAPI document', () => {
  /** The operation and status of every response, such as `get /api/rates 200`. */
  const seen = new Set<string>();

  /** Sends a request and fails if the response doesn't match the document. */
  async function ask(url: string, path: string, address: string, init: RequestInit = {}): Promise<Answer> {
    const { method = 'GET' } = init;
    const operation = method === 'OPTIONS' && checker.paths[path]?.['options'] ? 'options' : 'get';
    const response = await fetch(`${url}${address}`, { redirect: 'manual', ...init });
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
        act({ path, ...addressesOf(path, get?.parameters ?? []), byFunction: options !== undefined }),
      ),
    );

  it('matches the responses while the rates can’t be read', async () => {
    const [file, away] = [join(site, 'api/currencies.json'), join(site, 'away.json')] as const;
    renameSync(file, away);
    await forEveryPath(async ({ path, right: [address = ''], byFunction }) => {
      if (byFunction) expect(await ask(server.url, path, address)).toMatchObject({ status: 500 });
    });
    renameSync(away, file);
  });

  it('matches the responses to more than a hundred valid and invalid requests', async () => {
    let asked = 0;
    await forEveryPath(async ({ path, right, wrong }) => {
      for (const address of [...right, ...wrong]) {
        const { status } = await ask(server.url, path, address);
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
      const { body, headers } = await ask(server.url, path, requestAddress(path, asked));
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
      const { headers } = await ask(server.url, path, address);
      const known = { 'If-None-Match': headers.get('ETag') ?? '' };
      expect(await ask(server.url, path, address, { headers: known })).toMatchObject({ status: 304 });
      for (const anywhere of [address, wrong]) {
        const { status } = await ask(server.url, path, anywhere);
        expect(await ask(server.url, path, anywhere, { method: 'HEAD' })).toMatchObject({ status, body: '' });
        const preflight = await ask(server.url, path, anywhere, { method: 'OPTIONS' });
        expect([anywhere, preflight.status]).toEqual([anywhere, byFunction ? 204 : 405]);
        for (const method of ['POST', 'DELETE']) {
          expect(await ask(server.url, path, anywhere, { method })).toMatchObject({ status: 405 });
        }
      }
    });
  });

  it('matches the responses to unknown and repeated parameters and to a long URL', async () => {
    await forEveryPath(async ({ path, right: [address = ''] }) => {
      const before = `${address}${address.includes('?') ? '&' : '?'}`;
      for (const more of ['base=EUR', 'from=gbp&to=usd&amount=x', `long=${'x'.repeat(2000)}`])
        await ask(server.url, path, before + more);
    });
  });

  it('matches the responses after the daily quota of Function requests is used up', async () => {
    await forEveryPath(async ({ path, right }) => {
      for (const address of right) await ask(serverWithoutFunction.url, path, address);
    });
  });

  it('describes only statuses that the site returned in these tests', () => {
    const documented = Object.entries(checker.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([operation, { responses }]) =>
        Object.keys(responses).map((status) => `${operation} ${path} ${status}`),
      ),
    );
    expect(documented.filter((line) => !seen.has(line))).toEqual([]);
  });
});
