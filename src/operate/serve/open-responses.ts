import type { ServerResponse } from 'node:http';

/** Maximum bytes of responses that wait in memory until their clients take them. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * The responses that aren't sent yet, the oldest first. If too many bytes wait for slow clients, the oldest responses are
 * cut. Other clients take their responses within seconds.
 */
export class OpenResponses {
  readonly #responses = new Set<ServerResponse>();

  get count(): number {
    return this.#responses.size;
  }

  add(response: ServerResponse): void {
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
    // Emitted when the whole response is written, but perhaps not sent.
    response.once('prefinish', () => {
      this.#limit();
    });
  }

  #limit(): void {
    let waiting = 0;
    for (const response of this.#responses) waiting += response.writableLength;
    for (const response of this.#responses) {
      if (waiting <= MAX_WAITING_BYTES) return;
      waiting -= response.writableLength;
      response.destroy();
    }
  }
}
