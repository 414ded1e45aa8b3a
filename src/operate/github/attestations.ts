import { askGitHub, findAtGitHub, GitHubError } from './github.ts';
import { printError } from '../terminal/print.ts';

/**
 * Whether GitHub has no attestation of a SHA-256 yet. If GitHub doesn't respond, the answer is yes, because signing
 * twice does no harm.
 */
export async function needsAttestation(digest: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await countAttestations(digest, signal)) === 0;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    printError(`Warning: ${error.message}. ${digest} is signed again.`);
    return true;
  }
}

/**
 * Number of attestations of a SHA-256 that GitHub lists; undefined if the repository can't have any, such as a private
 * repository without GitHub Enterprise Cloud.
 * Source: https://docs.github.com/en/rest/repos/attestations#list-attestations
 */
async function countAttestations(digest: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const answer = await findAtGitHub(signal, `attestations/sha256:${digest}?per_page=1`);
    return (answer as { attestations?: readonly unknown[] } | undefined)?.attestations?.length ?? 0;
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 403) throw error;
    const repository = (await askGitHub(signal, 'GET', '')) as { private: boolean };
    if (!repository.private) throw error;
    return undefined;
  }
}
