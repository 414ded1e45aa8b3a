import { fetchFailure } from '../../http/fetch-failure.ts';
import { fetchFile } from '../../http/fetch-file.ts';
import { askGitHub, findAtGitHub, GitHubError } from './github.ts';
import { decodeSnappy } from './snappy.ts';
import { tell } from '../terminal/tell.ts';

/** Bytes of a bundle. Ours have about 10,000. */
const MOST_BYTES = 1_048_576;

/**
 * The attestations that GitHub keeps of some SHA-256, each a Sigstore bundle on a line of JSON, as
 * `gh attestation verify --bundle` reads them.
 *
 * @throws {GitHubError}
 * @throws the signal's reason
 */
export async function attestationsOf(digests: Iterable<string>, signal: AbortSignal): Promise<string[]> {
  const lines: string[] = [];
  for (const digest of digests) {
    for (const attestation of (await listAttestations(digest, signal)) ?? []) {
      lines.push(await bundleOf(attestation, digest, signal));
    }
  }
  return lines;
}

/**
 * Whether GitHub has no attestation of a SHA-256 yet. If GitHub doesn't respond, the answer is yes, because signing
 * twice does no harm.
 *
 * @throws the signal's reason
 */
export async function needsAttestation(digest: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await listAttestations(digest, signal))?.length === 0;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    tell(`Warning: ${error.message}. ${digest} is signed again.`);
    return true;
  }
}

/**
 * What GitHub lists for a SHA-256; undefined if it lets the repository have no attestations, as a private one without
 * GitHub Enterprise Cloud.
 * Source: https://docs.github.com/en/rest/repos/attestations#list-attestations
 *
 * @throws {GitHubError}
 * @throws the signal's reason
 */
async function listAttestations(digest: string, signal: AbortSignal): Promise<readonly Attestation[] | undefined> {
  try {
    const path = `attestations/sha256:${digest}?per_page=100`;
    const answer = (await findAtGitHub(signal, path)) as { attestations?: readonly Attestation[] } | undefined;
    return answer?.attestations ?? [];
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 403) throw error;
    const repository = (await askGitHub(signal, 'GET', '')) as { private: boolean };
    if (!repository.private) throw error;
    return undefined;
  }
}

interface Attestation {
  /** Null where it has an address, as at GitHub itself since July 2026. */
  readonly bundle?: object | null;
  /** Where it is, compressed with Snappy: on another host, by an address that is signed itself. */
  readonly bundle_url?: string;
}

async function bundleOf(
  { bundle, bundle_url: address }: Attestation,
  digest: string,
  signal: AbortSignal,
): Promise<string> {
  if (bundle) return JSON.stringify(bundle);
  try {
    // Without the token: it is not for that host.
    const bytes = await fetchFile(address ?? '', MOST_BYTES, signal);
    return JSON.stringify(JSON.parse(decodeSnappy(bytes, MOST_BYTES).toString()));
  } catch (error) {
    signal.throwIfAborted();
    throw new GitHubError(`The attestation of ${digest} cannot be had: ${fetchFailure(error)}`);
  }
}
