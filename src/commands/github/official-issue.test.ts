import { describe, expect, it } from 'vitest';
import { type OfficialRates, overdueRates } from '../../archive/official-rates.ts';
import { issueKeeper } from '../../testing/servers/issue-keeper.ts';
import { CommandError } from '../terminal/command.ts';
import { keepOfficialIssue } from './official-issue.ts';

const overdue = { asOf: '2026-04-13', since: '2026-04-14T16:00:00.000Z' };
const workflow = issueKeeper(keepOfficialIssue);
const { keep } = workflow;

describe('overdueRates (returns the date of official rates that are too old, or null)', () => {
  const days = [{ date: '2026-04-13', rates: new Map() }];
  const problem = { problem: 'answered with status 404', since: overdue.since };
  it.each<[string, OfficialRates['problem'], string, typeof overdue | null]>([
    ['null if the newest rates are five business days old', problem, '2026-04-20T23:00:00.000Z', null],
    [
      'the newest rates’ date if the newest rates are more than five business days old',
      problem,
      '2026-04-21T00:00:00.000Z',
      overdue,
    ],
    [
      'null even if the newest rates are a month old, because the last download had no problem',
      null,
      '2026-05-20T00:00:00.000Z',
      null,
    ],
  ])('returns %s', (_, problem, now, expected) => {
    expect(overdueRates({ days, problem }, now)).toEqual(expected);
  });
});

describe('keepOfficialIssue (opens and closes a GitHub issue about official rates that are too old)', () => {
  it('keeps one issue open while the rates are too old, and closes the issue afterwards', async () => {
    for (let times = 0; times < 2; times++) await keep(overdue);
    expect(workflow.api.issues).toMatchObject([
      { state: 'open', title: 'The official rates have been old for a week' },
    ]);
    expect(workflow.api.issues[0]?.body).toContain(
      'are from 2026-04-13. Since 2026-04-14T16:00:00.000Z, the bank’s file',
    );
    await keep('');
    await keep(null);
    expect(workflow.api.issues).toMatchObject([{ state: 'closed' }]);
    await keep({ ...overdue, asOf: '2026-06-01' });
    expect(workflow.api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it.each([
    ['isn’t JSON', 'nonsense'],
    ['is a list', '[]'],
    ['is an empty object', '{}'],
    ['has a date that doesn’t exist', '{"asOf":"2026-02-30","since":"2026-04-14T16:00:00.000Z"}'],
    ['has “@me” in place of a time', '{"asOf":"2026-04-13","since":"@me"}'],
  ])('throws and changes nothing if the output of the publish %s', async (_, output) => {
    await expect(keep(output)).rejects.toThrow(CommandError);
    expect(workflow.api.issues).toEqual([]);
  });
});
