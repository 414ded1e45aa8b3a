/** A status, and what the body is. */
export type Answer = number | readonly [status: number, body: string];

/** A path, and what is special about the request. */
type Request = string | readonly [path: string, label: string];

/** A request with the original API's response, and with ours if it differs on purpose. */
export type ComparedRequest<A extends Answer> = readonly [request: Request, theirs: A, ours?: A];

/** What fixer.io's error codes mean. */
const codeMeanings: Readonly<Record<string, string>> = {
  101: 'no API key',
  106: 'no rates',
  201: 'invalid base',
  202: 'invalid symbols',
  302: 'invalid date',
};

/**
 * The cases of a table, for `it.each`.
 *
 * @param original - the name of the original API
 * @returns a title that says whether our response is like the original API's, the path, and our response
 */
export function withTitles<A extends Answer>(original: string, requests: readonly ComparedRequest<A>[]) {
  return requests.map(([request, theirs, ours = theirs]) => {
    const [path, label] = [request].flat() as [string, string?];
    const asked = label === undefined ? path : `${label}: ${path}`;
    const comparison = ours === theirs ? `like ${original}` : difference(original, theirs, ours);
    return [`${asked} returns ${shown(ours)}, ${comparison}`, path, ours] as const;
  });
}

/** What the original API does differently. */
function difference(original: string, theirs: Answer, ours: Answer): string {
  const [[status], [ourStatus]] = [partsOf(theirs), partsOf(ours)];
  if (status === ourStatus && status >= 400) return `like ${original}, whose text differs`;
  return `unlike ${original} (${shown(theirs) === shown(ours) ? 'other rates' : shown(theirs)})`;
}

function partsOf(answer: Answer): readonly [status: number, body?: string] {
  return typeof answer === 'number' ? [answer] : answer;
}

function shown(answer: Answer): string {
  const [status, body] = partsOf(answer);
  if (body === undefined) return `status ${status}`;
  if (body === '[]') return `status ${status} and an empty list`;
  if (body.startsWith('{"amount"')) return `status ${status} and rates`;
  // fixer.io sends errors with status 200.
  const code = /^error (\d+)$/.exec(body)?.[1];
  if (code !== undefined) return `status ${status} and error code ${code} (${codeMeanings[code] ?? 'unknown'})`;
  if (status < 400) return `status ${status} and ${body}`;
  // Only the first sentence.
  const [error] = (/^\{"message":"([^"]+)/.exec(body)?.[1] ?? body).split('. ');
  return `status ${status} and the error “${error}”`;
}
