import { expect, it } from 'vitest';
import type { Endpoint } from '../api/declaration/endpoint.ts';
import { endpoints } from '../api/endpoints/endpoints.ts';
import { banks } from '../sources/banks.ts';
import { exampleRequest } from '../testing/data/example-request.ts';
import { requestAddress } from '../api/request-address.ts';
import { exampleOf } from '../api/declaration/parameters.ts';
import { exampleDays } from '../site/check/requests.ts';
import { archiveSince1999, documentsOf, origin, served } from '../testing/sites/served.ts';

const { get } = served(documentsOf({ archive: archiveSince1999() }));

/** Texts for parameters of each kind, most of which some source has no rates for. */
const texts: Partial<Record<string, readonly string[]>> = {
  code: ['XYZ', 'SYP', 'BGN', 'HRK', 'DEM', 'AED', 'XAU', 'GBp', 'GBX', 'BTC', '$'],
  codes: ['SYP', 'USD,AED', 'XYZ', 'BGN,HRK', 'XAU,GBX'],
  pair: ['usdeur', 'usd-to-xyz', 'usd-to-syp', 'xau-to-eur', 'GBp-to-usd'],
  date: ['2026-09-20', '2026-10-05', '1999-01-05', '1980-01-01', '2030-01-01', '2025-12-25', '2026-01-03', '1.9.2026'],
  start: ['1980-01-01', '2030-01-01', '2026-09-29', '2026-10-05'],
  end: ['1980-01-01', '1999-01-05', '2030-01-01', '2026-09-29'],
  amount: ['-1', '1,5', '1e400'],
  choice: ['x', 'mean', 'week'],
};

/** Requests with an unusual text for one parameter or two, and each source. */
function* badRequests(endpoint: Endpoint): Generator<string> {
  const { path, parameters, apart = [] } = endpoint;
  const names = Object.keys(parameters);
  const needed = new Map(
    Object.entries(parameters).flatMap(([name, parameter]) =>
      parameter.isRequired ? [[name, exampleOf(parameter, exampleDays)] as const] : [],
    ),
  );
  const sources = names.includes('source') ? ['', ...banks.map(({ key }) => key)] : [''];
  const changes = names.flatMap((name) =>
    (texts[parameters[name]?.kind ?? ''] ?? []).map((text) => [name, text] as const),
  );
  // Two texts that can't be combined may both be invalid by themselves.
  const areApart = (one: string, other: string) => apart.some((group) => group.includes(one) && group.includes(other));
  for (const source of sources) {
    const possible = changes.filter(([name]) => source === '' || !areApart(name, 'source'));
    for (const [index, one] of possible.entries()) {
      const withOne = new Map([...needed, one, ...(source === '' ? [] : [['source', source] as const])]);
      yield requestAddress(path, withOne);
      for (const other of possible.slice(index + 1)) {
        if (other[0] !== one[0] && !areApart(one[0], other[0]))
          yield requestAddress(path, new Map([...withOne, other]));
      }
    }
  }
  yield exampleRequest(endpoint, names);
}

/** A request in an error that the caller can send as it is. */
const ADVISED =
  /(?:Use|as in|Example:) (?:a request such as )?(\/api\/\S+\?\S+|\/api\/v1\/rates\/\S+?)(?=\.?(?:\s|$))/g;
const DATE = /\d{4}-\d\d-\d\d/g;

/** The requests that a request's error advises to send instead. */
function* advisedRequests({ parameters }: Endpoint, request: string, error: string): Generator<string> {
  for (const [, path = ''] of error.matchAll(ADVISED)) yield path;
  const url = new URL(request, origin);
  const withQuery = (change: (query: URLSearchParams) => void) => {
    const { pathname, searchParams } = new URL(url);
    change(searchParams);
    return `${pathname}?${searchParams.toString()}`;
  };
  const [, ...omitted] = /Omit (?!it\b|them\b)(\w+)(?: and (\w+))?/.exec(error) ?? [];
  if (omitted.length > 0) yield withQuery((query) => omitted.forEach((name) => query.delete(name)));
  const [, before] = /Use before=(\S+)/.exec(error) ?? [];
  if (before !== undefined) yield withQuery((query) => query.set('before', before));
  const [, available = ''] = /Available: (.*)/.exec(error) ?? [];
  const dates = available.match(DATE) ?? [];
  for (const [first = '', last = ''] of Array.from({ length: dates.length / 2 }, (_, at) => dates.slice(2 * at))) {
    const nearest = (date: string) => (date < first ? first : date > last ? last : date);
    if (!Object.hasOwn(parameters, 'start')) yield request.replaceAll(DATE, nearest);
    else {
      yield withQuery((query) => {
        query.set('start', nearest(query.get('start') ?? first));
        query.set('end', nearest(query.get('end') ?? last));
      });
    }
  }
}

it.each(endpoints)('advice in errors of $path > works when it is followed', async (endpoint) => {
  const wrong = new Map<string, string>();
  for (const request of badRequests(endpoint)) {
    const response = await get(request);
    if (response.status === 200) continue;
    const { error } = (await response.json()) as { readonly error: string };
    for (const path of advisedRequests(endpoint, request, error)) {
      const next = await get(path);
      if (next.status !== 200) wrong.set(request, `${error} → ${path} → ${await next.text()}`);
    }
  }
  expect([...wrong]).toEqual([]);
});
