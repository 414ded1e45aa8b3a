/** A response, as far as it was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: number;
  /** Whether that is all. */
  readonly complete: boolean;
  readonly milliseconds: number;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /**
   * Bytes of an answer that are read.
   * @default 4_000_000, more than any of the API's has
   */
  readonly most?: number;
  /**
   * What the browser makes of an answer that it has kept. It never counts unless the host says that it is still right, or it
   * would say nothing of the host.
   * @default 'no-store'
   */
  readonly cache?: 'no-store' | 'no-cache';
}

/** Asks this host. @throws what `fetch` throws, and the signal's reason */
export async function ask(address: string, options: AskOptions): Promise<Answer> {
  const { signal, most = 4_000_000, cache = 'no-store' } = options;
  const begin = performance.now();
  const { status, headers, body } = await fetch(address, { signal, cache });
  // A mark at its beginning belongs to the text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let [text, bytes, complete] = ['', 0, body === null];
  const reader = body?.getReader();
  while (reader && !complete && bytes <= most) {
    const { done, value = new Uint8Array() } = await reader.read();
    bytes += value.length;
    text += decoder.decode(value, { stream: !done });
    complete = done;
  }
  if (!complete) await reader?.cancel();
  return { status, headers, text, bytes, complete, milliseconds: performance.now() - begin };
}
