/** Plain words for the errors of Node and undici, by the error's code. `{place}` is a host's name, or an address. */
const inWords: readonly (readonly [code: RegExp, words: string])[] = [
  [/^ECONNREFUSED$/, 'no server listens at {place}'],
  [/^ENOTFOUND$/, 'no host has the name {place}'],
  [/^EAI_/, 'the name {place} can’t be resolved now'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_PRX_CONN)$/,
    'the connection was closed before the response was complete',
  ],
  [/TIMEDOUT|TIMEOUT$/, 'no connection in time'],
  [/UNREACH$/, 'the network can’t reach {place}'],
  [/HEADERS?_OVERFLOW$/, 'the response’s headers are too long'],
  [/LENGTH/, 'the response is longer or shorter than its header says'],
  [/^(Z_|ERR__ERROR_|ZSTD_)/, 'the response can’t be decoded'],
  [/^HPE_|^HTTPParserError$/, 'the response isn’t HTTP'],
  [/CERT|SSL|TLS|SIGNATURE|^EPROTO$/, 'no secure connection can be made'],
];

/** The reason why a request got no response, in one line, without the text of a library. */
export function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no complete response in time';
  // If a host has several IP addresses, the AggregateError has an error for each address.
  if (error instanceof AggregateError) return fetchFailure(error.errors[0]);
  // Only the message has the status of a proxy's response.
  const status = /^Proxy .*\((\d{3})\)/.exec(error.message)?.[1];
  if (status !== undefined) return `the proxy responded with status ${status}`;
  const { code, address, port, hostname = 'the server' } = error as NetworkError;
  const words = inWords.find(([pattern]) => pattern.test(code ?? error.name))?.[1];
  if (words !== undefined) {
    const place = address === undefined ? hostname : `${address}:${port ?? ''}`;
    return `${words.replace('{place}', place)}${code === undefined ? '' : ` (${code})`}`;
  }
  return error.cause === undefined ? `unexpected failure: ${error.message}` : fetchFailure(error.cause);
}

interface NetworkError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}
