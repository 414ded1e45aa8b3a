import { describe, expect, it } from 'vitest';
import { openApiParameters, pastParameters } from '../../api/openapi/openapi-parameters.ts';
import { addresses } from '../../api/format/paths.ts';
import { layouts } from '../../function/layouts.ts';
import { drawRequests } from './drawn-requests.ts';

const days = ['2026-09-28', '2026-09-29'];
const drawn = drawRequests(60, { codes: ['USD', 'EUR', 'JPY'], days, officialDays: days });
const urls = drawn.map(({ path }) => new URL(path, 'http://localhost'));
const past = pastParameters({ day: '', start: '', end: '', year: '' });

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

  it('returns requests for every path of other APIs’ formats', () => {
    const forms = [...layouts.values()].flatMap(({ endpoints }) => endpoints.map(([form]) => form));
    expect(forms).not.toEqual([]);
    expect(forms.filter((form) => !urls.some(({ pathname }) => form.test(pathname)))).toEqual([]);
  });
});
