import { addAbortListener } from 'node:events';
import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { type buildConnector, Client, type Dispatcher, Pool } from 'undici';

/**
 * A client that stops connecting if its request is aborted. undici's own client looks at the signal of a request only
 * once it is connected. A pool gives a client one request at a time, so a connection is for the latest request.
 */
export class AbortableClient extends Client {
  #request: AbortSignal | undefined;

  /** @param options as a pool passes them, with a connector */
  constructor(origin: URL, options: object) {
    const { connect } = options as { readonly connect: Connector };
    const abortable: Connector = (target, callback) => {
      connectUntil(this.#request ?? AbortSignal.any([]), connect, target, callback);
    };
    super(origin, { ...options, connect: abortable as buildConnector.connector });
  }

  override dispatch(options: Dispatcher.RequestOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#request = options.signal as AbortSignal | undefined;
    return super.dispatch(options, handler);
  }
}

/** The connections to a proxy. If a request is aborted during the TLS handshake in its tunnel, the tunnel is closed. */
export class ProxyPool extends Pool {
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const tunnel = await super.connect(options);
    addAbortSignal(options.signal as AbortSignal, tunnel.socket);
    return tunnel;
  }
}

type Callback = (error: Error | null, socket: Socket | null) => void;

/** A function of undici that makes a connection, and returns its socket, or makes a tunnel, and heeds the signal. */
type Connector = (target: buildConnector.Options & { readonly signal?: AbortSignal }, callback: Callback) => unknown;

function connectUntil(end: AbortSignal, connect: Connector, target: buildConnector.Options, callback: Callback): void {
  const attempt = new AbortController();
  const ending = addAbortListener(end, () => {
    attempt.abort(end.reason);
    if (socket instanceof Socket) socket.destroy(end.reason as Error);
    callback(end.reason as Error, null);
  });
  const socket = connect({ ...target, signal: attempt.signal }, (error, connected) => {
    ending[Symbol.dispose]();
    if (attempt.signal.aborted) connected?.destroy();
    else callback(error, connected);
  });
}
