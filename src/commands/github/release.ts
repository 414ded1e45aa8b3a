import { sha256 } from '../../site/checksums.ts';
import { askGitHub, findAtGitHub, GitHubError, uploadToGitHub } from './github.ts';

/** A release at GitHub, as its REST API has it: https://docs.github.com/en/rest/releases/releases */
interface Release {
  readonly id: number;
  readonly tag_name: string;
  readonly draft: boolean;
  /** Its page. */
  readonly html_url: string;
  /** Where it takes files, as a template: `https://…/assets{?name,label}`. */
  readonly upload_url: string;
  readonly author: { readonly login: string };
}

/** Releases that GitHub lists at once. */
const PAGE = 100;

/**
 * The releases of a tag, drafts among them: these are only listed, as the tag is not there yet.
 *
 * @throws {GitHubError}
 * @throws the signal's reason
 */
export async function releasesOf(tag: string, signal: AbortSignal): Promise<Release[]> {
  const found: Release[] = [];
  for (let page = 1; ; page++) {
    const listed = (await askGitHub(signal, 'GET', `releases?per_page=${PAGE}&page=${page}`)) as Release[];
    found.push(...listed.filter(({ tag_name: name }) => name === tag));
    if (listed.length < PAGE) return found;
  }
}

export interface NewRelease {
  readonly tag: string;
  /** Its text, in Markdown. */
  readonly body: string;
  /** Its files, by their names. */
  readonly assets: ReadonlyMap<string, Buffer>;
}

/**
 * Makes a release: nobody sees it before all of its files are there. A draft that was left behind is begun anew. It does not
 * count as the latest release, which is of the code.
 *
 * @param drafts what there is of it
 * @returns the address of its page
 * @throws {GitHubError}
 * @throws the signal's reason
 */
export async function makeRelease(
  { tag, body, assets }: NewRelease,
  drafts: readonly Release[],
  signal: AbortSignal,
): Promise<string> {
  for (const { id } of drafts) await askGitHub(signal, 'DELETE', `releases/${id}`);
  // Its tag is of the default branch's newest commit: to name another one, GitHub asks for more than the workflow may do.
  const release = { tag_name: tag, name: tag, body, draft: true };
  const { id, upload_url: template } = (await askGitHub(signal, 'POST', 'releases', release)) as Release;
  const address = template.replace(/\{.*$/, '');
  for (const [name, bytes] of assets) {
    const asset = (await uploadToGitHub(signal, address, name, bytes)) as Asset;
    const isWhole = asset.name === name && asset.state === 'uploaded' && asset.size === bytes.length;
    if (!isWhole || (asset.digest ?? digestOf(bytes)) !== digestOf(bytes)) {
      throw new GitHubError(`GitHub has ${name} otherwise than it was sent: the release stays a draft.`);
    }
  }
  const change = { draft: false, make_latest: 'false' };
  const path = `releases/${id}`;
  const published = await askGitHub(signal, 'PATCH', path, change).catch(async (error: unknown) => {
    // Its answer may have been lost, and not what it did.
    const now = (await findAtGitHub(signal, path)) as Release | undefined;
    if (!now || now.draft) throw error;
    return now;
  });
  return (published as Release).html_url;
}

interface Asset {
  readonly name: string;
  readonly state: string;
  readonly size: number;
  /** Left out by GitHub Enterprise Server. */
  readonly digest?: string | null;
}

function digestOf(bytes: Buffer): string {
  return `sha256:${sha256(bytes)}`;
}
