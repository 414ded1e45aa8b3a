import { describe, expect, it } from 'vitest';
import { sedlabanki as bank } from '../../../sources/banks/sedlabanki.ts';
import { answerIn } from '../../../testing/data/answer-in.ts';
import { sedlabanki } from './sedlabanki.ts';

const [official, mid] = [sedlabanki(9), sedlabanki(7)];
type Entry = readonly [date: string, value: string];
const series = (id: number, name: string, ...entries: Entry[]) =>
  `<TimeSeries ID="${id}"><FameName><![CDATA[]]></FameName><Name><![CDATA[${name}]]></Name>` +
  `<Description><![CDATA[${name}, skráð miðgengi.]]></Description>` +
  (entries.length === 0
    ? '<TimeSeriesData />'
    : `<TimeSeriesData>${entries
        .map(([date, value]) => `<Entry><Date>${date} 12:00:00 AM</Date><Value>${value}</Value></Entry>`)
        .join('')}</TimeSeriesData>`) +
  '</TimeSeries>';
const group = (id: number, ...all: string[]) =>
  `<?xml version="1.0"  encoding="utf-8"?><Group ID="${id}"><Name><![CDATA[Gengi]]></Name>${all.join('')}</Group>`;
const usd = (...entries: Entry[]) => series(4055, 'Bandaríkjadalur', ...entries);
const march = group(
  9,
  // The buying rates of the US dollar, which ended in 2020.
  series(4054, 'Bandaríkjadalur'),
  usd(['3/24/2026', '124.440000'], ['3/25/2026', '123.710000']),
  series(4064, 'Evra', ['3/25/2026', '143.400000']),
  series(4085, 'Japanskt jen', ['3/24/2026', '0.783000']),
  series(4097, 'Sérstök dráttarréttindi- SDR', ['3/24/2026', '169.110000']),
);

describe('sedlabanki (reads rates of the Central Bank of Iceland)', () => {
  it('asks for the group of each table', () => {
    const at = 'https://sedlabanki.is/xmltimeseries/Default.aspx?DagsFra=2026-03-24&DagsTil=2026-03-28';
    expect([official, mid].map(({ asks }) => asks('2026-03-24', '2026-03-28', '2026-03-28'))).toEqual([
      [`${at}&GroupID=9&Type=xml`],
      [`${at}&GroupID=7&Type=xml`],
    ]);
  });

  it('reads each series of the group’s currencies, and no special drawing rights', () => {
    expect(official.parse(march)).toEqual({
      days: [
        { date: '2026-03-24', rates: new Map(Object.entries({ JPY: 0.783, USD: 124.44 })) },
        { date: '2026-03-25', rates: new Map(Object.entries({ EUR: 143.4, USD: 123.71 })) },
      ],
      unreadable: [],
    });
  });

  it('reads a range without days', () => {
    expect(official.parse(group(9, usd(), series(4064, 'Evra')))).toEqual({ days: [], unreadable: [] });
  });

  it.each([
    [official, march, 'JPY', 'ISK', '2026-03-24', 0.783],
    [mid, group(7, series(29, 'Kínverskt júan', ['3/24/2026', '18.052000'])), 'CNY', 'ISK', '2026-03-24', 18.052],
    [official, march, 'EUR', 'USD', '2026-03-25', 1.15916255759],
  ] as const)('has the rate that counts on a day (case %#)', (requests, text, from, to, date, rate) => {
    expect(answerIn(requests.parse(text), bank, [from, to], date)).toEqual([date, rate]);
  });

  it('reads no rate of the euro before it existed', () => {
    const text = group(9, series(4064, 'Evra', ['12/31/1998', '81.500000'], ['1/4/1999', '81.570000']));
    expect(official.parse(text).days.map(({ date }) => date)).toEqual(['1999-01-04']);
  });

  it('reads no value where there is none', () => {
    expect(official.parse(group(9, usd(['3/24/2026', ''], ['3/25/2026', '123.710000'])))).toEqual({
      days: [{ date: '2026-03-25', rates: new Map([['USD', 123.71]]) }],
      unreadable: [],
    });
  });

  it.each<[string, string]>([
    ['0', '0.000000'],
    ['with a decimal comma', '123,710000'],
    ['that isn’t a number', 'NaN'],
  ])('reads the other rates if a day has a rate %s', (_, value) => {
    const text = group(9, usd(['3/25/2026', value]), series(4064, 'Evra', ['3/25/2026', '143.400000']));
    expect(official.parse(text)).toEqual({
      days: [{ date: '2026-03-25', rates: new Map([['EUR', 143.4]]) }],
      unreadable: [{ date: '2026-03-25', code: 'USD' }],
    });
  });

  it.each<[string, string, string]>([
    ['is HTML', 'the response isn’t complete XML', '<!doctype html><html></html>'],
    ['is another group', 'the response isn’t group 9', group(7, series(29, 'Kínverskt júan'))],
    ['is another document', 'the response isn’t group 9', '<Error ID="9"/>'],
    [
      'has another currency under a number',
      'series 4055 isn’t named Bandaríkjadalur',
      group(9, series(4055, 'Kanadadalur', ['3/25/2026', '90.000000'])),
    ],
    ['has the day first', "a date isn't one: text, 10 characters", group(9, usd(['25/3/2026', '123.710000']))],
    [
      'has another form of dates',
      "a date isn't in the form of 12/31/2026 12:00:00 AM: text, 22 characters",
      group(9, usd(['2026-03-25', '123.710000'])),
    ],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => official.parse(text)).toThrow(new RangeError(problem));
  });
});
