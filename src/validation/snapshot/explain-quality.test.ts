import { describe, expect, it } from 'vitest';
import { type Cell, factsOf, sourceValuesOf } from '../../testing/data/source-values.ts';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { explainQuality } from './explain-quality.ts';
import { validateCurrency } from '../currency/validate-currency.ts';
import { type Quality, type QualityReason, type QualityState, reasonsInWords, statesInWords } from './quality.ts';

const qualityStates = Object.keys(statesInWords) as QualityState[];
const qualityReasons = Object.keys(reasonsInWords) as QualityReason[];

const states: Readonly<Record<QualityState, Partial<Quality>>> = {
  held: { published: 0.75, published_as_of: '2026-09-29', basis: 'last_good_rate' },
  omitted: { published: null, published_as_of: null },
  accepted: { published: 1, published_as_of: '2026-09-30' },
  frozen: { published: 1, published_as_of: '2026-09-30' },
};

const of = (state: QualityState, reason: QualityReason, changes: Partial<Quality> = {}): Quality => ({
  state,
  reason,
  since: '2026-09-30',
  published: 0.75,
  published_as_of: '2026-09-29',
  basis: null,
  source_value: 1,
  agreeing_datasets: 1,
  needed_datasets: null,
  bound: null,
  witnesses: [],
  ends_by: null,
  ...states[state],
  ...changes,
});

const PUBLISHED = ' The published rate is 0.75 of 2026-09-29, the last good rate.';
const OMITTED = ' No rate is published, because there is no good rate of the last 30 days.';
const DOUBT = ' The state ends only when the source has a value that isn’t in doubt.';
const END = '2026-10-02' as const;
const counted = (agreeing_datasets: number, needed_datasets: number) => ({
  ...{ agreeing_datasets, needed_datasets, ends_by: END },
});
/** The date of the dataset if the needed datasets can agree by {@link END}. */
const dateOf = ({ agreeing_datasets, needed_datasets }: Quality) =>
  dateOfDay(dayNumber(END) - ((needed_datasets ?? 1) - agreeing_datasets));
const COUNTED = ' If the next datasets agree too, the state ends by 2026-10-02 at the latest.';
const UNTIL = ' If the value is still in doubt or missing on 2026-10-02, the currency is omitted.';
const two = ['api.frankfurter.dev', 'api.coinbase.com'];
const [one = ''] = two;

const table: readonly (readonly [Quality, text: string])[] = [
  [
    of('held', 'implausible_move', { ...counted(1, 3), bound: 1.03 }),
    `since 2026-09-30: the source’s 1 is more than a factor of 1.03 away from the last good rate. 1 of the 3 needed datasets agrees.${COUNTED}${PUBLISHED}`,
  ],
  [
    of('held', 'implausible_move', { ...counted(4, 10), bound: 1.158, witnesses: [one] }),
    `since 2026-09-30: the source’s 1 is more than a factor of 1.158 away from the last good rate, and the witness api.frankfurter.dev has another level. 4 of the 10 needed datasets agree.${COUNTED}${PUBLISHED}`,
  ],
  [
    of('held', 'implausible_move', { ...counted(4, 30), bound: 1.02, basis: 'official_parity' }),
    `since 2026-09-30: the source’s 1 is more than a factor of 1.02 away from its official parity. 4 of the 30 needed datasets agree.${COUNTED} The published rate is 0.75 of 2026-09-29, the official parity times the anchor’s published rate.`,
  ],
  [
    of('held', 'implausible_move', { basis: 'new_unit' }),
    `since 2026-09-30: the source’s 1 is a larger move than markets make in so few days.${DOUBT} The published rate is 0.75 of 2026-09-29, the last good rate, converted to the new unit.`,
  ],
  [
    of('held', 'missing', { source_value: null, agreeing_datasets: 0, needed_datasets: 1, ends_by: '2026-10-02' }),
    `since 2026-09-30: the source has no value.${UNTIL}${PUBLISHED}`,
  ],
  [
    of('held', 'off_parity', { ...counted(3, 30), bound: 1.02 }),
    `since 2026-09-30: the source’s 1 is more than a factor of 1.02 away from its official parity. 3 of the 30 needed datasets agree.${COUNTED}${PUBLISHED}`,
  ],
  [
    of('held', 'off_parity', { needed_datasets: 30, witnesses: two }),
    `since 2026-09-30: the source’s 1 is too far from the currency’s official parity, and the witnesses api.frankfurter.dev and api.coinbase.com have another level. 1 of the 30 needed datasets agrees.${PUBLISHED}`,
  ],
  [
    of('held', 'old_unit'),
    `since 2026-09-30: the source’s 1 is quoted in the unit that a redenomination has replaced. The state ends only when the source quotes the new unit, or when a person corrects the redenomination in the site’s source code.${PUBLISHED}`,
  ],
  [
    of('held', 'known_fault'),
    `since 2026-09-30: the source’s 1 is listed as wrong, with a source, among the known faults. The state ends only when a person changes the list of known faults.${PUBLISHED}`,
  ],
  [
    of('held', 'known_fault', { ends_by: '2026-10-02' }),
    `since 2026-09-30: the source’s 1 is listed as wrong, with a source, among the known faults. The state ends by 2026-10-02 at the latest.${PUBLISHED}`,
  ],
  [
    of('held', 'base_slip'),
    `since 2026-09-30: all rates of the dataset are off by one and the same factor, because its base isn’t USD. The state ends only with a dataset whose base is USD.${PUBLISHED}`,
  ],
  [
    of('held', 'no_recent_rate', counted(1, 2)),
    `since 2026-09-30: there is no good rate of the last 30 days to compare the source’s 1 with. 1 of the 2 needed datasets agrees.${COUNTED}${PUBLISHED}`,
  ],
  [
    of('held', 'contradicted', { ...counted(0, 30), witnesses: two }),
    `since 2026-09-30: the witnesses api.frankfurter.dev and api.coinbase.com agree with each other on another level than the source’s 1. 0 of the 30 needed datasets agree.${UNTIL}${PUBLISHED}`,
  ],
  [
    of('held', 'contradicted', { ends_by: '2026-10-02' }),
    `since 2026-09-30: independent witnesses agree with each other on another level than the source’s 1.${UNTIL}${PUBLISHED}`,
  ],
  [
    of('omitted', 'missing', { source_value: null, agreeing_datasets: 0, needed_datasets: 1 }),
    `since 2026-09-30: the source has no value. The state can end only when the source has a value again.${OMITTED}`,
  ],
  [
    of('omitted', 'no_recent_rate', { ...counted(1, 2), source_value: 0.0000112, witnesses: [one] }),
    `since 2026-09-30: there is no good rate of the last 30 days to compare the source’s 0.0000112 with, and the witness api.frankfurter.dev has another level. 1 of the 2 needed datasets agrees.${COUNTED}${OMITTED}`,
  ],
  [
    of('accepted', 'datasets_agreed', { agreeing_datasets: 3, needed_datasets: 3 }),
    'since 2026-09-30: 3 datasets in a row agree on the level of the source’s 1, and 3 were needed. The source’s value is published as it is. The state ends with the next dataset.',
  ],
  [
    of('accepted', 'datasets_agreed', { agreeing_datasets: 2, ends_by: '2026-10-02' }),
    'since 2026-09-30: 2 datasets in a row agree on the level of the source’s 1. The source’s value is published as it is. The state ends by 2026-10-02 at the latest.',
  ],
  [
    of('accepted', 'confirmed', { needed_datasets: 3, witnesses: [one], ends_by: '2026-10-02' }),
    'since 2026-09-30: the witness api.frankfurter.dev has the same level as the source’s 1. The source’s value is published as it is. The state ends by 2026-10-02 at the latest.',
  ],
  [
    of('accepted', 'confirmed', { witnesses: two }),
    'since 2026-09-30: the witnesses api.frankfurter.dev and api.coinbase.com have the same level as the source’s 1. The source’s value is published as it is. The state ends with the next dataset.',
  ],
  [
    of('frozen', 'unchanged', { agreeing_datasets: 7 }),
    'since 2026-09-30: the source’s 1 has been the same on five business days or more, and the currency floats. The source’s value is published as it is. The state ends when the source’s digits change.',
  ],
];

const starts: Readonly<Record<QualityState, string>> = {
  held: 'GBP has been held',
  omitted: 'GBP is omitted. Its value has been in doubt or missing',
  accepted: 'GBP has had a new level',
  frozen: 'GBP has been frozen',
};

describe('explainQuality (explains the validation of a rate in words)', () => {
  it.each(table)('explains $0.state, $0.reason: $1', (quality, text) => {
    expect(explainQuality('GBP', quality, dateOf(quality))).toBe(`${starts[quality.state]} ${text}`);
  });

  it.each<[string, QualityState, readonly Cell[]]>([
    ['a new level', 'accepted', [100, 110]],
    ['a level that another value interrupted', 'omitted', [100, 110, 130, 110]],
    [
      'a level that other values interrupted for weeks',
      'omitted',
      [100, ...Array<number[]>(14).fill([110, 130]).flat(), 700],
    ],
    ['no value', 'omitted', [100, null]],
  ])('says truly when a currency will be accepted or omitted if the source repeats %s: %s', (_, state, cells) => {
    const facts = factsOf('peg', { parityFactor: 1.02 });
    const after = (days: number) => {
      const values = sourceValuesOf([...cells, ...Array<Cell>(days).fill(cells.at(-1) ?? null)], { parity: 100 });
      return { decision: validateCurrency(facts, values).decisions.at(-1), date: values.at(-1)?.date ?? expect.fail() };
    };
    const { decision: held, date } = after(0);
    if (held === undefined || held === 'ok') throw new Error('not in doubt');
    expect(explainQuality('GBP', held, date).includes(', the currency is omitted')).toBe(state === 'omitted');
    const days = dayNumber(held.ends_by ?? expect.fail()) - dayNumber(date);
    expect([after(days - 1).decision, after(days).decision]).toMatchObject([{ state: 'held' }, { state }]);
  });

  it('is tested with every state and every reason', () => {
    expect(new Set(table.map(([{ state }]) => state))).toEqual(new Set(qualityStates));
    expect(new Set(table.map(([{ reason }]) => reason))).toEqual(new Set(qualityReasons));
  });

  it('returns complete sentences for every combination of state and reason', () => {
    for (const state of qualityStates) {
      for (const reason of qualityReasons) {
        const text = explainQuality('GBP', of(state, reason), '2026-09-30');
        expect(text).toMatch(/^GBP (has|is) .* since 2026-09-30: [^:]+\.$/);
        expect(text).not.toMatch(/null|undefined|\.\.|,\./);
      }
    }
  });
});
