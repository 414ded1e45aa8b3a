import { expect, it } from 'vitest';
import { axisNumbers, axisRange } from './axis-numbers.ts';

it.each([
  ['en-US', [0.84, 0.85, 0.86, 0.87], ['0.84', '0.85', '0.86', '0.87']],
  ['en-US', [0.9, 0.95, 1, 1.05], ['0.90', '0.95', '1.00', '1.05']],
  ['en-US', [0.1, 0.1 + 0.2, 0.5], ['0.1', '0.3', '0.5']],
  ['de-DE', [1000, 1002.5, 1005], ['1.000,0', '1.002,5', '1.005,0']],
  ['en-US', [175, 180], ['175', '180']],
  ['en-US', [0.000012, 0.0000125], ['0.0000120', '0.0000125']],
  ['en-US', [0.0000005, 0.00000055], ['0.00000050', '0.00000055']],
  ['en-US', [1.25e-11, 1.3e-11], ['1.25E-11', '1.3E-11']],
  ['en-US', [], []],
] as const)(
  'axisNumbers (gives all numbers on a chart’s axis equally many decimals) > in the locale %s, formats %j as %j',
  (locale, values, expected) => {
    expect(axisNumbers(values, locale)).toEqual(expected);
  },
);

it.each([
  [1, 1.1, [0.98, 1.12]],
  // The dirham is fixed at 3.6725 per dollar. The axis has 0.2% of that.
  [3.6724979, 3.6725, [3.6688, 3.6762]],
  [655.956996, 655.957004, [655.301, 656.613]],
  [2, 2, [1.998, 2.002]],
] as const)(
  'axisRange (leaves space for marks, and doesn’t magnify rounding) > from %d to %d',
  (low, high, expected) => {
    expect(
      axisRange(low, high).map((value) => Number(value.toPrecision(5 + Math.floor(Math.log10(high) / 2)))),
    ).toEqual(expected);
  },
);
