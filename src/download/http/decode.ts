import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { isKeyOf } from '../../text/is-key-of.ts';

type Decoder = (body: Uint8Array, limit: { readonly maxOutputLength: number }) => Buffer<ArrayBuffer>;

const decoders = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
} satisfies Readonly<Record<string, Decoder>>;

/** Decoding takes time for each encoding, and a header can name thousands. */
const MAX_ENCODINGS = 5;

/**
 * Decodes a body that has the encodings of the header `Content-Encoding`.
 *
 * @returns undefined if an encoding is unknown. Some proxies declare one, such as `utf-8`, for a body that isn't encoded.
 * @throws an error of zlib; its code is `ERR_BUFFER_TOO_LARGE` if the decoded body has more than `maxBytes` bytes, and
 * `ERR_ENCODINGS` if there are too many encodings
 */
export function decode(
  body: Buffer<ArrayBuffer>,
  contentEncoding: string,
  maxBytes: number,
): Buffer<ArrayBuffer> | undefined {
  const encodings = contentEncoding.split(',').map((encoding) => encoding.trim().toLowerCase());
  if (encodings.length > MAX_ENCODINGS)
    throw Object.assign(new Error(`more than ${MAX_ENCODINGS} encodings`), { code: 'ERR_ENCODINGS' });
  let decoded = body;
  for (const encoding of encodings.reverse()) {
    if (!isKeyOf(decoders, encoding)) return undefined;
    decoded = decoders[encoding](decoded, { maxOutputLength: maxBytes });
  }
  return decoded;
}
