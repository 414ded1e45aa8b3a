import { expect, it } from 'vitest';
import { dayNumber } from '../../money/calendar.ts';
import { factsOf, sourceValuesOf } from '../../testing/data/source-values.ts';
import { decide } from './decide.ts';
import { initialState } from './state.ts';

it.each([
  ['is held', 4],
  ['becomes valid', 1.2],
])('decide throws if the doubt about a value that %s would end on the day of its dataset or earlier', (_, rate) => {
  const facts = factsOf('minor');
  const [first, second, third] = sourceValuesOf([1, rate, rate]);
  if (!first || !second || !third) throw new Error('no values');
  const [state] = decide(facts, decide(facts, initialState, first)[0], second);
  expect(decide(facts, state, third)[1]).not.toBe('ok');
  // The day's number contradicts its date.
  const day = dayNumber(third.date) - 1;
  expect(() => decide(facts, state, { ...third, day: rate === 4 ? day - 1 : day })).toThrow(
    /^impossible decision about /,
  );
});
