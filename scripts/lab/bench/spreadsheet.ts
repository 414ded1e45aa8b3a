import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Browser } from 'playwright-core';
import { dateOfDay, dayNumber } from '../../../src/money/calendar.ts';
import { elementAt } from '../../../src/money/element-at.ts';
import { CommandError } from '../../../src/operate/terminal/command.ts';
import { startPreview } from '../../../src/site/serve/preview-server.ts';
import { startBrowser } from '../browser/start-browser.ts';
import { recordedDay, writeLabSite } from '../recorded/recorded-site.ts';
import { cpuSecondsSince, usageOf } from './process-usage.ts';
import { count, megabytes, type Report, seconds, times } from './report.ts';

const ROWS = 100_000;
const codes = 'USD GBP JPY CHF PLN SEK NOK DKK CZK HUF AUD CAD'.split(' ');
/** The fastest round counts, because other programs can only make a round slower. */
const ROUNDS = 3;

/** Converts a large file on the page in a real browser, at the rates of ten years of a bank. */
export async function benchSpreadsheet(report: Report, folder: string, signal: AbortSignal): Promise<void> {
  const site = join(folder, 'site');
  const file = join(folder, 'invoices.csv');
  await writeLabSite(site, 6448);
  writeFileSync(file, invoices());
  const floor = Math.min(...Array.from({ length: ROUNDS }, () => cpuToSplit(file)));
  report.row('splitting the file into cells in Node, CPU time', seconds(floor), megabytes(readFileSync(file).length));
  await using preview = await startPreview(site, 0);
  await using browser = await startBrowser();
  const rounds: Measured[] = [];
  while (rounds.length < ROUNDS) {
    signal.throwIfAborted();
    rounds.push(await measure(browser, preview.url, file));
  }
  const least = (of: keyof Measured) => Math.min(...rounds.map((round) => round[of]));
  report.limited(
    'conversion in the worker, compared with splitting',
    least('worker') / floor,
    15,
    times,
    `${seconds(least('worker'))}; ${seconds(least('finished'))} on a clock`,
  );
  report.row('until the first rows are shown', seconds(least('first')));
  report.limited('longest task of the page', least('longestTask'), 0.1, seconds);
  report.limited('memory of the page and its worker', least('bytes'), 300e6, megabytes);
  report.limited('requests for a year of the bank', Math.max(...rounds.map(({ repeated }) => repeated)), 1, count);
}

interface Measured {
  /** Seconds from the choice of the file until its first rows are shown. */
  readonly first: number;
  /** Seconds until the file is understood, plus those from the click until the answer is shown. */
  readonly finished: number;
  /** CPU seconds of the worker for all of it. A quiet machine takes little longer. */
  readonly worker: number;
  /** CPU seconds of the page's longest task. */
  readonly longestTask: number;
  /** The largest memory, without the browser's program. */
  readonly bytes: number;
  /** The number of requests for the file that is requested most. */
  readonly repeated: number;
}

async function measure(browser: Browser, url: string, file: string): Promise<Measured> {
  const session = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []));
  };
  const others = await renderers();
  await using context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.clock.setFixedTime(`${recordedDay.date}T12:00:00Z`);
  const requests = new Map<string, number>();
  page.on('request', (request) => requests.set(request.url(), (requests.get(request.url()) ?? 0) + 1));
  await page.goto('/spreadsheet');
  const noted = await page.evaluateHandle<Times>(note);
  const [pid = NaN] = (await renderers()).filter((id) => !others.includes(id));
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.locator('#file').setInputFiles(file);
  await page.locator('#terms').waitFor();
  await page.locator('#rates').selectOption('ecb');
  await page.locator('#convert').click();
  await page.locator('#result').waitFor();
  const usage = usageOf(pid);
  const trace = await browser.stopTracing();
  const summary = (await page.locator('#summary').textContent()) ?? '';
  if (!summary.includes(`${count(ROWS)} of ${count(ROWS)}`)) throw new CommandError(`The page says: ${summary}`);
  const { chosen, first, understood, clicked, answered } = await noted.evaluate((each) => each);
  return {
    first: (first - chosen) / 1000,
    finished: (understood - chosen + answered - clicked) / 1000,
    worker: cpuOfTasks(trace, pid, 'DedicatedWorker thread').reduce((sum, task) => sum + task, 0),
    longestTask: Math.max(...cpuOfTasks(trace, pid, 'CrRendererMain')),
    bytes: (usage?.peakBytes ?? NaN) - (usage?.sharedBytes ?? NaN),
    repeated: Math.max(...Array.from(requests, ([path, times]) => (path.includes('/archive/') ? times : 0))),
  };
}

/** CPU seconds of each task of a page's thread. Times on a clock would depend on other programs. */
function cpuOfTasks(trace: Buffer, page: number, thread: string): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const ofPage = traceEvents.filter(({ pid }) => pid === page);
  const named = ofPage.find(({ name, args }) => name === 'thread_name' && args.name === thread);
  const tasks = ofPage.filter(({ name, tid }) => tid === named?.tid && name.endsWith('RunTask'));
  if (tasks.length === 0) throw new CommandError(`The browser’s trace has no tasks of ${thread}.`);
  return tasks.map(({ tdur = 0 }) => tdur / 1e6);
}

/** An event of Chromium's traces. `tdur` is CPU time in microseconds. */
interface TraceEvent {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly args: { readonly name?: string };
  readonly tdur?: number;
}

/** Notes in the page when each part is shown. */
const note = `(() => {
  const times = {};
  const noteShown = (id, name) => {
    const element = document.getElementById(id);
    const observer = new MutationObserver(() => {
      if (!element.hidden) times[name] = performance.now();
    });
    observer.observe(element, { attributes: true, attributeFilter: ['hidden'] });
  };
  addEventListener('change', () => (times.chosen ??= performance.now()), true);
  addEventListener('submit', () => (times.clicked = performance.now()), true);
  noteShown('columns', 'first');
  noteShown('terms', 'understood');
  noteShown('result', 'answered');
  return times;
})()`;

type Times = Readonly<Record<'chosen' | 'first' | 'understood' | 'clicked' | 'answered', number>>;

/** Invoices of ten years in twelve currencies. */
function invoices(): string {
  const [first, days] = [dayNumber('2016-01-01'), 3650];
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const date = dateOfDay(first + ((row * 7919) % days))
      .split('-')
      .reverse()
      .join('.');
    const amount = `${1 + (row % 97)}.${String((row * 31) % 1000).padStart(3, '0')},${String(row % 100).padStart(2, '0')}`;
    return `${row};Müller & Söhne ${row % 999};${date};"Lieferung; Teil ${row}";${amount};${elementAt(codes, row % codes.length)}`;
  });
  return ['Rechnung;Kunde;Datum;Text;Betrag;Währung', ...lines, ''].join('\r\n');
}

/** CPU seconds to split a file into cells, and to do nothing with them. */
function cpuToSplit(file: string): number {
  const begin = process.cpuUsage();
  Papa.parse(readFileSync(file, 'utf8'), { delimiter: ';' });
  return cpuSecondsSince(begin);
}
