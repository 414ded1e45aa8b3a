import { allFormats } from '../api/compat/formats.ts';
import { isCacheBuster } from '../api/declaration/cache-busters.ts';
import type { Endpoint } from '../api/declaration/endpoint.ts';
import { plainName } from '../api/declaration/synonyms.ts';
import type { OwnApi } from '../api/endpoints/endpoints.ts';
import { repeatedParameters, unsupportedParameters } from '../api/error.ts';
import { suggestRequest, type Texts } from './suggest-request.ts';

/**
 * Rejects a query that an endpoint of our own API would answer with something other than the caller expects:
 *
 * - a name that the endpoint doesn't have. The API without a version ignores names that no endpoint has. Synonyms, such as
 *   `start_date` for `start`, other cases and `name[]` count as that name.
 * - below `/api/v1`, a parameter with several values, unless it's a list
 *
 * Empty parameters count as missing.
 *
 * @param inPath the path's parameters
 * @throws {ApiError} that says which request to send instead
 */
export function checkQuery(api: OwnApi, endpoint: Endpoint, inPath: Texts, query: URLSearchParams): void {
  const supported = new Map<string, string[]>();
  const unsupported = new Map<string, string[]>();
  for (const [name, text] of query) {
    if (text.trim() === '') continue;
    if (Object.hasOwn(endpoint.parameters, name) && !inPath.has(name)) add(supported, name, text);
    else if (api.isStrict ? !isCacheBuster(name, text) : knownNames.has(plainName(name))) add(unsupported, name, text);
  }
  const isRepeated = ([name, texts]: Given) => texts.length > 1 && endpoint.parameters[name]?.kind !== 'codes';
  const repeated = api.isStrict ? [...supported].filter(isRepeated) : [];
  const wrong = [...repeated, ...unsupported];
  if (wrong.length === 0) return;
  // An invalid path has no corresponding request.
  for (const [name, text] of inPath) endpoint.parameters[name]?.parse(text, name);
  const counts = ([name]: readonly [string, unknown]) => supported.has(name) && !repeated.some(([own]) => own === name);
  const taken = new Map([...inPath, ...[...api.read(query, endpoint)].filter(counts)]);
  const advice = suggestRequest(endpoint, taken, joined(wrong), api.isStrict);
  throw unsupported.size > 0
    ? unsupportedParameters([...unsupported.keys()], advice)
    : repeatedParameters(
        repeated.map(([name]) => name),
        advice,
      );
}

type Given = readonly [name: string, texts: readonly string[]];

function add(byName: Map<string, string[]>, name: string, text: string): void {
  const texts = byName.get(name);
  if (texts) texts.push(text);
  else byName.set(name, [text]);
}

/** `to=EUR&to=GBP` → `EUR,GBP`, which a parameter with a list takes. */
function joined(given: readonly Given[]): Texts {
  return new Map(given.map(([name, texts]) => [name, [...new Set(texts)].join()]));
}

const knownNames = new Set(
  allFormats
    .flatMap((format) => format.endpoints)
    .flatMap(({ parameters }) => Object.entries(parameters))
    .filter(([, { kind }]) => kind !== 'key')
    .flatMap(([name, { synonyms = [] }]) => [plainName(name), ...synonyms]),
);
