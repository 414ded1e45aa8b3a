/** The reason why a request got no response. fetch itself only reports "fetch failed". */
export function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no complete response in time';
  // If a host has several IP addresses, the AggregateError has an error for each address.
  const reason = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  return reason === undefined ? error.message : fetchFailure(reason);
}
