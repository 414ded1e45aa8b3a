import { RpcError } from './rpc-error.ts';

/** Maximum bytes of a request's body. A call of a tool has a few hundred. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Reads the text of a request's JSON body. It stops reading at the limit, because the length that a client states may be
 * wrong or missing.
 *
 * @throws {RpcError}
 */
export async function readBody({ body, headers }: Request): Promise<string> {
  if (!/^application\/json\s*(;|$)/i.test(headers.get('Content-Type') ?? '')) {
    throw new RpcError(415, 'invalidRequest', 'Send the message with Content-Type: application/json');
  }
  if (!/^(identity)?$/i.test(headers.get('Content-Encoding') ?? '')) {
    throw new RpcError(415, 'invalidRequest', 'Compressed messages aren’t supported. Send no Content-Encoding');
  }
  if (Number(headers.get('Content-Length')) > MAX_BODY_BYTES) throw tooLong();
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  for (;;) {
    const chunk = await unlessUnreadable(reader?.read());
    if (chunk?.value === undefined) return text + decode(decoder);
    bytes += chunk.value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader?.cancel();
      throw tooLong();
    }
    text += decode(decoder, chunk.value);
  }
}

const tooLong = () => new RpcError(413, 'invalidRequest', `The body is too long. Use at most ${MAX_BODY_BYTES} bytes`);

/** A client may end its request before the whole body was read. */
async function unlessUnreadable<T>(reading: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    throw new RpcError(400, 'parseError', 'The body couldn’t be read. Send the request again');
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new RpcError(400, 'parseError', 'The body isn’t valid UTF-8. Encode the JSON as UTF-8');
  }
}
