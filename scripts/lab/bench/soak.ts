import { instantAt } from '../../../src/money/calendar.ts';
import { readFileSync } from 'node:fs';
import { Agent, createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { siteRequests } from '../../../src/site/check/requests.ts';
import { CommandError } from '../../../src/operate/terminal/command.ts';
import { createHandler } from '../../../src/function/handler.ts';
import { listen } from '../../../src/site/serve/listen.ts';
import { startWorkerd } from '../../../src/site/serve/workerd.ts';
import { elementAt } from '../../../src/money/element-at.ts';
import { filesBelow } from '../../../src/site/files-below.ts';
import { isMetered } from '../../../src/site/routing-rules.ts';
import { writeLabSite } from '../recorded/recorded-site.ts';
import { usageOf } from './process-usage.ts';
import { count, megabytes, type Report, times } from './report.ts';
import { send } from './send.ts';

const CONNECTIONS = 64;
const MINUTES = 5;
/** One in this many requests is aborted by its caller. */
const GONE = 12;
/** Files that one request may read. The host's limit is 50. */
const MAX_READS = 45;
/** Maximum factor by which memory may grow after the second minute. */
const MAX_GROWTH = 1.25;

/**
 * Sends many kinds of requests to the Function for some minutes, in the runtime of Cloudflare's edge. Some files fail
 * at random, and some callers abort. Each response must match the response with healthy files, or have status 500. No
 * request may read more than `MAX_READS` files. After the second minute, memory may grow by a quarter at most.
 */
export async function benchSoak(report: Report, folder: string, signal: AbortSignal): Promise<void> {
  const site = join(folder, 'site');
  await writeLabSite(site, 6448);
  const questions = await questionsOf(site);
  const files = new FailingFiles(site);
  await using server = await listen(createServer(files.serve));
  await using workerd = await startWorkerd(folder, {
    files: { server: `127.0.0.1:${server.port}` },
    theFunction: { code: readFileSync(join(site, '_worker.js'), 'utf8'), bindings: { ASSETS: 'files' } },
  });

  const agent = new Agent({ keepAlive: true });
  let [asked, failed] = [0, 0];
  const wrong: string[] = [];
  const askUntil = async (end: number) => {
    while (performance.now() < end) {
      signal.throwIfAborted();
      const turn = asked++;
      const question = elementAt(questions, turn % questions.length);
      const url = workerd.urls.theFunction + question.path;
      // Each request has its own host name. The Function reads files from the same host, so each read can be attributed
      // to a request.
      const options = { agent, headers: { host: `request-${turn}.example` } };
      if (turn % GONE === 0) {
        await send(url, { ...options, signal: AbortSignal.timeout(1 + (turn % 5)) }).catch(() => undefined);
        continue;
      }
      const { status, body } = await send(url, options);
      if (status === 500) failed++;
      else if (status !== question.status || body !== question.body)
        wrong.push(`${question.path}: ${status} ${body.slice(0, 100)}`);
    }
  };

  const memory: number[] = [];
  const began = performance.now();
  for (let minute = 1; minute <= MINUTES; minute++) {
    const before = { asked, failed };
    await Promise.all(Array.from({ length: CONNECTIONS }, () => askUntil(began + minute * 60_000)));
    const bytes = usageOf(workerd.pid)?.bytes ?? NaN;
    memory.push(bytes);
    const remark = `${count(asked - before.asked)} requests, ${count(failed - before.failed)} with status 500`;
    report.row(`memory after minute ${minute}`, megabytes(bytes), remark);
  }
  agent.destroy();
  for (const path of files.absent) wrong.push(`${path}: was read, but is missing from the site`);
  report.limited('wrong responses', wrong.length, 0, count, wrong[0]);
  report.limited('files read by a request', files.mostOfARequest(), MAX_READS, count);
  report.limited(
    'memory, compared with minute 2',
    elementAt(memory, MINUTES - 1) / elementAt(memory, 1),
    MAX_GROWTH,
    times,
  );
}

/** Serves a site's files. On average, two in 100 responses have status 404, one is slow, and one is cut off. */
class FailingFiles {
  /** Requested paths that the site doesn't have. */
  readonly absent = new Set<string>();
  readonly #files: ReadonlyMap<string, Buffer>;
  /** Number of reads by host name, which identifies a request to the Function. */
  readonly #reads = new Map<string, number>();

  constructor(site: string) {
    this.#files = new Map(filesBelow(site).map(({ path, file }) => [`/${path}`, readFileSync(file)]));
  }

  /** The largest number of files read by one request. */
  mostOfARequest(): number {
    return [...this.#reads.values()].reduce((most, reads) => Math.max(most, reads), 0);
  }

  readonly serve: RequestListener = ({ url = '', headers: { host = '' } }, response) => {
    this.#reads.set(host, (this.#reads.get(host) ?? 0) + 1);
    const body = this.#files.get(url);
    if (!body) this.absent.add(url);
    const chance = Math.random();
    if (!body || chance < 0.02) response.writeHead(404).end('Not found');
    else if (chance < 0.03) setTimeout(() => response.end(body), 4000 * Math.random());
    else if (chance < 0.04) {
      const half = body.subarray(0, body.length / 2);
      response.writeHead(200, { 'content-length': body.length }).write(half, () => response.destroy());
    } else response.end(body);
  };
}

/** The requests of the Function. Each has the response that it gets when all files are healthy. */
async function questionsOf(site: string) {
  const fetch = (url: string) => Promise.resolve(new Response(readFileSync(join(site, new URL(url).pathname))));
  const handle = createHandler('0', () => instantAt(Date.now()));
  const questions: { path: string; status: number; body: string }[] = [];
  for (const path of pathsOfFunction) {
    const response = await handle(new Request(`https://ratesheet.example${path}`), { ASSETS: { fetch } });
    questions.push({ path, status: response.status, body: await response.text() });
  }
  const broken = questions.find(({ status }) => status >= 500);
  if (broken) throw new CommandError(`${broken.path}: status ${broken.status}, although all files are healthy.`);
  return questions;
}

/** The paths at which the Function responds with data, each for two currencies. */
const pathsOfFunction = siteRequests
  .filter(({ path, method, status }) => method === 'GET' && status === 200 && isMetered(path))
  .flatMap(({ path }) => [path, path.replaceAll('EUR', 'SEK').replaceAll('eur', 'sek')]);
