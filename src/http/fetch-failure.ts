/** The reason why a request got no response. fetch itself only reports "fetch failed". */
export function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no complete response in time';
  // A host with several IP addresses fails with one error for each.
  const reason = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  return reason === undefined ? error.message : fetchFailure(reason);
}
