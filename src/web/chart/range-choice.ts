import type { Coverage } from '../../rates/coverage.ts';
import { isRange, type Range, rangesWithin } from './chart-range.ts';

/**
 * Selects a range in the page's list, and hides the ranges that are longer than all days. If the range is hidden, it
 * shows all days, so that choice is selected.
 */
export function showRange(range: Range, reach: Coverage): void {
  const within = rangesWithin(reach);
  const selected = within.includes(range) ? range : 'all';
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="range"]')) {
    radio.checked = radio.value === selected;
    const label = radio.closest('label');
    if (label) label.hidden = !(isRange(radio.value) && within.includes(radio.value));
  }
}
