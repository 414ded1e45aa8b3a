import { createServer } from 'node:http';
import { compress } from 'snappyjs';
import { listen } from '../../preview/listen.ts';
import { Refusal } from './github-host.ts';

export interface AttestationsOptions {
  /** Whether the repository is private, and so has none. @default false */
  readonly isPrivate?: boolean;
  /** What is attested: bundles by the SHA-256 of their subject; undefined for one that its host has lost. */
  readonly attested?: ReadonlyMap<string, readonly (object | undefined)[]>;
  /** Whether bundles stand in the answer, as at GitHub Enterprise Server. @default false */
  readonly inline?: boolean;
}

/** For tests: the part of GitHub's REST API that lists attestations, and the host beside it that has their bundles. */
export async function startGitHubAttestations({
  isPrivate = false,
  attested = new Map(),
  inline = false,
}: AttestationsOptions) {
  const blobs = createServer(({ headers, url = '' }, response) => {
    // Its addresses are signed themselves: a token besides is one too many.
    if (headers.authorization !== undefined) return response.writeHead(400).end();
    const [, digest = '', index] = /^\/(\w+)\/(\d+)\?sig=/.exec(url) ?? [];
    const bundle = attested.get(digest)?.[Number(index)];
    if (bundle === undefined) return response.writeHead(404).end();
    const bytes = compress(Buffer.from(JSON.stringify(bundle)));
    return response.writeHead(200, { 'content-type': 'application/x-snappy' }).end(bytes);
  });
  const host = await listen(blobs);

  function answer(method: string, path: string): unknown {
    const digest = /^attestations\/sha256:(\w+)$/.exec(path)?.[1] ?? '';
    if (method !== 'GET') return null;
    if (isPrivate) return new Refusal(403, 'Feature not available for user-owned private repositories.');
    const attestations = attested.get(digest)?.map((bundle, index) => ({
      repository_id: 1,
      bundle: inline ? bundle : null,
      ...(!inline && { bundle_url: `${host.url}/${digest}/${index}?sig=x` }),
    }));
    return attestations ? { attestations } : null;
  }

  return { answer, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}
