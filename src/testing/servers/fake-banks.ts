import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isKeyOf } from '../../text/is-key-of.ts';
import { strToU8, zipSync } from 'fflate';
import { banks } from '../../sources/banks.ts';
import { listen } from '../../site/serve/listen.ts';
import { dateOfDay, dayNumber, type Instant, type IsoDate } from '../../money/calendar.ts';
import { type History, histories, listingsOn, newestDay, referenceOn, type TableKey } from '../data/bank-history.ts';
import { ALWAYS, responses, responseTo } from './bank-responses.ts';

/** The real banks that have a fake one. */
export const fakedBanks = banks.filter(({ key }) => Object.hasOwn(histories, key));

export type BankKey = Exclude<TableKey, keyof typeof others>;

/** The tables that are on the server of another table's bank. */
const others = { 'nbp-b': 'nbp', 'sedlabanki-7': 'sedlabanki', 'bcb-sell': 'bcb-buy' } as const;

/** The bank whose server has a table, or a bank. */
export function serverOf(key: TableKey): BankKey {
  return isKeyOf(others, key) ? others[key] : key;
}

/** What a bank's server does instead of answering: fail with status 503, or change its bodies. */
export type Trouble = 'down' | ((body: string, path: string) => string | Uint8Array);

export interface BankRequest {
  /** With the query, and followed by the body of a POST. */
  readonly path: string;
  /** Null until the bank responds. */
  status: number | null;
}

/** A rate as a bank's response has it. */
export interface Reading {
  readonly value: string;
  readonly units: number;
  readonly reference?: string;
}

export interface FakeBanks extends AsyncDisposable {
  /** The origin of all banks' URLs. Their paths differ. */
  readonly url: string;
  /** The banks' clock. A response has no days that aren't published yet. */
  now: Instant;
  /** The banks that don't work as usual. */
  readonly trouble: Map<BankKey, Trouble>;
  /** A bank's requests so far. */
  readonly requests: (bank: BankKey) => readonly Readonly<BankRequest>[];
  /** The largest number of a bank's requests that waited for the end of their response at the same time. */
  readonly mostAtOnce: (bank: BankKey) => number;
  /** All published rates of a table by date and code, without what isn't a currency: XDR, metals and indexes. */
  readonly plainReading: (table: TableKey) => Map<IsoDate, Map<string, Reading>>;
}

export interface FakeBanksOptions {
  readonly now: Instant;
  /**
   * The first day with rates, for tests that need only a short history.
   * @default each bank's own first day
   */
  readonly firstDay?: IsoDate;
}

/** A response takes this many milliseconds at least, as over a network, so that requests can overlap. */
const LATENCY = 3;

/** What banks list besides currencies: special drawing rights, metals and indexes. */
const notCurrencies = new Set(['XDR', 'XAU', 'XAG', 'XPD', 'XPT', 'I44', 'TWI']);

const routes = (Object.keys(responses) as TableKey[]).map((table) => ({
  table,
  bank: serverOf(table),
}));

/**
 * Starts one server with the paths of all banks, for `--official KEY=ORIGIN`. Its responses have the form of the real
 * ones and are the same in each run. Rates of the European Central Bank are the repository's real ones, as far as there
 * are any. The other banks' rates agree with them and with each other within 0.2% before rounding.
 */
export async function startFakeBanks({ now, firstDay }: FakeBanksOptions): Promise<FakeBanks> {
  const [trouble, logs] = [new Map<BankKey, Trouble>(), new Map<BankKey, BankLog>()];
  const logOf = (bank: BankKey) => {
    const log = logs.get(bank) ?? { requests: [], waiting: 0, mostAtOnce: 0 };
    logs.set(bank, log);
    return log;
  };
  const firstDayOf = (history: History) => Math.max(...[history.firstDay, firstDay ?? history.firstDay].map(dayNumber));
  /** The published days with rates in a range. */
  const daysOf = (history: History, first: IsoDate, last: IsoDate) => {
    const begin = Math.max(firstDayOf(history), dayNumber(first));
    const end = Math.min(newestDay(history, banks.now), dayNumber(last));
    const days = Array.from({ length: Math.max(0, end - begin + 1) }, (_, index) => begin + index);
    return days.filter((day) => history.fixedOn(day) !== null);
  };
  /** The last answer of each table, because an answer with all days of a long history takes seconds. */
  const lastAnswers = new Map<TableKey, { readonly to: string; readonly answer: Answer }>();
  const answerTo = (table: TableKey, path: string): Answer => {
    const [begin, newest] = [firstDayOf(histories[table]), newestDay(histories[table], banks.now)];
    const to = `${newest} ${path}`;
    const last = lastAnswers.get(table);
    if (last?.to === to) return last.answer;
    const days = (from: IsoDate, until: IsoDate) => daysOf(histories[table], from, until);
    const answer = responseTo(table, path, { begin, newest, daysOf: days });
    lastAnswers.set(table, { to, answer });
    return answer;
  };

  const respond = (path: string, response: ServerResponse) => {
    const route = routes.find(({ table }) => responses[table].path.test(path));
    if (!route) return void response.writeHead(404).end(`No bank has ${path}.`);
    const { bank, table } = route;
    const log = logOf(bank);
    const entry: BankRequest = { path, status: null };
    log.requests.push(entry);
    log.mostAtOnce = Math.max(log.mostAtOnce, ++log.waiting);
    setTimeout(() => {
      // From here on, a request doesn't count as waiting: the client may send the next request before the server hears
      // that the client has the response.
      log.waiting--;
      const state = trouble.get(bank);
      const answer = state === 'down' ? unavailable : answerTo(table, path);
      const body = answer.status === 200 && typeof state === 'function' ? state(answer.body, path) : answer.body;
      const { inZip } = responses[table];
      const isZip = inZip !== undefined && answer.status === 200 && typeof body === 'string';
      entry.status = answer.status;
      response.writeHead(answer.status, { 'content-type': answer.type }).end(isZip ? zipped(inZip, body) : body);
    }, LATENCY);
  };
  const server = createServer((request, response) => {
    text(request).then(
      (body) => respond((request.url ?? '') + body, response),
      () => response.destroy(),
    );
  });

  // On a busy machine, making a history takes longer than the default, and then a request finds its connection closed.
  server.keepAliveTimeout = 60_000;
  const { url, [Symbol.asyncDispose]: dispose } = await listen(server);
  const banks: FakeBanks = {
    url,
    now,
    trouble,
    requests: (bank) => logOf(serverOf(bank)).requests,
    mostAtOnce: (bank) => logOf(serverOf(bank)).mostAtOnce,
    plainReading: (table) => {
      const days = daysOf(histories[table], histories[table].firstDay, ALWAYS);
      return new Map(days.map((day) => [dateOfDay(day), readingsOn(day, histories[table])]));
    },
    [Symbol.asyncDispose]: dispose,
  };
  return banks;
}

interface BankLog {
  readonly requests: BankRequest[];
  waiting: number;
  mostAtOnce: number;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const unavailable: Answer = { status: 503, type: 'text/plain', body: 'Service Unavailable' };

function zipped(name: string, text: string): Uint8Array {
  return zipSync({ [name]: strToU8(text) }, { level: 1, mtime: '2026-01-01' });
}

function readingsOn(day: number, history: History): Map<string, Reading> {
  const [fixed, reference] = [history.fixedOn(day) ?? day, referenceOn(history, day)];
  const readings = new Map<string, Reading>();
  for (const { code, units, valueOn } of listingsOn(history, fixed)) {
    const value = notCurrencies.has(code) ? null : valueOn(fixed);
    if (value !== null) readings.set(code, { value, units, ...(reference !== undefined && { reference }) });
  }
  return readings;
}
