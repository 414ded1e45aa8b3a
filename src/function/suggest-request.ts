import { completeRequest, type Endpoint } from '../api/declaration/endpoint.ts';
import type { Parameter } from '../api/declaration/parameters.ts';
import { plainName } from '../api/declaration/synonyms.ts';
import { versionedApi } from '../api/endpoints/endpoints.ts';
import { ApiError } from '../api/error.ts';
import { addresses } from '../api/paths.ts';
import { isDate } from '../money/calendar.ts';
import { CODE } from '../money/currencies/code.ts';
import { unitOf } from '../money/currencies/sub-units.ts';
import { hasOneSlip } from '../text/one-slip.ts';
import { present } from '../text/present.ts';

/** Shorter names differ by one slip from too many others. */
const MIN_TYPO = 3;

/** Texts of parameters by name. */
export type Texts = ReadonlyMap<string, string>;

/**
 * Says which request to send instead of a request with parameters that the endpoint doesn't take as they are. The request
 * has the same values, and is for the endpoint that takes most of them.
 *
 * @param supported the parameters that the endpoint takes
 * @param isStrict whether the endpoint takes no other parameters, so that the caller should know their names
 */
export function suggestRequest(endpoint: Endpoint, supported: Texts, unsupported: Texts, isStrict: boolean): string {
  const [best] = [endpoint, ...versionedApi.endpoints]
    .map((candidate) => translate(candidate, supported, unsupported))
    .filter(({ endpoint: { path }, missing }) => !missing.some((name) => path.includes(`{${name}}`)))
    .sort(
      (one, other) =>
        one.dropped - other.dropped ||
        one.lost - other.lost ||
        one.invalid.length - other.invalid.length ||
        one.missing.length - other.missing.length ||
        one.renamed - other.renamed ||
        // A series replaces a synthetic series.
        (isSeries(endpoint) ? Number(isSeries(other.endpoint)) - Number(isSeries(one.endpoint)) : 0),
    );
  return inWords(present(best, 'endpoint'), unsupported.size, isStrict);
}

const isSeries = ({ isSynthetic, parameters }: Endpoint) => isSynthetic ?? Object.hasOwn(parameters, 'start');

type Translation = ReturnType<typeof translate>;

function inWords({ endpoint, request, isOmission, invalid, missing }: Translation, count: number, isStrict: boolean) {
  const synthetic = `. Its rates are synthetic. For past rates, use ${addresses.history}`;
  const note = endpoint.isSynthetic ? synthetic : '';
  if (isOmission) {
    const { path, parameters } = endpoint;
    const own = Object.keys(parameters).filter((name) => !path.includes(`{${name}}`));
    const supported = isStrict ? `Supported: ${own.join(', ')}. ` : '';
    return `${supported}Omit ${count === 1 ? 'it' : 'them'}, as in ${request}${note}`;
  }
  const names = invalid.length === 0 ? '' : `${invalid.join(' and ')} in `;
  return `Use ${names}${missing.length > 0 ? 'a request such as ' : ''}${request}${note}`;
}

/** Writes a request as a request to another endpoint. */
function translate(endpoint: Endpoint, supported: Texts, unsupported: Texts) {
  const { parameters, apart = [] } = endpoint;
  /** The new request's parameters. The text is empty if the original text isn't valid for the endpoint. */
  const values = new Map<string, string>();
  /** Whether a parameter can't be combined with one that has a value. */
  const isApart = (name: string) =>
    apart.some((pair) => pair.includes(name) && pair.some((other) => other !== name && values.has(other)));
  /** @returns whether the endpoint has the parameter, and has no other text for it */
  const take = ([name, text]: Entry, isUnsupported: boolean): boolean => {
    const wanted = plainName(name);
    const synonymous = Object.keys(parameters).filter((own) => parameters[own]?.synonyms?.includes(wanted));
    const names = [wanted, ...synonymous].filter((own) => Object.hasOwn(parameters, own) && !isApart(own));
    const isFree = (own: string) => [undefined, '', text].includes(values.get(own));
    const free = names.filter(isFree);
    const isTaken = (own: string) => isValid(present(parameters[own], own), text, own);
    const isTypo = (own: string) => Math.min(wanted.length, own.length) >= MIN_TYPO && hasOneSlip(wanted, own);
    const isGuess = (own: string) => isTypo(own) || (parameters[own]?.kind === 'date' && isDate(text));
    const guesses =
      isUnsupported && !knownNames.has(wanted)
        ? Object.keys(parameters).filter((own) => isGuess(own) && !isApart(own))
        : [];
    const valid = [...free, ...guesses.filter(isFree)].find(isTaken);
    const [first] = names;
    if (valid !== undefined) values.set(valid, text);
    else if (first === undefined || first !== free[0]) return false;
    // `period=30d` of a valid request has no counterpart in `start`, so the caller needn't write a `start`.
    else if (isUnsupported || first === wanted) values.set(first, '');
    return true;
  };
  const entriesOf = (texts: Texts) => (Object.hasOwn(parameters, 'pair') ? [...texts] : [...texts].flatMap(partsOf));
  const lost = entriesOf(supported).filter((entry) => !take(entry, false)).length;
  const others = entriesOf(unsupported);
  const omitted = others.filter((entry) => !take(entry, true)).length;
  return {
    endpoint,
    request: completeRequest(endpoint, values),
    /** Number of parameters that the endpoint doesn't have. */
    dropped: lost + omitted,
    /** Number of supported parameters among them. */
    lost,
    /** Whether the endpoint has none of the unsupported parameters. */
    isOmission: omitted === others.length,
    /** The parameters whose text isn't valid for the endpoint. */
    invalid: [...values.keys()].filter((name) => values.get(name) === ''),
    /** The required parameters that the original request doesn't have. */
    missing: Object.keys(parameters).filter((name) => parameters[name]?.isRequired && !values.has(name)),
    /** Number of supported parameters that have another name in the new request. */
    renamed: [...supported.keys()].filter((name) => !values.has(name)).length,
  };
}

const knownNames = new Set(
  versionedApi.endpoints
    .flatMap(({ parameters }) => Object.entries(parameters))
    .flatMap(([name, { synonyms = [] }]) => [name, ...synonyms]),
);

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
