/** An answer has more bytes than are taken. */
export class LargeAnswerError extends Error {
  override readonly name = 'LargeAnswerError';
}

/**
 * The bytes of an answer, which may never end.
 *
 * @param most an answer that has more is not read to its end
 * @throws {LargeAnswerError}
 * @throws what fetch does when the connection breaks
 */
export async function bytesOf(response: Response, most: number): Promise<Buffer> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new LargeAnswerError(`more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
