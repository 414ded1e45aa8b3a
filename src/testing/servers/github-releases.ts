import { buffer } from 'node:stream/consumers';
import { sha256 } from '../../site/checksums.ts';
import { type Faults, Refusal, startGitHubHost } from './github-host.ts';

/** A release of the repository. */
export interface Release {
  readonly id: number;
  readonly tag_name: string;
  readonly name: string;
  readonly body: string;
  readonly draft: boolean;
  readonly make_latest: string;
  readonly author: { readonly login: string };
  readonly html_url: string;
  readonly upload_url: string;
  readonly assets: Asset[];
}

interface Asset {
  readonly name: string;
  readonly state: string;
  readonly size: number;
  readonly digest: string;
  /** A function, which the API's answers leave out. */
  readonly bytes: () => Buffer;
}

const TAKEN = new Refusal(422, 'Validation Failed: already_exists');
const page = (name: string) => `https://github.com/me/fork/releases/tag/${name}`;

/**
 * For tests: the part of GitHub's REST API that is about releases, and the host beside it that takes their files. As at
 * GitHub a draft has no tag yet, and there may be several of one name.
 */
export async function startGitHubReleases(faults: Faults) {
  const releases: Release[] = [];
  let lastId = 0;
  const withId = (id: string | undefined) => releases.find((release) => release.id === Number(id));
  const isTaken = (tag: string) => releases.some(({ tag_name, draft }) => tag_name === tag && !draft);

  const uploads = await startGitHubHost(faults, async (method, { pathname, searchParams }, request) => {
    const bytes = await buffer(request);
    const release = withId(/^\/repos\/me\/fork\/releases\/(\d+)\/assets$/.exec(pathname)?.[1]);
    const name = searchParams.get('name') ?? '';
    if (method !== 'POST' || !release || name === '') return null;
    if (release.assets.some((asset) => asset.name === name)) return TAKEN;
    const asset = { name, state: 'uploaded', size: bytes.length, digest: `sha256:${sha256(bytes)}` };
    release.assets.push({ ...asset, bytes: () => bytes });
    return asset;
  });

  function answer(method: string, path: string, { searchParams }: URL, body: Record<string, unknown>): unknown {
    const release = withId(/^releases\/(\d+)$/.exec(path)?.[1]);
    if (method === 'GET' && path === 'releases') {
      const [count, number] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
      return releases.toReversed().slice((number - 1) * count, number * count);
    }
    if (method === 'GET' && release) return release;
    if (method === 'POST' && path === 'releases') {
      const { tag_name, name, body: text, draft } = body as unknown as Release;
      // Of a commit that changes a workflow it asks for a permission that no workflow has.
      if (body['target_commitish'] !== undefined) return new Refusal(403, 'Resource not accessible by integration');
      if (!draft && isTaken(tag_name)) return TAKEN;
      lastId++;
      releases.push({
        ...{ id: lastId, tag_name, name, body: text, draft, make_latest: 'true', assets: [] },
        author: { login: 'github-actions[bot]' },
        html_url: page(draft ? `untagged-${lastId}` : tag_name),
        upload_url: `${uploads.url}/repos/me/fork/releases/${lastId}/assets{?name,label}`,
      });
      return releases.at(-1);
    }
    if (method === 'PATCH' && release) {
      if (body['draft'] === false && isTaken(release.tag_name)) return TAKEN;
      return Object.assign(release, body, { html_url: page(release.tag_name) });
    }
    if (method === 'DELETE' && release) return void releases.splice(releases.indexOf(release), 1);
    return null;
  }

  return { releases, answer, [Symbol.asyncDispose]: () => uploads[Symbol.asyncDispose]() };
}
