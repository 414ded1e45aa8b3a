import labels from './labels.json' with { type: 'json' };

/** A currency that a label names, from one date on and until before another one. */
interface Span {
  readonly code: string;
  readonly from?: string;
  readonly until?: string;
}

/*
 * The US Treasury names currencies by labels such as `Albania-Lek`. The JSON has the code of each label. Some labels kept
 * their name when the currency got a new unit and a new code, and some may be older than the unit of their code, so they
 * have dates.
 */
const spansOf = new Map<string, readonly Span[]>(
  Object.entries(labels).map(([label, codes]) => [label, typeof codes === 'string' ? [{ code: codes }] : codes]),
);

/**
 * The code of the currency that a label names on a date. Null if it's a currency that the list has under another label,
 * or if the label has no currency on the date. Undefined if the label is unknown.
 */
export function codeOfLabel(label: string, date: string): string | null | undefined {
  const spans = spansOf.get(label);
  // Until 2025, the list also had the euro of each country.
  if (!spans) return label.endsWith('-Euro') ? null : undefined;
  return spans.find(({ from = '', until = '9999' }) => from <= date && date < until)?.code ?? null;
}
