import { afterEach, describe, expect, it, vi } from 'vitest';
import { heldHkd as hkd } from '../../testing/data/held-hkd.ts';
import { type GitHubApiOptions, startGitHubApi, stubGitHub } from '../../testing/servers/github-api.ts';
import { issueKinds } from './issue-kinds.ts';
import { keepIssue } from './keep-issue.ts';
import type { CurrencyInDoubt } from './publish-concerns.ts';

const brl: CurrencyInDoubt = { ...hkd, code: 'BRL', state: 'omitted' };
const title = 'A currency needs a look: held for a week, or omitted';

/** Starts a fake of GitHub, and returns a function that keeps the issue about currencies like a workflow run. */
async function start(options?: GitHubApiOptions) {
  const api = await startGitHubApi([], options);
  stubGitHub(api);
  let runs = 0;
  const { signal } = new AbortController();
  return {
    issues: api.issues,
    edits: api.edits,
    states: () => api.issues.map(({ state }) => state),
    keep: (currencies: readonly CurrencyInDoubt[] | null, outcome = 'success') => {
      const run = `https://github.com/me/fork/actions/runs/${++runs}`;
      return keepIssue({ signal, outcome, run, hasIssues: true }, issueKinds.currencies, currencies);
    },
    close: () => Object.assign(api.issues[0] ?? {}, { state: 'closed' }),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('keepIssue (opens, edits and closes a GitHub issue about something that a person should look at)', () => {
  it('opens one issue with what is wrong, what a person can do, marks and a link to the workflow run', async () => {
    await using workflow = await start({ labels: ['currency-in-doubt'] });
    await workflow.keep([hkd, brl]);
    const { text, advice } = issueKinds.currencies;
    const body = [
      ...text([hkd, brl]),
      'What you can do:',
      advice.map((item) => `- ${item}`).join('\n'),
      'The workflow keeps this text up to date, and closes the issue when the list is empty. If you close the issue, ' +
        'it stays closed until the list has another currency, or a listed currency changes its state.',
      '<!-- HKD held 2026-09-21 -->\n<!-- BRL omitted 2026-09-21 -->',
      'The run that wrote this: https://github.com/me/fork/actions/runs/1',
    ].join('\n\n');
    expect(workflow.issues).toEqual([
      { number: 1, state: 'open', title, labels: ['currency-in-doubt'], body, comments: [] },
    ]);
  });

  it('recognizes its own issue even if the repository lacks the label for it', async () => {
    await using workflow = await start({ labels: [] });
    for (let times = 0; times < 2; times++) await workflow.keep([hkd]);
    expect(workflow.issues).toMatchObject([{ state: 'open', labels: [] }]);
  });

  it('doesn’t edit the issue if its text hasn’t changed', async () => {
    await using workflow = await start();
    await workflow.keep([hkd]);
    await workflow.keep([hkd]);
    Object.assign(workflow.issues[0] ?? {}, { body: workflow.issues[0]?.body.replaceAll('\n', '\r\n') });
    await workflow.keep([hkd]);
    expect([workflow.edits, workflow.states()]).toEqual([[], ['open']]);
  });

  it('edits the issue’s text only in the first run after the text changes', async () => {
    await using workflow = await start();
    await workflow.keep([hkd]);
    for (let run = 0; run < 2; run++) await workflow.keep([{ ...hkd, sourceValue: 8.3 }, brl]);
    expect(workflow.edits).toEqual(['body']);
    expect(workflow.issues).toMatchObject([{ state: 'open', comments: [] }]);
    expect(workflow.issues[0]?.body).toMatch(/8\.3[^]*BRL[^]*runs\/2$/);
  });

  it('opens the issue even if the publish failed', async () => {
    await using workflow = await start();
    await workflow.keep([hkd], 'failure');
    await workflow.keep([brl], 'cancelled');
    expect([workflow.edits, workflow.states()]).toEqual([['body'], ['open']]);
  });

  it('closes the issue if a successful publish has nothing to look at', async () => {
    await using workflow = await start();
    await workflow.keep([hkd]);
    await workflow.keep(null, 'failure');
    expect(workflow.states()).toEqual(['open']);
    await workflow.keep(null);
    await workflow.keep(null);
    const comments = ['No currency needs a look anymore: https://github.com/me/fork/actions/runs/3'];
    expect(workflow.issues).toMatchObject([{ state: 'closed', comments }]);
    await workflow.keep([hkd]);
    expect(workflow.states()).toEqual(['closed', 'open']);
  });

  it('after a person closes the issue, opens another issue only for a new mark', async () => {
    await using workflow = await start();
    await workflow.keep([hkd, brl]);
    workflow.close();
    await workflow.keep([hkd, brl]);
    await workflow.keep([{ ...hkd, sourceValue: 8.3 }]);
    expect(workflow.states()).toEqual(['closed']);
    await workflow.keep([{ ...hkd, state: 'omitted', since: '2026-10-20' }]);
    expect(workflow.states()).toEqual(['closed', 'open']);
  });

  it('never changes an issue that has the same title but a different author', async () => {
    await using workflow = await start();
    const theirs = { number: 1, state: 'open', title, labels: [], body: 'mine', comments: [], author: 'me' };
    workflow.issues.push({ ...theirs });
    await workflow.keep(null);
    await workflow.keep([hkd]);
    await workflow.keep(null);
    expect(workflow.issues).toEqual([theirs, expect.objectContaining({ state: 'closed' })]);
  });
});
