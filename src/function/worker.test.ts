import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dateAt, dateOfDay, dayNumber, instantAt, type IsoDate } from '../money/calendar.ts';
import { bundleFunction, withRevision } from '../site/write/bundle-function.ts';
import { checksumOf } from '../site/checksums.ts';
import { listen, type Listening } from '../site/serve/listen.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { startWorkerd, type Workerd } from '../site/serve/workerd.ts';
import { recordedDocuments } from '../testing/sites/served.ts';

// Runs the published Function in workerd, Cloudflare's runtime, with static files that fail to load. In workerd, unlike
// in Node, a pending read never completes if its request ends first.

/** Forwards a request to the Function, and aborts it after the milliseconds in the header `patience`. */
const impatientCaller = `export default {
  fetch: (request, { FUNCTION }) => {
    const patience = Number(request.headers.get('patience'));
    return FUNCTION.fetch(request.url, patience > 0 ? { signal: AbortSignal.timeout(patience) } : {});
  },
};
`;

type Fault = (response: ServerResponse, body: string) => void;

/** The bodies of the site's static files, by path. A real server sends them, or the fault in `faults`. */
const bodies = new Map(recordedDocuments.map(({ path, body }) => [`/${path}`, body]));
const faults = new Map<string, Fault>();
const serveFile: RequestListener = ({ url = '' }, response) => {
  const body = bodies.get(url);
  if (body === undefined) response.writeHead(404).end('Not found');
  else (faults.get(url) ?? ((_, text) => response.end(text)))(response, body);
};

const slowly: Fault = (response, body) => setTimeout(() => response.end(body), 600);
const status =
  (code: number, text?: string): Fault =>
  (response) =>
    response.writeHead(code, { 'content-type': 'text/html' }).end(text);

const server = createServer(serveFile);
let listening: Listening;
const folder = temporaryFolder();
let workerd: Workerd<'files' | 'theFunction' | 'caller'>;
let code: string;

beforeAll(async () => {
  listening = await listen(server);
  code = withRevision(
    (await bundleFunction()).code,
    recordedDocuments.map(({ path, body }) => checksumOf(path, body)),
  );
});
// Each test starts a new Function with an empty cache.
beforeEach(async () => {
  faults.clear();
  workerd = await startWorkerd(folder.path, {
    files: { server: `127.0.0.1:${listening.port}` },
    theFunction: { code, bindings: { ASSETS: 'files' } },
    caller: { code: impatientCaller, bindings: { FUNCTION: 'theFunction' } },
  });
});
afterEach(() => workerd[Symbol.asyncDispose]());
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The status of a response; null if the request fails or has no complete response within 20 seconds. */
async function ask(path: string, patience = 0): Promise<number | null> {
  const headers = { patience: String(patience) };
  try {
    const response = await fetch(workerd.urls.caller + path, { headers, signal: AbortSignal.timeout(20_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

const askFiveTimes = (path: string) => Promise.all(Array.from({ length: 5 }, () => ask(path)));

const day = ['/api/v1/rates.json', '/api/rates.json', '/api/currencies.json'];
const eur = '/series/eur.json';
const gbp = '/series/gbp.json';
const history = '/api/historical?from=EUR&to=GBP';

function breakFiles(paths: readonly string[], fault: Fault): void {
  for (const path of paths) faults.set(path, fault);
}

// Other tests set the clock. Under scripts/lab/clock.js, Node's clock isn't workerd's.
it.skipIf(process.env['CLOCK'])(
  'Pages Function > has the clock of the host, so it rejects a day in the future',
  async () => {
    const errorOf = async (date: IsoDate) => {
      const response = await fetch(`${workerd.urls.theFunction}/api/v1/convert?from=EUR&to=GBP&date=${date}`);
      return response.text();
    };
    const today = dateAt(instantAt(Date.now()));
    // Ten days later, so that midnight may pass meanwhile.
    const later = dateOfDay(dayNumber(today) + 10);
    expect(await errorOf(today)).not.toContain('in the future');
    expect(await errorOf(later)).toContain('in the future');
  },
);

describe('aborted request', () => {
  it.each([
    ['if it is aborted while the Pages Function reads today’s rates', day, 1],
    ['if it is aborted while the Pages Function reads the files of two currencies', [eur, gbp], 1],
    ['if it is aborted together with another request', day, 2],
    ['if it is aborted together with 19 other requests', [...day, eur, gbp], 20],
  ])('doesn’t block later requests %s', async (_, paths, callers) => {
    if (!paths.includes('/api/rates.json')) expect(await ask('/api/convert?from=EUR&to=GBP')).toBe(200);
    breakFiles(paths, slowly);
    const gone = await Promise.all(Array.from({ length: callers }, () => ask(history, 200)));
    expect(gone).toEqual(Array<number>(callers).fill(500));
    faults.clear();
    expect(await askFiveTimes(history)).toEqual([200, 200, 200, 200, 200]);
  });

  it('doesn’t affect other requests that wait for the same file', async () => {
    breakFiles([...day, eur, gbp], slowly);
    const others = askFiveTimes(history);
    await ask(history, 100);
    expect(await others).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('Pages Function whose request for a file of the site fails', () => {
  const failures: [name: string, fault: Fault][] = [
    ['has status 500', status(500)],
    ['is an HTML page', status(200, '<!doctype html><title>Home</title>')],
    [
      'is cut off',
      (response, body) =>
        response.writeHead(200, { 'content-length': body.length }).write(body.slice(0, 50), () => response.destroy()),
    ],
    ['arrives late and has status 500', (response) => setTimeout(() => response.writeHead(500).end(), 200)],
  ];

  it.each(failures)('returns 500 if the response to this request %s', async (_, fault) => {
    const answersWhile = async (paths: readonly string[], question: string) => {
      breakFiles(paths, fault);
      const answers = await Promise.all([ask(question), ask(question), ask(question)]);
      faults.clear();
      return answers;
    };
    for (const paths of [day.slice(0, 2), day.slice(2), day]) {
      expect([paths, await answersWhile(paths, '/api/convert?from=EUR&to=GBP')]).toEqual([paths, [500, 500, 500]]);
    }
    expect(await ask('/api/convert?from=EUR&to=GBP')).toBe(200);
    for (const [from, to, broken] of [
      ['EUR', 'GBP', ['eur']],
      ['JPY', 'CHF', ['chf']],
      ['CAD', 'AUD', ['cad', 'aud']],
    ] as const) {
      const question = `/api/historical?from=${from}&to=${to}`;
      const paths = broken.map((code) => `/series/${code}.json`);
      expect([paths, await answersWhile(paths, question)]).toEqual([paths, [500, 500, 500]]);
      expect([paths, await ask(question)]).toEqual([paths, 200]);
    }
    const line =
      /^GET \/api\/(convert|historical): FileError: (api\/v1\/rates|api\/currencies|series\/(eur|chf|cad))\.json: .+$/;
    for (const text of workerd.log().trimEnd().split('\n')) expect(text).toMatch(line);
  });

  it('returns 500 after a few seconds if the file never arrives', { timeout: 60_000 }, async () => {
    const never: Fault = () => undefined;
    const half: Fault = (response, body) => {
      response.writeHead(200, { 'content-length': body.length }).write(body.slice(0, 50));
    };
    const questions = ['/api/rates/usd-to-eur', history, '/api/historical?from=USD&to=GBP', '/api/historical?from=EUR'];
    const answers = () => Promise.all(questions.map((question) => ask(question)));

    // The Function waits eight seconds for a file.
    breakFiles([eur], never);
    breakFiles([gbp], half);
    expect(await answers()).toEqual([200, 500, 500, 500]);
    faults.clear();
    expect(await answers()).toEqual([200, 200, 200, 200]);
  });
});
