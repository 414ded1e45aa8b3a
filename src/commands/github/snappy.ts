/** Bytes are not what Snappy writes. The message is part of a sentence. */
export class SnappyError extends Error {
  override readonly name = 'SnappyError';
}

/**
 * What Snappy has compressed, in its block format: GitHub keeps the bundles of attestations so.
 * Source: https://github.com/google/snappy/blob/main/format_description.txt
 *
 * @param most bytes: what would have more is not decoded
 * @throws {SnappyError}
 */
export function decodeSnappy(input: Buffer, most: number): Buffer {
  let at = 0;
  /** The next bytes as a number, the lowest first. */
  const take = (count: number): number => {
    if (at + count > input.length) throw new SnappyError('is cut off');
    at += count;
    return input.readUIntLE(at - count, count);
  };
  let length = 0;
  for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
    if (shift > 28) throw new SnappyError('is not compressed with Snappy');
    byte = take(1);
    length += (byte % 0x80) * 2 ** shift;
  }
  if (length > most) throw new SnappyError(`has more than ${most} bytes`);
  const output = Buffer.alloc(length);
  let end = 0;
  while (at < input.length) {
    const tag = take(1);
    const [kind, high] = [tag % 4, tag >> 2];
    if (kind === 0) {
      const size = 1 + (high < 60 ? high : take(high - 59));
      if (at + size > input.length || end + size > length) throw new SnappyError('is cut off');
      input.copy(output, end, at, at + size);
      at += size;
      end += size;
    } else {
      const size = kind === 1 ? 4 + (high % 8) : 1 + high;
      const back = kind === 1 ? (high >> 3) * 256 + take(1) : take(kind === 2 ? 2 : 4);
      if (back === 0 || back > end || end + size > length) throw new SnappyError('repeats what is not there');
      // Byte by byte: what is repeated may be what this writes.
      for (const stop = end + size; end < stop; end++) output[end] = output[end - back] ?? 0;
    }
  }
  if (end < length) throw new SnappyError('is cut off');
  return output;
}
