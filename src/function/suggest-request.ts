import { completeRequest, type Endpoint, parametersInPath } from '../api/declaration/endpoint.ts';
import type { Parameter } from '../api/declaration/parameters.ts';
import { plainName } from '../api/declaration/synonyms.ts';
import { versionedApi } from '../api/endpoints/endpoints.ts';
import { ApiError } from '../api/error.ts';
import { addresses } from '../api/paths.ts';
import { CODE } from '../currencies/code.ts';
import { unitOf } from '../currencies/sub-units.ts';
import { present } from '../text/present.ts';

/** Texts of parameters by name. */
export type Texts = ReadonlyMap<string, string>;

/**
 * Says which request to send instead of a request with unsupported parameters: a request with the same values to the
 * endpoint that takes most of them.
 *
 * @param supported the parameters that the endpoint takes
 */
export function suggestRequest(endpoint: Endpoint, supported: Texts, unsupported: Texts): string {
  const [best] = [endpoint, ...versionedApi.endpoints]
    .map((candidate) => translate(candidate, supported, unsupported))
    .filter(({ hasPath }) => hasPath)
    .sort(
      (one, other) =>
        one.dropped - other.dropped ||
        other.kept - one.kept ||
        other.replaced - one.replaced ||
        one.missing - other.missing ||
        similarity(endpoint, other.endpoint) - similarity(endpoint, one.endpoint),
    );
  return inWords(present(best, 'endpoint'), unsupported.size);
}

type Translation = ReturnType<typeof translate>;

function inWords({ endpoint, request, taken, invalid, missing }: Translation, count: number): string {
  const synthetic = `. Its rates are synthetic. For past rates, use ${addresses.history}`;
  const note = endpoint.isSynthetic ? synthetic : '';
  if (taken === 0) return `Omit ${count === 1 ? 'it' : 'them'}, as in ${request}${note}`;
  const names = invalid.length === 0 ? '' : `${invalid.join(' and ')} in `;
  return `Use ${names}${missing > 0 ? 'a request such as ' : ''}${request}${note}`;
}

/** Writes a request as a request to another endpoint. */
function translate(endpoint: Endpoint, supported: Texts, unsupported: Texts) {
  const { parameters } = endpoint;
  const values = new Map<string, string>();
  const invalid = new Set<string>();
  /** @returns whether the endpoint takes this text; undefined if it has no such parameter */
  const take = ([name, text]: Entry, isUnsupported: boolean): boolean | undefined => {
    const free = Object.entries(parameters).filter(([own]) => (values.get(own) ?? text) === text);
    const wanted = plainName(name);
    const possible = [
      ...free.filter(([own]) => own === wanted),
      ...free.filter(([own, { synonyms = [] }]) => own !== wanted && synonyms.includes(wanted)),
    ];
    const [first] = possible;
    const [own] = possible.find(([own, parameter]) => isValid(parameter, text, own)) ?? [];
    if (own !== undefined) {
      values.set(own, text);
      return true;
    }
    // If the endpoint has the parameter, but it isn't free, the request has another text for it.
    if (first === undefined || (Object.hasOwn(parameters, wanted) && first[0] !== wanted)) return undefined;
    // `period=30d` of a valid request has no counterpart in `start`, so the caller needn't write a `start`.
    if (isUnsupported || first[0] === wanted) invalid.add(first[0]);
    return false;
  };
  const takeAll = (texts: Texts, isUnsupported: boolean) =>
    Array.from(texts, (entry) => {
      const parts = Object.hasOwn(parameters, 'pair') ? [entry] : partsOf(entry);
      const taken = parts.map((part) => take(part, isUnsupported));
      return taken.includes(undefined) ? undefined : taken.every(Boolean);
    });
  const count = (taken: readonly unknown[]) => taken.filter((isTaken) => isTaken !== undefined).length;
  const kept = takeAll(supported, false);
  const replaced = takeAll(unsupported, true);
  const has = (name: string) => values.has(name) || invalid.has(name);
  return {
    endpoint,
    request: completeRequest(endpoint, values),
    /** Number of parameters that the endpoint doesn't have. */
    dropped: supported.size + unsupported.size - count(kept) - count(replaced),
    /** Number of supported parameters that the endpoint has. */
    kept: count(kept),
    /** Number of unsupported parameters that the endpoint has, and of those with a valid text. */
    taken: count(replaced),
    replaced: replaced.filter(Boolean).length,
    /** Number of required parameters that the original request doesn't have. */
    missing: Object.keys(parameters).filter((name) => parameters[name]?.isRequired && !has(name)).length,
    /** The parameters whose text isn't valid for the endpoint. */
    invalid: [...invalid].filter((name) => !values.has(name)),
    hasPath: parametersInPath(endpoint).every(has),
  };
}

type Entry = readonly [name: string, text: string];

/** A pair as two parameters: `pair` `eur-to-jpy`, `EURJPY` or `EUR/JPY` → `from` `EUR` and `to` `JPY` */
function partsOf(entry: Entry): Entry[] {
  const [, from, to] = /^([a-z\d]{3,5}?)(?:-to-|[-_/]?)([a-z\d]{3,5})$/i.exec(entry[1]) ?? [];
  if (entry[0] !== 'pair' || from === undefined || to === undefined) return [entry];
  return [
    ['from', unitOf(from)],
    ['to', unitOf(to)],
  ];
}

/** How many of an endpoint's parameters another endpoint has, too. A synonym counts half. */
function similarity({ parameters }: Endpoint, other: Endpoint): number {
  const points = Object.keys(parameters).map((name) => {
    if (Object.hasOwn(other.parameters, name)) return 1;
    return Object.values(other.parameters).some(({ synonyms }) => synonyms?.includes(name)) ? 0.5 : 0;
  });
  return points.reduce<number>((sum, point) => sum + point, 0);
}

function isValid(parameter: Parameter, text: string, name: string): boolean {
  // `/api/convert` reports an unknown code only after all other errors.
  if (parameter.kind === 'code') return CODE.test(unitOf(text));
  try {
    parameter.parse(text, name);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
