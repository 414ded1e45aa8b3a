import { describe, expect, it } from 'vitest';
import { paths } from '../api/paths.ts';
import { requestAddress } from '../api/request-address.ts';
import { served } from '../testing/sites/served.ts';

const { assets, get } = served();
async function ask(path: string): Promise<[status: number, body: string]> {
  const response = await get(path);
  return [response.status, await response.text()];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly example: string | number;
}
interface OpenApi {
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly parameters?: readonly (Parameter | { readonly $ref: string })[] } }>
  >;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}
const openApi = JSON.parse(assets.files.get(paths.openApi) ?? '') as OpenApi;

/** A valid value of each parameter, which differs from the example in the OpenAPI document. */
const others: Readonly<Record<string, string>> = {
  ...{ from: 'GBP', to: 'CHF', amount: '3', period: '90d', base: 'CHF', symbols: 'JPY', date: '2026-09-01' },
  ...{ start: '2026-09-01', end: '2026-09-25', every: 'month', value: 'mean', source: 'ecb' },
};

/** Every endpoint with a query, and each of its query parameters. */
const cases = Object.entries(openApi.paths).flatMap(([address, { get }]) => {
  const parameters = (get.parameters ?? []).map((parameter) =>
    '$ref' in parameter
      ? (openApi.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? expect.fail(parameter.$ref))
      : parameter,
  );
  const examples = new Map(parameters.map(({ name, example }) => [name, String(example)]));
  return parameters.flatMap((parameter) => (parameter.in === 'query' ? [{ address, examples, ...parameter }] : []));
});

describe('query parameter of a Ratesheet endpoint', () => {
  it.each(cases)('counts as missing if it is empty or white space: $name in $address', async (parameter) => {
    const { address, examples, name, required = false } = parameter;
    const without = requestAddress(address, new Map([...examples].filter(([other]) => other !== name)));
    const [status, body] = await ask(without);
    expect([without, status]).toEqual([without, required ? 400 : 200]);
    if (required) expect(body).toContain(`Missing required parameter: ${name}. `);
    const separator = without.includes('?') ? '&' : '?';
    for (const text of ['', '=', '=%20', '=+', '=%09%0A', '=%C2%A0', `=&${name}=%20`]) {
      const path = `${without}${separator}${name}${text}`;
      expect([path, await ask(path)]).toEqual([path, [status, body]]);
    }
  });

  it.each(cases)('has its first value that isn’t empty if it is repeated: $name in $address', async (parameter) => {
    const { address, examples, name } = parameter;
    const path = requestAddress(address, examples);
    const expected = await ask(path);
    expect([path, expected[0]]).toEqual([path, 200]);
    const other = others[name] ?? expect.fail(`The parameter ${name} has no other value. Add it to this test.`);
    const [first, second] = [`${name}=${examples.get(name) ?? ''}`, `${name}=${other}`];
    const without = requestAddress(address, new Map([...examples].filter(([other]) => other !== name)));
    const separator = without.includes('?') ? '&' : '?';
    for (const query of [`${first}&${second}`, `${name}=&${first}&${second}`, `${first}&${name}=`]) {
      const repeated = `${without}${separator}${query}`;
      expect([repeated, await ask(repeated)]).toEqual([repeated, expected]);
    }
  });
});
