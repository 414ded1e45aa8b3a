import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type GitHubApiOptions, startGitHubApi } from '../../testing/servers/github-api.ts';
import { stubGitHub } from '../../testing/servers/issue-keeper.ts';
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
  ['is signed if GitHub has no attestation', {}, undefined, true],
  ['is signed if GitHub has only an attestation of another digest', { attested: new Set(['b2']) }, undefined, true],
  ['is not signed again if GitHub has its attestation', { attested: new Set([digest]) }, undefined, false],
  ['is not signed in a private repository without attestations', { isPrivate: true }, undefined, false],
  ['is signed if GitHub responds with an error, which is logged', {}, 403, true],
])('needsAttestation > the live site’s digest %s', async (_, options, fault, expected) => {
  await using github = await startGitHubApi([], options);
  stubGitHub(github);
  github.faults.statusOf = (call) => (call.includes('attestations') ? fault : undefined);
  expect(await needsAttestation(digest, signal)).toBe(expected);
  expect(said).toMatch(
    fault === undefined ? /^$/ : /^Warning: GET attestations.*: status 403: .*a1 is signed again\.$/m,
  );
});
