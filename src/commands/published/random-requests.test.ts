import { describe, expect, it } from 'vitest';
import { openApiParameters, pastParameters } from '../../api/openapi/openapi-parameters.ts';
import { addresses } from '../../api/paths.ts';
import { layouts } from '../../function/layouts.ts';
import { randomRequests } from './random-requests.ts';

const days = ['2026-09-28', '2026-09-29'];
const drawn = randomRequests(60, { codes: ['USD', 'EUR', 'JPY'], days, officialDays: days });
const urls = drawn.map(({ path }) => new URL(path, 'http://localhost'));
const past = pastParameters({ day: '', start: '', end: '', year: '' });

describe('randomRequests (returns random requests that check a site)', () => {
  it.each(Object.values(addresses).filter((address) => address !== addresses.currencyYear))(
    'returns requests for the path %s',
    (address) => {
      const form = new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      expect(urls.filter(({ pathname }) => form.test(pathname))).not.toEqual([]);
    },
  );

  it.each([
    [addresses.convert, openApiParameters.conversion],
    [addresses.syntheticHistory, openApiParameters.history],
    [addresses.convertOnDay, past.datedConversion],
    [addresses.datedRates.replace('{day}', '2026-09-29'), past.datedRates],
    [addresses.history, past.range],
    [addresses.historyTable, past.range],
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
