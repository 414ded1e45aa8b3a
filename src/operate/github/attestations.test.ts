import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type GitHubApiOptions, startGitHubApi, stubGitHub } from '../../testing/servers/github-api.ts';
import { needsAttestation } from './attestations.ts';

const digest = 'a1';
const { signal } = new AbortController();
let said = '';

beforeEach(() => {
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it.each<[string, GitHubApiOptions, number | undefined, boolean]>([
  ['returns true if GitHub has no attestation for any file', {}, undefined, true],
  [
    'returns true if GitHub has an attestation only for a different file’s hash',
    { attested: new Set(['b2']) },
    undefined,
    true,
  ],
  ['returns false if GitHub has an attestation for the file’s hash', { attested: new Set([digest]) }, undefined, false],
  [
    'returns false for a private repository, for which GitHub offers no attestations',
    { isPrivate: true },
    undefined,
    false,
  ],
  ['returns true and prints a warning if GitHub responds with status 403 for a public repository', {}, 403, true],
])(
  'needsAttestation (whether GitHub still lacks a file’s attestation, a signed proof of origin) > %s',
  async (_, options, fault, expected) => {
    await using github = await startGitHubApi([], options);
    stubGitHub(github);
    github.faults.statusOf = (call) => (call.includes('attestations') ? fault : undefined);
    expect(await needsAttestation(digest, signal)).toBe(expected);
    expect(said).toMatch(
      fault === undefined ? /^$/ : /^Warning: GET attestations.*: status 403: .*a1 is signed again\.$/m,
    );
  },
);
