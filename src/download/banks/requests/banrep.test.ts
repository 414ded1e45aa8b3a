import type { IsoDate } from '../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { banrep as bank } from '../../../sources/banks/banrep.ts';
import { answerIn } from '../../../testing/data/answer-in.ts';
import { banrep } from './banrep.ts';

const { parse, asks } = banrep;
const row = (valor: unknown, first: IsoDate, last = first, unidad: unknown = 'COP') =>
  JSON.stringify({
    valor,
    unidad,
    vigenciadesde: `${first}T00:00:00.000`,
    vigenciahasta: `${last}T00:00:00.000`,
  });
const body = (...rows: string[]) => `[${rows.join('\n,')}]\n`;
const day = (date: IsoDate, rate: number) => ({ date, rates: new Map([['USD', rate]]) });

const friday = row('3692.48', '2026-03-20');
const weekend = row('3704.87', '2026-03-21', '2026-03-24');
const ofWeekend = day('2026-03-21', 3704.87);

describe('banrep (reads Colombia’s official rate of the dollar)', () => {
  it('asks for the rates that begin in a range', () => {
    expect(asks('2026-03-23', '2026-03-24', '2026-03-23')).toEqual([
      'https://www.datos.gov.co/resource/32sa-8pi3.json?$where=vigenciadesde%3E=%272026-03-23T00:00:00.000%27%20AND%20' +
        'vigenciadesde%3C=%272026-03-24T00:00:00.000%27&$order=vigenciadesde%20ASC&$limit=50000',
    ]);
  });

  it('reads a rate on the first day for which it’s valid', () => {
    expect(parse(body(row('3691.9', '2026-03-17'), row('3689.97', '2026-03-18'), friday, weekend))).toEqual({
      days: [day('2026-03-17', 3691.9), day('2026-03-18', 3689.97), day('2026-03-20', 3692.48), ofWeekend],
      unreadable: [],
    });
  });

  it.each([
    ['USD', 'COP', '2026-03-20', '2026-03-20', 3692.48],
    // A Monday.
    ['USD', 'COP', '2026-03-23', '2026-03-21', 3704.87],
    ['COP', 'USD', '2026-03-18', '2026-03-18', 0.000271004913319],
  ] as const)('has the rate from %s to %s of %s', (from, to, date, since, rate) => {
    const response = parse(body(row('3689.97', '2026-03-18'), friday, weekend));
    expect(answerIn(response, bank, [from, to], date)).toEqual([since, rate]);
  });

  it('reads a list without rates', () => {
    expect(parse('[]')).toEqual({ days: [], unreadable: [] });
  });

  it('reads a rate that is there twice', () => {
    expect(parse(body(weekend, friday, weekend)).days).toEqual([day('2026-03-20', 3692.48), ofWeekend]);
  });

  it.each<[string, string]>([
    ['of 0', row('0', '2026-03-20')],
    ['in words', row('n.a.', '2026-03-20')],
    ['that is missing', row(null, '2026-03-20')],
    ['with a decimal comma', row('3692,48', '2026-03-20')],
    ['in another currency', row('3692.48', '2026-03-20', '2026-03-20', 'USD')],
    ['without a currency', row('3692.48', '2026-03-20', '2026-03-20', null)],
    ['that ends before it begins', row('3692.48', '2026-03-20', '2026-03-19')],
    ['that is valid for more than a week and a day', row('3692.48', '2026-03-20', '2026-03-28')],
  ])('reads the other days if there is a rate %s', (_, damaged) => {
    expect(parse(body(damaged, weekend))).toEqual({
      days: [ofWeekend],
      unreadable: [{ date: '2026-03-20', code: null }],
    });
  });

  it('reads no rate of a day that has two', () => {
    const { days, unreadable } = parse(body(friday, row('3692.48', '2026-03-21'), weekend));
    expect(days).toEqual([day('2026-03-20', 3692.48)]);
    expect(unreadable).toEqual([{ date: '2026-03-21', code: null }]);
  });

  it.each<[string, string, string]>([
    ['is HTML', "the response isn't JSON: HTML, 6 characters", '<html>'],
    ['is an error', "the response isn't a list", '{"code":"query.soql.no-such-column","error":true}'],
    ['has other names of fields', 'valor of row 1 is missing', '[{"value":"3692.48"}]'],
    ['has an invalid date', "a date isn't one: text, 23 characters", body(row('3692.48', '2026-02-30'))],
    [
      'has another form of dates',
      "a date isn't one: text, 10 characters",
      body(friday.replaceAll('T00:00:00.000', '')),
    ],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
