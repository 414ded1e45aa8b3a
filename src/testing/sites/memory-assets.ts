import type { Assets } from '../../function/site-reader.ts';

/** A site's files in memory, so that tests can remove or change them. Also lists the paths that were read. */
export class MemoryAssets implements Assets {
  readonly files: Map<string, string>;
  readonly reads: string[] = [];

  constructor(files: Iterable<{ readonly path: string; readonly body: string }>) {
    this.files = new Map([...files].map(({ path, body }) => [path, body]));
  }

  fetch(url: string): Promise<Response> {
    const path = new URL(url).pathname.slice(1);
    this.reads.push(path);
    const body = this.files.get(path);
    return Promise.resolve(new Response(body ?? 'Not found', { status: body === undefined ? 404 : 200 }));
  }
}
