import type { Quality } from '../../validation/snapshot/quality.ts';

/** A heavily traded currency that has been held for more than a week. */
export const heldHkd: Quality & { readonly code: string } = {
  code: 'HKD',
  state: 'held',
  reason: 'off_parity',
  since: '2026-09-21',
  published: 7.8,
  published_as_of: '2026-09-20',
  basis: 'last_good_rate',
  source_value: 8.2,
  agreeing_datasets: 9,
  needed_datasets: 30,
  bound: 1.02,
  witnesses: [],
  ends_by: '2026-10-20',
};
