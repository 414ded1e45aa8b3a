import type { Coverage } from '../../money/coverage.ts';
import { isRange, type Range, rangesWithin } from './chart-range.ts';

/** The page's list of ranges. */
const radios = () => document.querySelectorAll<HTMLInputElement>('input[name="range"]');

/** Calls a function with each range that the visitor chooses. */
export function onRangeChoice(choose: (range: Range) => void): void {
  for (const radio of radios()) {
    radio.addEventListener('change', () => {
      if (isRange(radio.value)) choose(radio.value);
    });
  }
}

/**
 * Selects a range in the page's list, and hides the ranges that are longer than all days. If the range is hidden, it
 * shows all days, so that choice is selected.
 */
export function showRange(range: Range, reach: Coverage): void {
  const within = rangesWithin(reach);
  const selected = within.includes(range) ? range : 'all';
  for (const radio of radios()) {
    radio.checked = radio.value === selected;
    const label = radio.closest('label');
    if (label) label.hidden = !(isRange(radio.value) && within.includes(radio.value));
  }
}
