import type { Endpoint } from '../../api/declaration/endpoint.ts';
import { exampleOf } from '../../api/declaration/parameters.ts';
import { requestAddress } from '../../api/request-address.ts';
import { exampleDays } from '../../site/check/requests.ts';

/**
 * A request to an endpoint, with only the parameters that it needs.
 *
 * @param omitted names of parameters to omit all the same
 */
export function exampleRequest({ path, parameters }: Endpoint, omitted: readonly string[] = []): string {
  const needed = Object.entries(parameters).filter(
    ([name, { isRequired, kind }]) => (isRequired ?? kind === 'key') && !omitted.includes(name),
  );
  return requestAddress(path, new Map(needed.map(([name, parameter]) => [name, exampleOf(parameter, exampleDays)])));
}

/** Adds parameters to a request's query. */
export function withQuery(request: string, ...parameters: readonly (readonly [name: string, text: string])[]): string {
  const query = parameters.map((parameter) => parameter.map(encodeURIComponent).join('=')).join('&');
  return `${request}${request.includes('?') ? '&' : '?'}${query}`;
}
