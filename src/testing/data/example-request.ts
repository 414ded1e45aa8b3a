import type { Endpoint } from '../../api/declaration/endpoint.ts';
import { exampleOf } from '../../api/declaration/parameters.ts';
import { requestAddress } from '../../api/request-address.ts';

const days = { day: '2025-06-03', start: '2025-01-02', end: '2025-06-03', year: '2025' };

/** A request to an endpoint, with the parameters that it needs. */
export function exampleRequest({ path, parameters }: Endpoint): string {
  const needed = Object.entries(parameters).filter(([, { isRequired, kind }]) => isRequired ?? kind === 'key');
  return requestAddress(path, new Map(needed.map(([name, parameter]) => [name, exampleOf(parameter, days)])));
}
