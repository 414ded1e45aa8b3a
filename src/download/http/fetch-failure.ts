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
  [/^ERR_ENCODINGS$/, 'the response has too many encodings'],
  [/LENGTH/, 'the response is longer or shorter than its header says'],
  [/^(Z_|ERR__ERROR_|ZSTD_)/, 'the response can’t be decoded'],
  [/^HPE_|^HTTPParserError$/, 'the response isn’t HTTP'],
  [/CERT|SSL|TLS|SIGNATURE|^EPROTO$/, 'no secure connection can be made'],
];

/**
 * The reason why a request got no response, in one line, without the text of a library, which may quote the response.
 *
 * @param isRedirected whether the request was redirected, so that the host's name is part of a response, too
 */
export function fetchFailure(error: unknown, { isRedirected = false } = {}): string {
  if (!(error instanceof Error)) return 'unexpected failure';
  if (error.name === 'TimeoutError') return 'no complete response in time';
  // If a host has several IP addresses, the AggregateError has an error for each address.
  if (error instanceof AggregateError) return fetchFailure(error.errors[0], { isRedirected });
  // Only the message has the status of a proxy's response.
  const status = /^Proxy .*\((\d{3})\)/.exec(error.message)?.[1];
  if (status !== undefined) return `the proxy responded with status ${status}`;
  const { code, address, port, hostname = 'the server' } = error as NetworkError;
  const words = inWords.find(([pattern]) => pattern.test(code ?? error.name))?.[1];
  if (words !== undefined) {
    const place = address === undefined ? hostname : `${address}:${port ?? ''}`;
    const isHidden = isRedirected && address === undefined && words.includes('{place}');
    const reason = isHidden ? 'the host of a redirect can’t be reached' : words.replace('{place}', place);
    return `${reason}${code === undefined ? '' : ` (${code})`}`;
  }
  if (error.cause !== undefined) return fetchFailure(error.cause, { isRedirected });
  return `unexpected failure: ${code ?? error.name}`;
}

interface NetworkError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}
