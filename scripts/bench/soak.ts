import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { catalogue } from '../../src/currencies/catalogue.ts';
import { recordedDay, recordedDays, recordedRejected } from '../../src/testing/small-site.ts';
import { pairFiles } from '../../src/documents/paths.ts';
import { periods } from '../../src/rates/period.ts';
import { FREE_PLAN_FILES } from '../../src/site/host-limits.ts';
import { writeSite } from '../../src/site/write-site.ts';
import { startWorkerd } from '../../src/testing/workerd.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { CommandError } from '../../src/cli/command.ts';
import { usageOf } from '../../src/testing/process-usage.ts';
import type { BenchFolder } from './bench-folder.ts';
import { count, megabytes, printRow } from './report.ts';

const CONNECTIONS = 64;
const MINUTES = 5;

/** What is asked, and what the answer must be. A caller who goes away hears nothing. */
interface Question {
  readonly path: string;
  readonly status: number;
  readonly isRight: (body: string) => boolean;
  readonly goesAway?: boolean;
}

/**
 * Minutes of mixed load on the Function in the runtime of Cloudflare's edge: every answer is compared with the site's
 * files, callers go away in between, and memory should stay what it is after the first minute.
 */
export async function benchSoak(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const place = folder.next();
  mkdirSync(place);
  const site = join(place, 'site');
  const publicFolder = join(import.meta.dirname, '../../public');
  const { version } = packageJson;
  const { plan } = await writeSite({
    out: site,
    publicFolder,
    version,
    catalogue,
    snapshot: recordedDay,
    archive: recordedDays,
    rejected: recordedRejected,
    fileLimit: FREE_PLAN_FILES,
  });
  const codes = plan.pairCurrencies.map(({ code }) => code);
  const questionAt = (index: number) => question(site, codes, index);
  await using workerd = await startWorkerd(place, {
    files: { folder: site },
    theFunction: { code: readFileSync(join(site, '_worker.js'), 'utf8'), bindings: { ASSETS: 'files' } },
  });

  const dispatcher = new Agent({ connections: CONNECTIONS });
  let asked = 0;
  const wrong: string[] = [];
  const askUntil = async (end: number) => {
    while (performance.now() < end) {
      signal.throwIfAborted();
      const { path, status, isRight, goesAway } = questionAt(asked++);
      const url = workerd.urls.theFunction + path;
      if (goesAway) {
        await request(url, { dispatcher, signal: AbortSignal.timeout(1) }).then(
          ({ body }) => body.dump(),
          () => undefined,
        );
        continue;
      }
      const response = await request(url, { dispatcher });
      const body = await response.body.text();
      if (response.statusCode !== status || !isRight(body))
        wrong.push(`${path}: ${response.statusCode} ${body.slice(0, 100)}`);
    }
  };

  printRow(`${CONNECTIONS} connections, by the minute`, 'requests', 'wrong', 'memory');
  const began = performance.now();
  for (let minute = 1; minute <= MINUTES; minute++) {
    const before = asked;
    await Promise.all(Array.from({ length: CONNECTIONS }, () => askUntil(began + minute * 60_000)));
    const memory = usageOf(workerd.pid)?.bytes ?? NaN;
    printRow(`  ${minute}`, count(asked - before), String(wrong.length), megabytes(memory));
  }
  await dispatcher.close();
  if (wrong.length > 0) throw new CommandError(wrong.slice(0, 10).join('\n'));
}

/** Questions of every kind in turn, of ever other pairs. */
function question(site: string, codes: readonly string[], index: number): Question {
  const codeAt = (place: number) => codes[place % codes.length] ?? '';
  const [from, to] = [codeAt(index * 7), codeAt(index * 11 + 3)];
  const fileSays = (path: string) => (body: string) => body === readFileSync(join(site, path), 'utf8');
  const rate = /"rate":([^,]+),/;
  const period = periods[index % periods.length] ?? '1y';
  const isError = (body: string) => body.startsWith('{"success":false,"error":"');
  const byQuery = `/api/historical?from=${from}&to=${to}&period=${period}`;
  const questions: Question[] = [
    { path: `/api/rates/${from}-to-${to}`, status: 200, isRight: fileSays(pairFiles.detail(from, to)) },
    { path: byQuery, status: 200, isRight: fileSays(pairFiles.history(from, to, period)) },
    {
      path: `/api/convert?from=${from}&to=${to}&amount=1`,
      status: 200,
      isRight: (body) => {
        const detail = readFileSync(join(site, pairFiles.detail(from, to)), 'utf8');
        return rate.exec(body)?.[1] === rate.exec(detail)?.[1];
      },
    },
    { path: byQuery, status: 200, isRight: () => true, goesAway: true },
    { path: `/api/convert?from=${from}`, status: 400, isRight: isError },
    { path: `/api/rates/${from}-to-xyz`, status: 400, isRight: isError },
    { path: `/api/convert?from=${from}&to=${to}&amount=${'1'.repeat(5000)}`, status: 400, isRight: isError },
    { path: `/api/nowhere/${index}`, status: 404, isRight: isError },
  ];
  const chosen = questions[index % questions.length];
  if (!chosen) throw new RangeError(`There is no question ${index}.`);
  return chosen;
}
