import { instantAt } from '../../money/calendar.ts';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { listen, type Listening } from '../../site/serve/listen.ts';
import { previewUrl } from '../../site/serve/preview-server.ts';
import { type Health, healthPath } from '../hosts/health.ts';
import { announceServer, type RunningServer, serverOf, withdrawServer } from '../hosts/running-server.ts';
import { liveVersion, makeFolder } from '../hosts/versions.ts';
import { CommandError } from '../terminal/command.ts';
import { printError } from '../terminal/print.ts';
import { OpenResponses } from './open-responses.ts';
import { attentionFor, loadVersion, type ServedVersion, siteHealth } from './served-version.ts';

/** Limits for clients, so that slow and idle clients don't take all connections. Times are in milliseconds. */
const clientLimits = {
  /** Until a request's headers are complete, and until the whole request is. */
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  /** How often these two are checked. */
  connectionsCheckingInterval: 5000,
  /** Until a connection without a request is closed. Proxies keep connections for a minute. */
  keepAliveTimeout: 65_000,
};
/** Milliseconds for which a client may take nothing of a response. */
const MAX_STALL = 60_000;
/** Milliseconds for a client to take a response that came before the end of its request. */
const LINGER = 1000;
/** Maximum number of connections. Further connections are closed at once. */
const MAX_CONNECTIONS = 2000;

export interface FolderServerOptions {
  readonly port: number;
  readonly host: string;
  /** The URL that callers use, if a proxy is in front of the server. */
  readonly url?: string | undefined;
}

/**
 * Serves the live version of a site in a folder. The version that is live when a request arrives answers the whole
 * request.
 */
export class FolderServer implements AsyncDisposable {
  /** Number of publishes that have failed since the last successful publish. */
  failedPublishes = 0;
  /** The served version; undefined if no site has been published yet. */
  site: ServedVersion | undefined;
  readonly #dir: string;
  readonly #options: FolderServerOptions;
  readonly #id = randomUUID();
  readonly #server: Server;
  readonly #open = new OpenResponses();
  #listening: Listening | undefined;
  #refused: string | undefined;
  #isEnding = false;

  private constructor(dir: string, options: FolderServerOptions) {
    this.#dir = dir;
    this.#options = options;
    this.#server = createServer(clientLimits, this.#answer);
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.setTimeout(MAX_STALL);
  }

  /** @throws {CommandError} if another server serves the folder */
  static async start(dir: string, options: FolderServerOptions, signal: AbortSignal): Promise<FolderServer> {
    makeFolder(dir);
    const other = await serverOf(dir, signal);
    if (other)
      throw new CommandError(`${dir} is served already, at ${other.url}. Stop that server, or name another folder.`);
    const server = new FolderServer(dir, options);
    server.update();
    server.#listening = await listen(server.#server, options.port, options.host);
    try {
      announceServer(dir, server.#running);
    } catch (error) {
      await server.#listening[Symbol.asyncDispose]();
      throw error;
    }
    return server;
  }

  /** Number of requests that aren't answered yet. */
  get open(): number {
    return this.#open.count;
  }

  get url(): string {
    return this.#options.url ?? previewUrl(this.#listening?.port ?? 0, this.#options.host);
  }

  get #running(): RunningServer {
    return { id: this.#id, url: this.#listening?.url ?? '' };
  }

  /** Serves the version that is live in the folder from now on. If it can't be served, the version before it stays. */
  update(): void {
    const version = liveVersion(this.#dir);
    if (version === undefined || version === this.site?.version || version === this.#refused) return;
    const folder = join(this.#dir, version);
    try {
      this.site = loadVersion(folder, version, () => this.#options.url ?? this.#running.url);
      this.#refused = undefined;
    } catch (error) {
      this.#refused = version;
      printError(`${folder} can't be served, so it isn't: ${(error as Error).message}`);
    }
  }

  /** Codes of what a person should look at. */
  attention(): string[] {
    return this.site ? attentionFor(this.site, instantAt(Date.now())) : [];
  }

  /** Closes each connection after its open request, and all connections after some milliseconds. */
  async finish(milliseconds: number): Promise<void> {
    this.#isEnding = true;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const whenIdle = setInterval(() => {
      this.#server.closeIdleConnections();
    }, 20);
    const atTheEnd = setTimeout(() => {
      this.#server.closeAllConnections();
    }, milliseconds);
    await closed;
    clearInterval(whenIdle);
    clearTimeout(atTheEnd);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    withdrawServer(this.#dir, this.#running);
    await this.#listening?.[Symbol.asyncDispose]();
  }

  readonly #answer: RequestListener = (request, response) => {
    // Each pipelined request waits until the previous response is sent. Otherwise, all responses would wait in memory.
    if (!response.socket) {
      response.once('socket', () => {
        setImmediate(this.#answer, request, response);
      });
      return;
    }
    this.#open.add(response);
    if (hasBody(request)) response.once('finish', () => endUnread(request));
    if (this.#isEnding) response.setHeader('Connection', 'close');
    if (request.url?.replace(/\?.*/, '') === healthPath) this.#answerHealth(response);
    else if (this.site) this.site.listener(request, response);
    else {
      response.setHeader('Retry-After', '60');
      respond(response, 503, { success: false, error: 'The first publish isn’t complete. Try again in a minute.' });
    }
  };

  #answerHealth(response: ServerResponse): void {
    this.update();
    const health: Health = {
      server: this.#id,
      site: this.site ? siteHealth(this.site, instantAt(Date.now())) : null,
      failed_publishes: this.failedPublishes,
      attention: this.attention(),
    };
    respond(response, this.site ? 200 : 503, health);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || 'content-length' in headers;
}

/** Ends the connection if the response came before the end of the request's body. Node would read the rest of the body. */
function endUnread({ complete, socket }: IncomingMessage): void {
  if (complete) return;
  socket.pause();
  setTimeout(() => socket.destroy(), LINGER).unref();
}

function respond(response: ServerResponse, status: number, body: object): void {
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(status, headers).end(`${JSON.stringify(body)}\n`);
}
