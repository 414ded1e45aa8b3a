import { formats } from '../api/compat/formats.ts';
import { completeRequest, type Endpoint } from '../api/declaration/endpoint.ts';
import type { Parameter } from '../api/declaration/parameters.ts';
import { endpoints, versionedApi } from '../api/endpoints/endpoints.ts';
import { ApiError, unsupportedParameters } from '../api/error.ts';
import { present } from '../text/present.ts';

/** Texts of parameters by name. */
type Texts = ReadonlyMap<string, string>;

/**
 * Rejects the parameters that an endpoint of our own API doesn't take, if any endpoint takes a parameter of that name.
 * Synonyms, such as `start_date` for `start`, other cases and `name[]` are rejected too. The response would be different
 * from what the caller expects. Parameters with any other name are ignored.
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
    } else if (knownNames.has(plain(name))) {
      const before = unsupported.get(name);
      unsupported.set(name, before === undefined ? text : `${before},${text}`);
    }
  }
  if (unsupported.size > 0)
    throw unsupportedParameters([...unsupported.keys()], advice(endpoint, supported, unsupported));
}

/** `Start-Date` and `start_date[]` → `startdate` */
function plain(name: string): string {
  const [beforeBracket = ''] = name.split('[', 1);
  return beforeBracket.replaceAll(/[\s_-]/g, '').toLowerCase();
}

const knownNames = new Set(
  [...endpoints, ...formats.flatMap((format) => format.endpoints)]
    .flatMap(({ parameters }) => Object.entries(parameters))
    .filter(([, { kind }]) => kind !== 'key')
    .flatMap(([name, { synonyms = [] }]) => [plain(name), ...synonyms]),
);

/** Suggests the request to the endpoint that takes most of the unsupported parameters, then most of all parameters. */
function advice(endpoint: Endpoint, supported: Texts, unsupported: Texts): string {
  const [best] = [endpoint, ...versionedApi.endpoints]
    .map((candidate) => translate(candidate, supported, unsupported))
    .filter(({ hasPath }) => hasPath)
    .sort((one, other) => other.replaced - one.replaced || other.score - one.score);
  const { lacking, request } = present(best, 'endpoint');
  return `Use ${lacking.length > 0 ? `${lacking.join(' and ')} in ` : ''}${request}`;
}

/** Writes a request as a request to another endpoint. */
function translate(endpoint: Endpoint, supported: Texts, unsupported: Texts) {
  const values = new Map<string, string>();
  let score = 0;
  const take = ([name, text]: Entry): string[] => {
    const [own, parameter] = parameterFor(endpoint, name, (own) => (values.get(own) ?? text) === text) ?? [];
    if (own === undefined || parameter === undefined) return [];
    if (isValid(parameter, text, own)) {
      values.set(own, text);
      // A synonym may mean something else in this API.
      score += own === plain(name) ? 2 : 1;
    }
    return [own];
  };
  const entriesOf = (texts: Texts) => [...texts].flatMap((entry) => (hasPair(endpoint) ? [entry] : partsOf(entry)));
  entriesOf(supported).forEach(take);
  const replacing = entriesOf(unsupported).flatMap(take);
  return {
    request: completeRequest(endpoint, values),
    hasPath: Array.from(endpoint.path.matchAll(/\{(\w+)\}/g)).every(([, name = '']) => values.has(name)),
    replaced: replacing.length,
    score,
    /** The parameters whose text isn't valid for this endpoint. */
    lacking: replacing.filter((name) => !values.has(name)),
  };
}

type Entry = readonly [name: string, text: string];

const hasPair = ({ parameters }: Endpoint) => Object.hasOwn(parameters, 'pair');

/** `pair` `eur-to-jpy` → `from` `EUR` and `to` `JPY` */
function partsOf(entry: Entry): Entry[] {
  const [name, text] = entry;
  const [from = '', to] = text.toUpperCase().split('-TO-');
  if (name !== 'pair' || to === undefined) return [entry];
  return [
    ['from', from],
    ['to', to],
  ];
}

/** The endpoint's parameter of this name or, if there is none, its first parameter with this synonym. */
function parameterFor({ parameters }: Endpoint, name: string, isFree: (own: string) => boolean) {
  const wanted = plain(name);
  const free = Object.entries(parameters).filter(([own]) => isFree(own));
  return free.find(([own]) => own === wanted) ?? free.find(([, { synonyms = [] }]) => synonyms.includes(wanted));
}

function isValid(parameter: Parameter, text: string, name: string): boolean {
  try {
    parameter.parse(text, name);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
