import { describe, expect, it } from 'vitest';
import { openApiParameters, pastParameters } from '../../api/openapi/openapi-parameters.ts';
import { addresses } from '../../api/format/paths.ts';
import { layouts } from '../../function/layouts.ts';
import { drawRequests } from './drawn-requests.ts';

const days = ['2026-09-28', '2026-09-29'];
const drawn = drawRequests(60, { codes: ['USD', 'EUR', 'JPY'], days, officialDays: days });
const urls = drawn.map(({ path }) => new URL(path, 'http://localhost'));
const past = pastParameters({ day: '', start: '', end: '', year: '' });

/** A readable title of a path's form, such as `/v1/{day}..[{day}]`. */
const pathOf = (form: RegExp) =>
  form.source
    .slice(1, -1)
    .replaceAll('(\\d{4}-\\d\\d-\\d\\d)', '{day}')
    .replaceAll(/\((?!\?)[^()]+\)/g, '{value}')
    .replaceAll(/(\{\w+\})\?/g, '[$1]')
    .replace(/\(\?:(.*?)\)/, '[$1]')
    .replaceAll('|', ' or ')
    .replaceAll('\\', '');

describe('drawRequests (returns random requests that check a site)', () => {
  it.each(Object.values(addresses).filter((address) => address !== addresses.currencyYear))(
    'returns requests for the path %s',
    (address) => {
      const form = new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      expect(urls.filter(({ pathname }) => form.test(pathname))).not.toEqual([]);
    },
  );

  it.each([
    [addresses.conversion, openApiParameters.conversion],
    [addresses.history, openApiParameters.history],
    [addresses.datedConversion, past.datedConversion],
    [addresses.datedRates.replace('{day}', '2026-09-29'), past.datedRates],
    [addresses.pairRange, past.range],
    [addresses.pairRangeTable, past.range],
  ])('uses every parameter of the path %s in at least one request', (address, { query }) => {
    const names = urls.filter(({ pathname }) => pathname === address).flatMap((url) => [...url.searchParams.keys()]);
    expect([...new Set(names)].sort()).toEqual(Object.keys(query.shape).sort());
  });

  it.each(
    [...layouts].flatMap(([root, { endpoints }]) => endpoints.map(([form]) => [pathOf(form), root, form] as const)),
  )('returns a request for the path %s (format of another API, below /%s)', (_path, _root, form) => {
    expect(urls.filter(({ pathname }) => form.test(pathname))).not.toEqual([]);
  });
});
