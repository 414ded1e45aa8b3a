import { allFormats } from '../api/compat/formats.ts';
import type { Endpoint } from '../api/declaration/endpoint.ts';
import { plainName } from '../api/declaration/synonyms.ts';
import { unsupportedParameters } from '../api/error.ts';
import { suggestRequest, type Texts } from './suggest-request.ts';

/**
 * Rejects the parameters that an endpoint of our own API doesn't take, if any endpoint takes a parameter of that name,
 * because the response would differ from what the caller expects. Synonyms, such as `start_date` for `start`, other
 * cases and `name[]` count as that name. Any other parameter is ignored.
 *
 * @param inPath the path's parameters
 * @throws {ApiError} that says which request to send instead
 */
export function assertSupported(endpoint: Endpoint, inPath: Texts, query: URLSearchParams): void {
  const supported = new Map(inPath);
  const unsupported = new Map<string, string>();
  for (const [name, text] of query) {
    if (text.trim() === '') continue;
    if (Object.hasOwn(endpoint.parameters, name) && !inPath.has(name)) {
      if (!supported.has(name)) supported.set(name, text);
    } else if (knownNames.has(plainName(name))) {
      const before = unsupported.get(name);
      unsupported.set(name, before === undefined ? text : `${before},${text}`);
    }
  }
  if (unsupported.size === 0) return;
  // An invalid path has no corresponding request.
  for (const [name, text] of inPath) endpoint.parameters[name]?.parse(text, name);
  throw unsupportedParameters([...unsupported.keys()], suggestRequest(endpoint, supported, unsupported));
}

const knownNames = new Set(
  allFormats
    .flatMap((format) => format.endpoints)
    .flatMap(({ parameters }) => Object.entries(parameters))
    .filter(([, { kind }]) => kind !== 'key')
    .flatMap(([name, { synonyms = [] }]) => [plainName(name), ...synonyms]),
);
