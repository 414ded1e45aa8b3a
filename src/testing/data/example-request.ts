import type { Endpoint } from '../../api/declaration/endpoint.ts';
import { exampleOf } from '../../api/declaration/parameters.ts';
import { requestAddress } from '../../api/request-address.ts';
import { exampleDays } from '../../site/check/requests.ts';

/** A request to an endpoint, with only the parameters that it needs. */
export function exampleRequest({ path, parameters }: Endpoint): string {
  const needed = Object.entries(parameters).filter(([, { isRequired, kind }]) => isRequired ?? kind === 'key');
  return requestAddress(path, new Map(needed.map(([name, parameter]) => [name, exampleOf(parameter, exampleDays)])));
}
