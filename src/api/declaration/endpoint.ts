import type { z } from 'zod';
import { unitOf } from '../../money/currencies/sub-units.ts';
import { missingParameters, parametersApart } from '../error.ts';
import type { Examples } from './examples.ts';
import type { Parameters, Values } from './parameters.ts';
import type { Site } from '../query/site.ts';
import { requestAddress } from '../request-address.ts';
import type { Table } from '../tables.ts';

/**
 * An endpoint of the Pages Function, of our own API or in another API's format. Its route, the parameters that it takes
 * and the requests that check a site follow from this declaration.
 */
export interface Endpoint<P extends Parameters = Parameters> {
  /** `{name}` stands for a parameter in the path. */
  readonly path: string;
  /** Parameters by name. This order is the order of checks and of the documentation. */
  readonly parameters: P;
  /** The schema of a JSON response; omitted for a table. The Pages Function's bundle doesn't have it. */
  readonly schema?: z.ZodType;
  /** Whether its rates are invented. The response then has a header that says so. */
  readonly isSynthetic?: true;
  /** Pairs of parameters that can't be combined. The example request has the first of each pair. */
  readonly apart?: Apart;
  /** Other parameters are ignored here. The format's other endpoints reject them. */
  readonly ignoresOthers?: true;
  /** The source of the rates, if the endpoint has no parameter `source`. Omitted for market rates. */
  readonly datesOf?: string;
  /**
   * Returns the response's body.
   *
   * @throws {ApiError} if the request is invalid, or if the requested rates don't exist
   */
  handle(values: Values<P>, site: Site): Promise<string | Table>;
}

export type Apart = readonly (readonly [one: string, other: string])[];

export interface OwnEndpoint<P extends Parameters = Parameters> extends Endpoint<P> {
  /** The response to the example request. */
  example(examples: Examples): object | string;
  /** Whether the path with `.json` is a static file, which ignores the query. */
  readonly hasFile?: true;
  /** The Pages Function's bundle doesn't have it. */
  readonly documentation: Documentation;
}

export interface Documentation {
  readonly operationId: string;
  readonly tag: 'rates' | 'pairs' | 'past' | 'synthetic';
  readonly summary: string;
  readonly description?: string;
  /** The columns of a table. */
  readonly table?: string;
  /** Which requests have a static file, if not all. */
  readonly file?: string;
}

/** Infers the types of a handler's values from the endpoint's parameters. */
export function ownEndpoint<const P extends Parameters>(declaration: OwnEndpoint<P>): OwnEndpoint<P> {
  return declaration;
}

/** As {@link ownEndpoint}, for an endpoint in another API's format. */
export function endpoint<const P extends Parameters>(declaration: Endpoint<P>): Endpoint<P> {
  return declaration;
}

/** `/api/rates/{pair}` → `/^\/api\/rates\/(?<pair>[^/]+)$/` */
export function expressionOf({ path, parameters }: Endpoint): RegExp {
  const form = path
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${parameters[name]?.form ?? '[^/]+'})`);
  return new RegExp(`^${form}$`);
}

/**
 * Parses the parameters of a request.
 *
 * @param texts the texts of the parameters by name, from the path and the query
 * @throws {ApiError} if a parameter is missing or invalid
 */
export function valuesOf<P extends Parameters>(
  { path, parameters }: Pick<Endpoint<P>, 'path' | 'parameters'>,
  texts: ReadonlyMap<string, string>,
): Values<P> {
  return parseTexts(parameters, texts, () => completeRequest({ path, parameters }, texts));
}

/**
 * Parses the texts of parameters, by name.
 *
 * @param example returns a request with the missing parameters
 * @throws {ApiError} if a parameter is missing or invalid
 */
export function parseTexts<P extends Parameters>(
  parameters: P,
  texts: ReadonlyMap<string, string>,
  example: () => string,
): Values<P> {
  const all = Object.entries(parameters);
  const missing = all.flatMap(([name, { isRequired }]) => (isRequired && !texts.has(name) ? [name] : []));
  if (missing.length > 0) throw missingParameters(missing, example());
  return Object.fromEntries(
    all.map(([name, parameter]) => {
      const text = texts.get(name) ?? parameter.default;
      return [name, text === undefined ? undefined : parameter.parse(text, name)];
    }),
  ) as Values<P>;
}

/** Whether the example request has a parameter: it has the first of each pair. */
export function isInExample(name: string, apart: Apart): boolean {
  return !apart.some(([, other]) => other === name);
}

/** @throws {ApiError} if a request has two parameters that can't be combined */
export function assertApart(apart: Apart | undefined, texts: ReadonlyMap<string, string>): void {
  const pair = apart?.find((pair) => pair.every((name) => texts.has(name)));
  if (pair) throw parametersApart(pair);
}

/** Maximum characters of a value that an example repeats. */
const MAX_EXAMPLE_CHARACTERS = 40;

/**
 * A request with its missing parameters filled in. API keys, unknown parameters and long values are omitted.
 */
export function completeRequest(
  { path, parameters }: Pick<Endpoint, 'path' | 'parameters'>,
  texts: ReadonlyMap<string, string>,
): string {
  return requestAddress(path, completeTexts(parameters, texts));
}

/** The texts of {@link completeRequest} by parameter. The text of a parameter that the request omits is empty. */
export function completeTexts(parameters: Parameters, texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const given = new Map(
    Object.entries(parameters).map(([name, { kind }]) => {
      const text = texts.get(name) ?? '';
      return [name, kind === 'key' || text.length > MAX_EXAMPLE_CHARACTERS ? '' : text];
    }),
  );
  const [from = '', to = ''] = [given.get('from'), given.get('to')];
  // Two different currencies, and a date as an example.
  const usual = new Map([
    ['date', '2026-06-03'],
    ['from', unitOf(to) === 'USD' ? 'EUR' : 'USD'],
    ['to', unitOf(from) === 'EUR' ? 'USD' : 'EUR'],
  ]);
  for (const [name, { isRequired, example }] of Object.entries(parameters)) {
    if (isRequired && given.get(name) === '') given.set(name, usual.get(name) ?? example ?? '');
  }
  return given;
}
