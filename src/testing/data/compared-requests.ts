/** A status, and what the body is. */
export type Answer = number | readonly [status: number, body: string];

/** A request with the original API's response, and with ours if it differs on purpose. */
export type ComparedRequest<A extends Answer> = readonly [path: string, theirs: A, ours?: A];

/** Maximum characters of a response in a title. */
const SHOWN = 60;

/**
 * The cases of a table, for `it.each`.
 *
 * @returns a title that says whether our response is like the original API's, the path, and our response
 */
export function withTitles<A extends Answer>(requests: readonly ComparedRequest<A>[]) {
  return requests.map(([path, theirs, ours = theirs]) => {
    const isSameStatus = statusOf(ours) === statusOf(theirs);
    const isOtherBody = isSameStatus && (statusOf(ours) >= 400 || shown(ours) === shown(theirs));
    const difference = isOtherBody ? 'whose body differs' : `which has ${shown(theirs)}`;
    const original = ours === theirs ? 'like the original API' : `unlike the original API, ${difference}`;
    return [`${path} with ${shown(ours)}, ${original}`, path, ours] as const;
  });
}

function statusOf(answer: Answer): number {
  return typeof answer === 'number' ? answer : answer[0];
}

function shown(answer: Answer): string {
  const [status, body] = [answer].flat() as [number, string?];
  if (body === undefined) return `status ${status}`;
  const text = body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body;
  if (text === '[]') return `status ${status} and an empty list`;
  if (text.startsWith('{"amount"')) return `status ${status} and rates`;
  // fixer.io sends errors with status 200.
  const code = /^error (\d+)$/.exec(text)?.[1];
  if (code !== undefined) return `status ${status} and error code ${code}`;
  const error = /^\{"message":"([^"]+)/.exec(text)?.[1] ?? text;
  return `status ${status} and ${status < 400 ? text : `the error “${error}”`}`;
}
