import { describe, expect, it } from 'vitest';
import { fixer } from '../../api/compat/fixer.ts';
import { formatOf, formats } from '../../api/compat/formats.ts';
import { expressionOf } from '../../api/declaration/endpoint.ts';
import { endpoints } from '../../api/endpoints/endpoints.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { randomRequests } from './random-requests.ts';

const days = new Map([['market', ['2026-09-28', '2026-09-29']]]);
const requests = randomRequests(60, { codes: ['USD', 'EUR', 'JPY'], days });
const urls = requests.map(({ path }) => new URL(path, 'http://localhost'));
const all = [...endpoints, ...formats.flatMap((format) => format.endpoints)];

describe('randomRequests (returns random requests that check a site)', () => {
  it.each(fixedDocuments.map(({ address }) => address))('returns requests for the path %s', (address) => {
    expect(urls.map(({ pathname }) => pathname)).toContain(address);
  });

  const others = all.filter(({ schema }) => schema !== fixer.errorSchema);
  it.each(others.map((endpoint) => [endpoint.path, endpoint] as const))(
    'uses every parameter of the path %s in at least one request',
    (_, endpoint) => {
      const expression = expressionOf(endpoint);
      const names = urls.flatMap(({ pathname, searchParams }) => {
        if (!formatOf(pathname, searchParams).endpoints.includes(endpoint)) return [];
        const match = expression.exec(decodeURIComponent(pathname));
        return match ? ['a request', ...searchParams.keys(), ...Object.keys(match.groups ?? {})] : [];
      });
      expect(new Set(names)).toEqual(new Set(['a request', ...Object.keys(endpoint.parameters)]));
    },
  );

  it('returns requests for the endpoints that fixer.io has and Ratesheet lacks', () => {
    const paths = fixer.endpoints.filter(({ schema }) => schema === fixer.errorSchema).map(({ path }) => path);
    expect(urls.filter(({ pathname }) => paths.includes(pathname)).length).toBeGreaterThan(30);
  });
});
