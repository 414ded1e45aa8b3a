/** An answer has more bytes than are taken. */
export class LargeAnswerError extends Error {
  override readonly name = 'LargeAnswerError';
}

/**
 * The bytes of an answer's body, which may never end.
 *
 * @param most an answer that has more is not read to its end
 * @throws {LargeAnswerError}
 * @throws what its body does when the connection breaks
 */
export async function bytesOf(body: AsyncIterable<Uint8Array> | null, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new LargeAnswerError(`more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
