import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../api/declaration/endpoint.ts';
import { exampleOf } from '../api/declaration/parameters.ts';
import { endpoints, unversionedApi, versionedApi } from '../api/endpoints/endpoints.ts';
import { exampleDays } from '../site/check/requests.ts';
import { exampleRequest, withQuery } from '../testing/data/example-request.ts';
import { archiveSince1999, documentsOf, served } from '../testing/sites/served.ts';

const { answer, get } = served(documentsOf({ archive: archiveSince1999() }));
async function ask(path: string): Promise<[status: number, body: string]> {
  const response = await get(path);
  return [response.status, await response.text()];
}

/** Each parameter in the query of some endpoints, with a request that lacks it. */
function inQueries(all: readonly Endpoint[]) {
  return all.flatMap((endpoint) => {
    const { path, parameters } = endpoint;
    return Object.entries(parameters).flatMap(([name, parameter]) => {
      if (path.includes(`{${name}}`)) return [];
      const without = exampleRequest(endpoint, [name]);
      return [{ path, name, parameter, without, example: exampleOf(parameter, exampleDays) }];
    });
  });
}

describe('query parameter of a Ratesheet endpoint', () => {
  it.each(inQueries(endpoints))(
    'counts as missing if it is empty or white space: $name in $path',
    async ({ name, parameter, without }) => {
      const [status, body] = await ask(without);
      if (parameter.isRequired) expect([status, body]).toEqual([400, expect.stringContaining(`: ${name}. `)]);
      for (const texts of [[''], [' '], ['\t\n'], ['\u00a0'], ['', ' '], ['', '', '']]) {
        const path = withQuery(without, ...texts.map((text) => [name, text] as const));
        expect([path, await ask(path)]).toEqual([path, [status, body]]);
      }
      expect(await ask(`${without}${without.includes('?') ? '&' : '?'}${name}`)).toEqual([status, body]);
    },
  );

  it.each(inQueries(unversionedApi.endpoints))(
    'has its first value that isn’t empty if it is repeated: $name in $path',
    async ({ name, without, example }) => {
      const expected = await ask(withQuery(without, [name, example]));
      for (const texts of [
        [example, 'x'],
        ['', example, 'x'],
        [example, ''],
        [example, example, 'x'],
      ]) {
        const path = withQuery(without, ...texts.map((text) => [name, text] as const));
        expect([path, await ask(path)]).toEqual([path, expected]);
      }
    },
  );
});

describe('query parameter of an endpoint below /api/v1 that is repeated', () => {
  const all = inQueries(versionedApi.endpoints);

  it.each(all.filter(({ parameter }) => parameter.kind === 'codes'))(
    'has all its values: $name in $path',
    async ({ name, without }) => {
      const expected = await ask(withQuery(without, [name, 'USD,GBP,JPY']));
      expect(Object.keys((JSON.parse(expected[1]) as { readonly rates: object }).rates).sort()).toEqual(
        ['USD', 'GBP', 'JPY'].sort(),
      );
      for (const texts of [
        ['USD', 'GBP', 'JPY'],
        ['USD', '', 'GBP,JPY', ' '],
        ['GBP,USD', 'USD', 'JPY'],
      ]) {
        const path = withQuery(without, ...texts.map((text) => [name, text] as const));
        expect([path, await ask(path)]).toEqual([path, expected]);
      }
    },
  );

  it.each(all.filter(({ parameter }) => parameter.kind !== 'codes'))(
    'is an error, unless all values except one are empty: $name in $path',
    async ({ name, without, example }) => {
      const expected = await ask(withQuery(without, [name, example]));
      for (const texts of [
        ['', example],
        [example, ' ', ''],
      ]) {
        const path = withQuery(without, ...texts.map((text) => [name, text] as const));
        expect([path, await ask(path)]).toEqual([path, expected]);
      }
      for (const texts of [
        [example, example],
        [example, '', example, example],
        [example, 'x'],
      ]) {
        const path = withQuery(without, ...texts.map((text) => [name, text] as const));
        const error = expect.stringMatching(`^Repeated parameter: "${name}"\\. Use `) as string;
        expect([path, ...(await answer(path))]).toEqual([
          path,
          400,
          { success: false, code: 'repeated_parameter', error },
        ]);
      }
    },
  );

  it.each([
    ['convert?from=USD&from=USD&to=EUR', 'Use /api/v1/convert?from=USD&to=EUR'],
    ['convert?from=USD&to=EUR&to=GBP', 'Use /api/v1/rates/USD?symbols=EUR,GBP'],
    ['convert?from=USD&to=EUR&to=GBP&date=2026-09-03', 'Use /api/v1/rates/2026-09-03?base=USD&symbols=EUR,GBP'],
    ['convert?from=USD&to=EUR&amount=1&amount=2', 'Use amount in /api/v1/convert?from=USD&to=EUR'],
    ['convert?from=USD&from=GBP&to=EUR', 'Use from in /api/v1/convert?from=USD&to=EUR'],
  ])('has an error that says what to use: %s', async (path, advice) => {
    const [status, body] = await answer(`/api/v1/${path}`);
    expect([status, (body as { readonly error: string }).error.replace(/^.*?\. /, '')]).toEqual([400, advice]);
  });
});
