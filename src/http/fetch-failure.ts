/** Why a request got no answer, for people: fetch itself says no more than "fetch failed". */
export function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no whole answer in time';
  // A name with several addresses fails with one error for each.
  const reason = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  return reason === undefined ? error.message : fetchFailure(reason);
}
