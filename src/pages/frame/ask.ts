/** A response, or only its beginning if the response is too long. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: number;
  /** Whether the whole response was read. */
  readonly complete: boolean;
  readonly milliseconds: number;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /**
   * Maximum bytes to read.
   * @default 4_000_000, more than any response of the API has
   */
  readonly most?: number;
  /**
   * How the browser uses its cache. With `no-cache`, it uses a cached response only if the host confirms it.
   * @default 'no-store'
   */
  readonly cache?: 'no-store' | 'no-cache';
}

/** Sends a request to this host. @throws the errors of `fetch`, and the signal's reason */
export async function ask(address: string, options: AskOptions): Promise<Answer> {
  const { signal, most = 4_000_000, cache = 'no-store' } = options;
  const begin = performance.now();
  const { status, headers, body } = await fetch(address, { signal, cache });
  // A byte order mark is part of the text, because hashes include it.
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
