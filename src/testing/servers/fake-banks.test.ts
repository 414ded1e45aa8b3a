import type { Instant, IsoDate } from '../../money/calendar.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { requestsOf } from '../../download/banks/requests.ts';
import { type FakeBanks, startFakeBanks } from './fake-banks.ts';

// The European Central Bank's rates in the repository end on 2026-04-13.
const banks = await startFakeBanks({ now: '2026-11-12T18:00:00Z', firstDay: '2026-04-13' });

afterAll(() => banks[Symbol.asyncDispose]());

beforeEach(() => {
  banks.now = '2026-11-12T18:00:00Z';
  banks.trouble.clear();
});

const paths = {
  ecb: () => '/stats/eurofxref/eurofxref-hist.zip',
  nbp: (first: string, last = first) => `/api/exchangerates/tables/A/${first}/${last}/?format=json`,
  nbpB: (first: string, last = first) => `/api/exchangerates/tables/B/${first}/${last}/?format=json`,
  cnb: (year: number) => `/cnbapi/exrates/daily-year?year=${year}&lang=EN`,
  norges: (first: string, last = first) =>
    `/api/data/EXR/B..NOK.SP?format=csvdata&startPeriod=${first}&endPeriod=${last}`,
  fed: () => '/releases/h10/data/FRB_h10_xml.zip',
  nbu: (first: string, last = first) =>
    `/NBU_Exchange/exchange_site?start=${first}&end=${last}&sort=exchangedate&order=asc&json`,
};

/** The body of a request to Danmarks Nationalbank. */
function danish(first: string, last: string): string {
  const [ask] = requestsOf('danmarks-nationalbank').asks('2026-01-01', '2026-12-31', '2026-11-12');
  const { body } = typeof ask === 'string' ? expect.fail(ask) : ask;
  return body.replace(/>=[^"]+/, `>=${first}<=${last}`);
}

async function get(path: string, body?: string): Promise<{ status: number; text: string }> {
  const response = await fetch(banks.url + path, body === undefined ? {} : { method: 'POST', body });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isZip = response.headers.get('content-type') === 'application/zip';
  return {
    status: response.status,
    text: strFromU8(isZip ? (Object.values(unzipSync(bytes))[0] ?? bytes) : bytes),
  };
}

describe('the fake banks', () => {
  it.each([
    ['the ECB', paths.ecb(), /^Date,USD,JPY,BGN,CYP,CZK,.*,THB,ZAR,\n2026-11-12,1\.\d+,1\d\d\.\d+,N\/A,N\/A,2\d\.\d+,/],
    [
      'NBP',
      paths.nbp('2026-05-04'),
      /^\[\{"table":"A","no":"083\/A\/NBP\/2026","effectiveDate":"2026-05-04","rates":\[\{"currency":"[^"]+","code":"THB","mid":0\.\d{4}\},.*\]\}\]$/,
    ],
    [
      'the CNB',
      paths.cnb(2026),
      /^\{"rates":\[\{"currencyCode":"AUD","amount":1,"validFor":"2026-04-13","rate":1\d\.\d{3}\},.*"HUF","amount":100,.*\}\]\}$/,
    ],
    [
      'Norges Bank',
      paths.norges('2026-05-04'),
      /^FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE\nB,HUF,NOK,SP,4,false,2,C,2026-05-04,\d\.\d+\n[^]*\nB,XDR,NOK,SP,4,true,0,C,2026-05-04,1\d\.\d+\n/,
    ],
    [
      'the NBU',
      paths.nbu('20260503'),
      /^\[\r\n\{ \r\n"exchangedate":"03\.05\.2026","r030":788,"cc":"TND","txt":"[^"]+","enname":"Tunisian Dinar","rate":1\d\.\d+,"units":1,"rate_per_unit":1\d\.\d+,"group":"1","calcdate":"30\.04\.2026","special":null\r\n \}\r\n,\{ \r\n[^]*\r\n \}\r\n\]\r\n$/,
    ],
    [
      'the Federal Reserve',
      paths.fed(),
      /<kf:Series CURRENCY="BRL" FREQ="9" FX="BRL" SERIES_NAME="RXI_N\.B\.BZ" [^>]*>\n<frb:Obs OBS_STATUS="A" OBS_VALUE="\d\.\d{4}" TIME_PERIOD="2026-04-13" \/>[^]*SERIES_NAME="RXI\$US_N\.B\.UK" [^>]*>\n<frb:Obs OBS_STATUS="A" OBS_VALUE="1\.\d{4}"[^]*OBS_STATUS="ND" OBS_VALUE="-9999" TIME_PERIOD="2026-06-19"/,
    ],
    [
      'Danmarks Nationalbank',
      '/v1/data',
      /^VALUTA;KURTYP;TID;INDHOLD\r\n[^]*\r\nUSD;KBH;2026M05D05;\d{3}\.\d{4}\r\n[^]*\r\nBGN;KBH;2026M05D05;\.\.\r\n/,
      danish('2026M05D04', '2026M05D05'),
    ],
  ])('write a response like %s', async (_, path, form, body?: string) => {
    expect(await get(path, body)).toEqual({ status: 200, text: expect.stringMatching(form) as string });
  });

  it.each([
    ['NBP’s longest range', paths.nbp('2026-05-01', '2026-08-01'), 200],
    ['a range at NBP that is a day too long', paths.nbp('2026-05-01', '2026-08-02'), 400],
    ['a weekend at NBP', paths.nbp('2026-05-09', '2026-05-10'), 404],
    ['a weekend at Norges Bank', paths.norges('2026-05-09', '2026-05-10'), 404],
    ['a Wednesday in NBP’s table B that is a holiday', paths.nbpB('2026-11-11'), 404],
    ['the day after such a Wednesday', paths.nbpB('2026-11-12'), 200],
    ['a day without rates at Danmarks Nationalbank', '/v1/data', 400, danish('2026M05D01', '2026M05D04')],
    ['another request to Danmarks Nationalbank', '/v1/data', 404, '{}'],
    ['a path that no bank has', '/api/exchangerates/tables/A/', 404],
  ])('respond to %s with the right status', async (_, path, status, body?: string) => {
    expect((await get(path, body)).status).toBe(status);
  });

  it('publish the rates of a day at the hours of the real banks', async () => {
    const newest = (now: Instant) => {
      banks.now = now;
      return (['ecb', 'nbp', 'nbp-b', 'cnb', 'norges-bank', 'nbu', 'fed-h10', 'danmarks-nationalbank'] as const).map(
        (table) => Array.from(banks.plainReading(table).keys()).at(-1)?.slice(5),
      );
    };
    // A Wednesday
    expect(newest('2026-05-06T10:59Z')).toEqual([
      '05-05',
      '05-05',
      '04-29',
      '05-05',
      '05-05',
      '05-06',
      '05-01',
      '05-05',
    ]);
    expect(newest('2026-05-06T11:00Z')).toEqual([
      '05-05',
      '05-06',
      '05-06',
      '05-05',
      '05-05',
      '05-06',
      '05-01',
      '05-05',
    ]);
    expect(newest('2026-05-06T15:00Z')).toEqual([
      '05-06',
      '05-06',
      '05-06',
      '05-06',
      '05-06',
      '05-07',
      '05-01',
      '05-05',
    ]);
    // The rates of a Friday are published on Monday.
    expect(newest('2026-05-11T07:59Z').at(-1)).toBe('05-07');
    expect(newest('2026-05-11T08:00Z').at(-1)).toBe('05-08');
    banks.now = '2027-01-01T12:00:00Z';
    expect(await get(paths.cnb(2027))).toEqual({ status: 200, text: '{"rates":[]}' });
  });

  it('agree with each other, and have no large moves', () => {
    const perEuro = (table: Parameters<FakeBanks['plainReading']>[0], date: IsoDate) => {
      const day = banks.plainReading(table).get(date) ?? expect.fail(date);
      const perUnit = (code: string) => Number(day.get(code)?.value) / (day.get(code)?.units ?? NaN);
      return ['USD', 'JPY', 'HUF', 'TRY', 'INR'].map((code) =>
        table === 'ecb' ? perUnit(code) : perUnit('EUR') / perUnit(code),
      );
    };
    const ratios = (numbers: number[], others: number[]) => numbers.map((number, at) => number / (others[at] ?? NaN));
    const near = (share: number) => Array<unknown>(5).fill(expect.closeTo(1, -Math.log10(2 * share)));
    for (const date of ['2026-04-13', '2026-07-06', '2026-11-05'] as const)
      for (const table of ['nbp', 'cnb', 'norges-bank', 'nbu'] as const)
        expect(ratios(perEuro(table, date), perEuro('ecb', date)), `${table} ${date}`).toEqual(near(0.005));
    expect(ratios(perEuro('ecb', '2026-04-14'), perEuro('ecb', '2026-04-13'))).toEqual(near(0.02));
  });

  it('log requests, and can be down or respond with something else', async () => {
    // On a busy machine, of two requests at once the second may arrive when the first has its response.
    const many = Array.from({ length: 20 }, () => get(paths.nbp('2026-05-05')));
    await Promise.all([...many, get(paths.nbpB('2026-05-06')), get(paths.ecb())]);
    expect(banks.mostAtOnce('nbp')).toBeGreaterThan(1);
    expect(banks.mostAtOnce('ecb')).toBe(1);
    banks.trouble.set('nbp', 'down').set('ecb', (body, path) => `${path} ${body.slice(0, 4)}`);
    expect(await get(paths.nbp('2026-05-05'))).toEqual({ status: 503, text: 'Service Unavailable' });
    expect(await get(paths.ecb())).toEqual({ status: 200, text: `${paths.ecb()} Date` });
    expect(banks.requests('nbp').at(-1)).toEqual({ path: paths.nbp('2026-05-05'), status: 503 });
  });
});
