import { describe, expect, it } from 'vitest';
import { type OfficialConcern, officialConcern } from './official-concern.ts';
import type { OfficialDoubt } from '../../archive/official-doubts.ts';
import { undoubted } from '../../archive/official-rates.ts';
import { issueKeeper } from '../../testing/servers/issue-keeper.ts';
import { CommandError } from '../terminal/command.ts';
import { keepOfficialIssue } from './official-issue.ts';

const spike: OfficialDoubt = {
  date: '2026-04-14',
  reason: 'implausible',
  code: 'USD',
  value: 1000000000,
  since: '2026-04-14',
};
const refusal: OfficialDoubt = { ...spike, date: '2001-01-02', reason: 'too_many_changes', value: 1.5 };
const old = { asOf: '2026-04-13', oldSince: '2026-04-14T16:00:00.000Z', doubts: [] };
const workflow = issueKeeper(keepOfficialIssue);
const { keep } = workflow;

describe('officialConcern (returns what a person should know about official rates, or null)', () => {
  const rates = undoubted([{ date: '2026-04-13', rates: new Map() }]);
  const problem = { problem: 'responded with status 404', since: old.oldSince };
  it.each<[string, Partial<typeof rates>, string, OfficialConcern | null]>([
    ['null if the newest rates are five business days old', { problem }, '2026-04-20T23:00:00.000Z', null],
    [
      'the newest rates’ date if the newest rates are more than five business days old',
      { problem },
      '2026-04-21T00:00:00.000Z',
      old,
    ],
    [
      'null even if the newest rates are a month old, because the last download had no problem',
      {},
      '2026-05-20T00:00:00.000Z',
      null,
    ],
    ['null if a day has been in doubt for three days', { doubts: [spike] }, '2026-04-17T23:00:00.000Z', null],
    [
      'the day that has been in doubt for more than three days',
      { doubts: [spike] },
      '2026-04-18T00:00:00.000Z',
      { asOf: '2026-04-13', oldSince: null, doubts: [spike] },
    ],
    [
      'the doubt about a refused file at once',
      { doubts: [refusal, spike] },
      '2026-04-14T16:00:00.000Z',
      { asOf: '2026-04-13', oldSince: null, doubts: [refusal] },
    ],
  ])('returns %s', (_, changes, now, expected) => {
    expect(officialConcern({ ...rates, ...changes }, now)).toEqual(expected);
  });
});

describe('keepOfficialIssue (opens and closes a GitHub issue about official rates that need a person)', () => {
  it('keeps one issue open while the rates are too old, and closes the issue afterwards', async () => {
    for (let times = 0; times < 2; times++) await keep(old);
    expect(workflow.api.issues).toMatchObject([
      { state: 'open', title: 'The official rates need a look: old, or in doubt' },
    ]);
    expect(workflow.api.issues[0]?.body).toContain(
      'are from 2026-04-13. Since 2026-04-14T16:00:00.000Z, the bank’s file',
    );
    await keep('');
    await keep(null);
    expect(workflow.api.issues).toMatchObject([{ state: 'closed' }]);
    await keep({ ...old, asOf: '2026-06-01' });
    expect(workflow.api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('lists what is in doubt, and what happens on which day', async () => {
    await keep({ ...old, oldSince: null, doubts: [refusal, spike] });
    const body = workflow.api.issues[0]?.body;
    expect(body).toContain('USD of 2001-01-02 (now 1.5); accepted on 2026-04-28 unless the bank changes them back.');
    expect(body).toContain(
      '- USD of 2026-04-14 is 1000000000, more than 20% off the day before; accepted on 2026-04-28',
    );
    expect(body).not.toContain('The newest published rates');
    await keep(null);
    expect(workflow.api.issues).toMatchObject([{ state: 'closed' }]);
  });

  it.each([
    ['isn’t JSON', 'nonsense'],
    ['is a list', '[]'],
    ['is an empty object', '{}'],
    ['has a date that doesn’t exist', JSON.stringify({ ...old, asOf: '2026-02-30' })],
    ['has “@me” in place of a time', JSON.stringify({ ...old, oldSince: '@me' })],
    ['has “@me” in place of a reason', JSON.stringify({ ...old, doubts: [{ ...spike, reason: '@me' }] })],
    ['has “@me” in place of a currency', JSON.stringify({ ...old, doubts: [{ ...spike, code: '@me' }] })],
    ['has “@me” in place of a value', JSON.stringify({ ...old, doubts: [{ ...spike, value: '@me' }] })],
  ])('throws and changes nothing if the output of the publish %s', async (_, output) => {
    await expect(keep(output)).rejects.toThrow(CommandError);
    expect(workflow.api.issues).toEqual([]);
  });
});
