/** The protocol's error codes. */
const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedRevision: -32022,
} as const;

export type RequestId = string | number;

/** An error of the protocol, in contrast to an error of a tool. Its message says what to do. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  /** The status of the HTTP response. */
  readonly status: 200 | 400 | 404 | 405 | 406 | 413 | 415 | 500;
  readonly code: (typeof rpcCodes)[keyof typeof rpcCodes];
  /** The id of the request, if it could be read. */
  readonly id: RequestId | undefined;
  readonly data: object | undefined;

  constructor(
    status: RpcError['status'],
    code: keyof typeof rpcCodes,
    message: string,
    { id, data }: { readonly id?: RequestId | undefined; readonly data?: object } = {},
  ) {
    super(message);
    this.status = status;
    this.code = rpcCodes[code];
    this.id = id;
    this.data = data;
  }
}
