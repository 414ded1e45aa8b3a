/** An answer, as far as it is to be shown. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** How many were read. */
  readonly bytes: number;
  /** Whether that is all. */
  readonly complete: boolean;
  /** From the question to the end of the answer. */
  readonly milliseconds: number;
}

/** Bytes of an answer that are read: none of ours has as many. */
const MOST_BYTES = 4_000_000;

/** Asks this host. @throws what `fetch` throws, and the signal's reason */
export async function ask(address: string, signal: AbortSignal): Promise<Answer> {
  const begin = performance.now();
  // From the host itself: an answer that the browser has kept would say nothing of it.
  const { status, headers, body } = await fetch(address, { signal, cache: 'no-store' });
  const decoder = new TextDecoder();
  let [text, bytes, complete] = ['', 0, body === null];
  const reader = body?.getReader();
  while (reader && !complete && bytes <= MOST_BYTES) {
    const { done, value = new Uint8Array() } = await reader.read();
    bytes += value.length;
    text += decoder.decode(value, { stream: !done });
    complete = done;
  }
  if (!complete) await reader?.cancel();
  return { status, headers, text, bytes, complete, milliseconds: performance.now() - begin };
}
