import { describe, expect, it } from 'vitest';
import { heldHkd as hkd } from '../../testing/data/held-hkd.ts';
import { explainQuality } from '../../validation/snapshot/explain-quality.ts';
import { type IssueKind, issueKinds } from './issue-kinds.ts';
import type { CurrencyInDoubt } from './publish-concerns.ts';

const omitted: CurrencyInDoubt = {
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
const spike = { date: '2026-04-14', reason: 'implausible', code: 'USD', value: 1e9, since: '2026-04-14' } as const;
const refusal = { ...spike, date: '2001-01-02', reason: 'too_many_changes', value: 1.5 } as const;
const old = { table: 'ecb', asOf: '2026-04-13', oldSince: '2026-04-14T16:00:00.000Z', doubts: [] };
const [since, asOf] = ['2026-09-30T00:23:00.000Z', '2026-09-27'];

interface Case {
  readonly name: string;
  readonly summary: string;
  /** Parts of the text that have the concern's data. */
  readonly parts: readonly string[];
  /** A new issue opens only if one of these marks is new. */
  readonly marks: readonly string[];
  readonly issue: Pick<IssueKind<void>, 'summary' | 'text' | 'marks'>;
}

/** A kind of issue about one concern. */
function about<Concern>({ summary, text, marks }: IssueKind<Concern>, concern: Concern): Case['issue'] {
  return { summary: () => summary(concern), text: () => text(concern), marks: () => marks(concern) };
}

const { failure, staleRates, officialRates, composedRates, currencies, schedule, mirror } = issueKinds;

const cases: Case[] = [
  {
    name: 'failed publishes since the last successful run',
    issue: about(failure, { since, hasSucceeded: true }),
    summary: 'Publishing has failed for a day',
    parts: [`No run of the publish workflow has succeeded since ${since}.`],
    marks: [`no success since ${since}`],
  },
  {
    // The oldest run leaves GitHub's list after a hundred runs, so the mark doesn't name it.
    name: 'failed publishes if no run ever succeeded',
    issue: about(failure, { since, hasSucceeded: false }),
    summary: 'Publishing has failed for a day',
    parts: ['has succeeded yet.'],
    marks: ['no success yet'],
  },
  {
    name: 'stale rates',
    issue: about(staleRates, {
      since,
      asOf,
      mirrors: [
        { mirror: 'https://one.example/usd.json', outcome: 'current', date: asOf },
        { mirror: 'https://two.example/usd.json', outcome: 'failed', date: null },
      ],
    }),
    summary: `The rates have been stale since ${since}`,
    parts: [
      `The published rates are from ${asOf}. They have been stale since ${since}`,
      `- \`https://one.example/usd.json\`: ${asOf}: the mirror’s dataset has the same date as the published dataset.\n` +
        '- `https://two.example/usd.json`: the mirror returned no usable dataset.\n\n',
    ],
    marks: [`stale since ${since}`],
  },
  {
    name: 'old official rates',
    issue: about(officialRates, [old]),
    summary: 'The newest official rates of the European Central Bank are from 2026-04-13',
    parts: ['of the European Central Bank are from 2026-04-13. Since 2026-04-14T16:00:00.000Z, its responses'],
    marks: ['ecb: official rates of 2026-04-13'],
  },
  {
    name: 'old official rates of a bank with several tables',
    issue: about(officialRates, [{ ...old, table: 'nbp-b' }]),
    summary: 'The newest official rates of Narodowy Bank Polski (nbp-b) are from 2026-04-13',
    parts: ['of Narodowy Bank Polski (nbp-b) are from 2026-04-13.'],
    marks: ['nbp-b: official rates of 2026-04-13'],
  },
  {
    name: 'official rates in doubt',
    issue: about(officialRates, [{ ...old, oldSince: null, doubts: [refusal, spike] }]),
    summary:
      'The file of the European Central Bank is in doubt: more than ten values that are older than two weeks are changed, ' +
      'the first is USD of 2001-01-02 (now 1.5); accepted on 2026-04-28 unless the bank changes them back',
    parts: [
      'USD of 2001-01-02 (now 1.5); accepted on 2026-04-28 unless the bank changes them back.\n' +
        '- USD of 2026-04-14 is 1000000000, more than 20% off the day before; accepted on 2026-04-28',
    ],
    marks: ['ecb: too_many_changes 2001-01-02 USD 2026-04-14', 'ecb: implausible 2026-04-14 USD 2026-04-14'],
  },
  {
    name: 'composed rates',
    issue: about(composedRates, {
      ...{ since: '2026-09-28', asOf: '2026-09-30', missing: ['BTC', 'CNH'] },
      mirrors: [{ mirror: 'https://one.example/usd.json', outcome: 'older', date: '2026-09-24' }],
    }),
    summary: 'Rates have been composed from official rates since 2026-09-28',
    parts: [
      'Since 2026-09-28, the rates of each business day have been composed',
      'the newest are from 2026-09-30.',
      '- `https://one.example/usd.json`: 2026-09-24: the mirror’s dataset is older than the published dataset.\n\n',
      'On 2026-09-30, no bank has these currencies: BTC, CNH.',
    ],
    marks: ['composed since 2026-09-28'],
  },
  {
    name: 'currencies in doubt',
    issue: about(currencies, [hkd, omitted]),
    summary: 'A currency needs a look: HKD, BRL',
    parts: [`\n- ${explainQuality('HKD', hkd)}\n- ${explainQuality('BRL', omitted)}`],
    marks: ['HKD held 2026-09-21', 'BRL omitted 2026-09-21'],
  },
  {
    name: 'a schedule that may stop',
    issue: about(schedule, { since, days: 46 }),
    summary: 'No commit for 46 days, and GitHub may disable the schedule after 60',
    parts: [`no commit on the default branch since ${since}.`],
    marks: [`no commit since ${since}`],
  },
  {
    name: 'an old mirror',
    issue: about(mirror, { since }),
    summary: `The mirror on GitHub Pages hasn’t been updated since ${since}`,
    parts: [`hasn’t been updated since ${since}. The site itself is published as usual.`],
    marks: [`no update since ${since}`],
  },
];

describe('issueKinds (texts of the issues that the workflow opens)', () => {
  it.each(cases)('say what is wrong, and identify it by marks: $name', ({ issue, summary, parts, marks }) => {
    expect([issue.summary(), issue.marks()]).toEqual([summary, marks]);
    const text = `${issue.text().join('\n\n')}\n\n`;
    for (const part of parts) expect(text).toContain(part);
  });

  it('say only what applies to official rates', () => {
    expect(issueKinds.officialRates.text([old]).join()).not.toContain('in doubt');
    const inDoubt = { ...old, oldSince: null, doubts: [spike] };
    expect(issueKinds.officialRates.text([inDoubt]).join()).not.toContain('newest published rates');
  });
});
