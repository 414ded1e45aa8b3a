import { completeRequest, type Endpoint } from '../api/declaration/endpoint.ts';
import type { Parameter } from '../api/declaration/parameters.ts';
import { plainName } from '../api/declaration/synonyms.ts';
import { versionedApi } from '../api/endpoints/endpoints.ts';
import { ApiError } from '../api/error.ts';
import { present } from '../text/present.ts';

/** Texts of parameters by name. */
export type Texts = ReadonlyMap<string, string>;

/**
 * Suggests a request with the same values, to the endpoint that takes most of the unsupported parameters. If several
 * do, the endpoint that takes most of all parameters is suggested.
 *
 * @returns the request or, if a value isn't valid there, `start in /api/v1/history?from=EUR&to=JPY`
 */
export function suggestRequest(endpoint: Endpoint, supported: Texts, unsupported: Texts): string {
  const [best] = [endpoint, ...versionedApi.endpoints]
    .map((candidate) => translate(candidate, supported, unsupported))
    .filter(({ hasPath }) => hasPath)
    .sort((one, other) => other.replaced - one.replaced || other.score - one.score);
  const { lacking, request } = present(best, 'endpoint');
  return lacking.length === 0 ? request : `${lacking.join(' and ')} in ${request}`;
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
      score += own === plainName(name) ? 2 : 1;
    }
    return [own];
  };
  const entriesOf = (texts: Texts) =>
    [...texts].flatMap((entry) => (Object.hasOwn(endpoint.parameters, 'pair') ? [entry] : inTwo(entry)));
  entriesOf(supported).forEach(take);
  const replacing = entriesOf(unsupported).flatMap(take);
  return {
    request: completeRequest(endpoint, values),
    hasPath: Array.from(endpoint.path.matchAll(/\{(\w+)\}/g)).every(([, name = '']) => values.has(name)),
    replaced: replacing.length,
    score,
    /** The parameters that the request needs, but whose text isn't valid. */
    lacking: replacing.filter((name) => !values.has(name)),
  };
}

type Entry = readonly [name: string, text: string];

/** A pair as two parameters: `pair` `eur-to-jpy` → `from` `EUR` and `to` `JPY`. Any other parameter stays as it is. */
function inTwo(entry: Entry): Entry[] {
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
  const wanted = plainName(name);
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
