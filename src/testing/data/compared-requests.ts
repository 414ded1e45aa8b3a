/** A status, and what the body is. */
export type Answer = number | readonly [status: number, body: string];

/** A request with the original API's response, and with ours if it differs on purpose. */
export type ComparedRequest<A extends Answer> = readonly [path: string, theirs: A, ours?: A];

/** Maximum characters of a response in a title. */
const SHOWN = 60;

/**
 * The cases of a table, for `it.each`.
 *
 * @returns a title that says whether our response is like the original's, the path, and our response
 */
export function withTitles<A extends Answer>(requests: readonly ComparedRequest<A>[]) {
  return requests.map(([path, theirs, ours = theirs]) => {
    const original = ours === theirs ? 'like the original' : `unlike the original: ${shown(theirs)}`;
    return [`${path} with ${shown(ours)}, ${original}`, path, ours] as const;
  });
}

function shown(answer: Answer): string {
  const text = [answer].flat().join(' ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
