import type { OutgoingHttpHeaders } from 'node:http';

interface FileResponse {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Responses with files that never change. Clients that take the same file share its bytes, however slow they are. A full
 * memory forgets its oldest responses.
 */
export class ResponseMemory {
  readonly #responses = new Map<string, FileResponse>();
  readonly #most: number;
  #bytes = 0;

  /** @param most the maximum number of bytes of all files */
  constructor(most: number) {
    this.#most = most;
  }

  get(file: string): FileResponse | undefined {
    return this.#responses.get(file);
  }

  set(file: string, response: FileResponse): void {
    if (this.#responses.has(file)) return;
    this.#responses.set(file, response);
    this.#bytes += response.body.length;
    for (const [oldest, { body }] of this.#responses) {
      if (this.#bytes <= this.#most) return;
      this.#responses.delete(oldest);
      this.#bytes -= body.length;
    }
  }
}
