/** A response's status, optionally with its body or a short description of the body. */
export type Answer = number | readonly [status: number, body: string];

/** A path, optionally with a label that says what is special about the request. */
type Request = string | readonly [path: string, label: string];

/** A request, the original API's response, and Ratesheet's response if it differs on purpose. */
export type ComparedRequest<A extends Answer> = readonly [request: Request, theirs: A, ours?: A];

/** The meanings of fixer.io's error codes. */
const codeMeanings: Readonly<Record<string, string>> = {
  101: 'no API key',
  106: 'no rates',
  201: 'invalid base',
  202: 'invalid symbols',
  302: 'invalid date',
};

/**
 * The test cases for `it.each`.
 *
 * @param original - the name of the original API
 * @returns for each request: a title that compares the two responses, the path, and Ratesheet's response
 */
export function withTitles<A extends Answer>(original: string, requests: readonly ComparedRequest<A>[]) {
  return requests.map(([request, theirs, ours = theirs]) => {
    const [path, label] = [request].flat() as [string, string?];
    const asked = label === undefined ? path : `${label}: ${path}`;
    const comparison = ours === theirs ? `like ${original}` : difference(original, theirs, ours);
    return [`${asked} returns ${shown(ours)}, ${comparison}`, path, ours] as const;
  });
}

/** The part of a title that says how the original API's response differs. */
function difference(original: string, theirs: Answer, ours: Answer): string {
  const [[status], [ourStatus]] = [partsOf(theirs), partsOf(ours)];
  if (status === ourStatus && status >= 400) return `as from ${original}, which words the error otherwise`;
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
  // A title has only the first sentence of an error.
  const [error] = (/^\{"message":"([^"]+)/.exec(body)?.[1] ?? body).split('. ');
  return `status ${status} and the error “${error}”`;
}
