/** A request, Ratesheet's response and, if the original API's response differs on purpose, what that response is. */
export type ComparedRequest<A> = readonly [path: string, ours: A, theirs?: string];

/** Test cases for `it.each` with a title such as `respond to %s`: the compared request, its path and our response. */
export function withTitles<A>(original: string, requests: readonly ComparedRequest<A>[]) {
  return requests.map(([path, ours, theirs]) => {
    const comparison = theirs === undefined ? `like ${original}` : `unlike ${original} (${theirs})`;
    return [`${path} ${comparison}`, path, ours] as const;
  });
}
