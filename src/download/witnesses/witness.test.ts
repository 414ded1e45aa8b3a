import type { Instant } from '../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { witnessAnswers } from '../../testing/servers/witness-answers.ts';
import { UnusableResponseError } from '../errors.ts';
import { parseWitness } from './witness.ts';

const now: Instant = '2026-09-30T06:17:00.000Z';
const parse = (answer: unknown) => Object.fromEntries(parseWitness(answer, catalogue, now));
const rates = new Map([
  ['USD', 1],
  ['EUR', 0.88],
  ['BTC', 0.0000091],
  ['XAU', 0.0003],
  ['XDR', 0.7],
]);
const of = (asOf: string) => ({
  EUR: { rate: 0.88, asOf },
  BTC: { rate: 0.0000091, asOf },
  XAU: { rate: 0.0003, asOf },
});

describe('parseWitness (parses the response of a witness)', () => {
  it('reads each supported format', () => {
    expect(parse(witnessAnswers.frankfurter(rates, '2026-09-29'))).toEqual(of('2026-09-29'));
    expect(parse(witnessAnswers.coinbase(rates))).toEqual(of('2026-09-30'));
    expect(parse(witnessAnswers.map(rates, '2026-09-28'))).toEqual(of('2026-09-28'));
    expect(parse({ data: { currency: 'usd', rates: { JPY: '157.5', IRR: '1.5E6', BTC: '9e-12' } } })).toMatchObject({
      ...{ JPY: { rate: 157.5 }, IRR: { rate: 1.5e6 }, BTC: { rate: 9e-12 } },
    });
  });

  it('reads the date of each row if rows have dates', () => {
    const rows = [
      { date: '2026-09-29', base: 'usd', quote: 'eur', rate: 0.88 },
      { date: '2026-09-12', base: 'USD', quote: 'ZMW', rate: 20, providers: ['BOZ'] },
    ];
    expect(parse(rows)).toEqual({ EUR: { rate: 0.88, asOf: '2026-09-29' }, ZMW: { rate: 20, asOf: '2026-09-12' } });
  });

  const map = { rates: { EUR: 0.88 } };
  it.each([
    ['uses today’s date if the response has no date', {}, '2026-09-30'],
    ['reads the date from the field date', { date: '2026-09-29' }, '2026-09-29'],
    [
      'reads the date from rate_as_of if the response also has a later timestamp',
      { base: 'USD', rate_as_of: '2026-09-28', timestamp: '2026-09-29T06:17:00.000Z' },
      '2026-09-28',
    ],
    [
      'reads the date from the field timestamp if the timestamp is an ISO 8601 time',
      { base: 'USD', timestamp: '2026-09-29T06:17:00.000Z' },
      '2026-09-29',
    ],
    [
      'reads the date from time_last_update_unix (seconds) in the format of open.er-api.com',
      { base_code: 'USD', time_last_update_unix: 1_790_640_151 },
      '2026-09-29',
    ],
    [
      'reads the date from the field timestamp if the timestamp is in Unix seconds',
      { base: 'USD', timestamp: 1_790_640_151 },
      '2026-09-29',
    ],
    [
      'reads the date from a response in Frankfurter v1’s format',
      { amount: 1, base: 'USD', date: '2026-09-29' },
      '2026-09-29',
    ],
    [
      'reads the date 2026-09-29 from a time with an offset, 2026-09-29T23:00:00+02:00',
      { date: '2026-09-29T23:00:00+02:00' },
      '2026-09-29',
    ],
    ['accepts tomorrow’s date, because tomorrow has already begun east of UTC', { date: '2026-10-01' }, '2026-10-01'],
  ])('%s', (_, fields, asOf) => {
    expect(parse({ ...map, ...fields })).toEqual({ EUR: { rate: 0.88, asOf } });
  });

  const row = { date: '2026-09-29', base: 'USD', quote: 'EUR', rate: 0.88 };
  const coins = (EUR: unknown) => ({ data: { currency: 'USD', rates: { EUR } } });
  it.each<[label: string, problem: string, answer: unknown]>([
    ['that is null', 'response: ', null],
    ['that is a string', 'response: ', '0.88'],
    ['without rates', 'rates: ', {}],
    ['that is an empty array', 'response: ', []],
    ['that is an array of arrays', '0: ', [[[]]]],
    ['with null in the field data', 'data: ', { data: null }],
    ['with the base EUR in place of USD', 'base: isn’t USD', { ...map, base: 'EUR' }],
    ['with the base USDT, which only begins with USD', 'base: isn’t USD', { ...map, base: 'USDT' }],
    ['with the base XUSD, which only ends with USD', 'base: isn’t USD', { ...map, base: 'XUSD' }],
    ['with the base_code EUR in place of USD', 'base_code: isn’t USD', { ...map, base_code: 'EUR' }],
    ['with a base of 100,000 characters', 'base: isn’t USD', { ...map, base: 'E'.repeat(100_000) }],
    ['with the base USD but the base_code EUR', 'base_code: isn’t USD', { ...map, base: 'USD', base_code: 'EUR' }],
    [
      'with the base USD in one row and EUR in another',
      '1.base: isn’t USD',
      [row, { ...row, base: 'EUR', quote: 'JPY' }],
    ],
    [
      'in the Coinbase format with the base BTC in place of USD',
      'data.currency: isn’t USD',
      { data: { currency: 'BTC', rates: {} } },
    ],
    ['with the same row twice', 'EUR: is duplicated', [row, row]],
    ['with a row for EUR and a row for eur', 'EUR: is duplicated', [row, { ...row, quote: 'eur' }]],
    ['with a rate for EUR and a rate for eur', 'EUR: is duplicated', { rates: { EUR: 0.88, eur: 0.88 } }],
    ['with a negative rate', 'EUR: impossible rate: -0.88', { rates: { EUR: -0.88 } }],
    ['with the rate 0', 'EUR: impossible rate: 0', { rates: { EUR: 0 } }],
    ['with the impossibly large rate 1e99', 'EUR: impossible rate: 1e+99', { rates: { EUR: 1e99 } }],
    [
      'with the rate 1e999, which JSON.parse reads as Infinity',
      'EUR: impossible rate: Infinity',
      JSON.parse('{"rates":{"EUR":1e999}}'),
    ],
    ['with a string as a rate', 'EUR: isn’t a number', { rates: { EUR: '0.88' } }],
    ['with an array as a rate', 'EUR: isn’t a number', { rates: { EUR: [0.88] } }],
    ['with an object as a rate', 'EUR: isn’t a number', { rates: { EUR: { rate: 0.88 } } }],
    ['with null as a rate', 'EUR: isn’t a number', { rates: { EUR: null } }],
    ['with an array in place of the object of rates', 'rates: ', { rates: [['EUR', 0.88]] }],
    [
      'with the rate 1.1 for USD, which must be 1',
      'USD: the rate of USD must be 1, got 1.1',
      { rates: { USD: 1.1, EUR: 1 } },
    ],
    ['with a number as a rate in the Coinbase format, whose rates are strings', 'EUR: isn’t a number', coins(0.88)],
    ['in the Coinbase format with an empty string as a rate', 'EUR: isn’t a number', coins('')],
    ['in the Coinbase format with a hexadecimal rate', 'EUR: isn’t a number', coins('0x1f')],
    ['in the Coinbase format with “Infinity” as a rate', 'EUR: isn’t a number', coins('Infinity')],
    ['in the Coinbase format with a negative rate', 'EUR: isn’t a number', coins('-0.88')],
    ['in the Coinbase format with a unit after a rate', 'EUR: isn’t a number', coins('0.88 EUR')],
    ['in the Coinbase format with a rate of 400 digits', 'EUR: isn’t a number', coins('1'.repeat(400))],
    ['in the Coinbase format with the rate 0', 'EUR: impossible rate: 0', coins('0.000')],
    [
      'with a date two days in the future',
      'EUR: has the date 2026-10-02, but today is 2026-09-30',
      { ...map, date: '2026-10-02' },
    ],
    ['with a date that doesn’t exist', 'date: ', { ...map, date: '2026-02-30' }],
    ['with a word as its date', 'date: ', { ...map, date: 'today' }],
    ['with the timestamp 1e300, which is too large for a date', 'timestamp: ', { ...map, timestamp: 1e300 }],
    ['with a negative timestamp', 'time_last_update_unix: ', { ...map, time_last_update_unix: -5 }],
    [
      'in which one of two rows has a date in the future',
      'JPY: has the date 9999-12-31',
      [row, { ...row, date: '9999-12-31', quote: 'JPY' }],
    ],
    ['in which a row has a string as its rate', '0.rate: ', [{ ...row, rate: '0.88' }]],
  ])('rejects a response %s', (_, problem, answer) => {
    let error: unknown;
    try {
      parse(answer);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UnusableResponseError);
    const { message } = error as UnusableResponseError;
    expect(message).toContain(`unusable response: ${problem}`);
    expect(message.length).toBeLessThan(1000);
  });

  it('ignores rates inside an object with the JSON key __proto__', () => {
    const odd = '{"rates":{"__proto__":{"EUR":0.88},"constructor":1,"toString":1,"EUR":0.9}}';
    expect(parse(JSON.parse(odd))).toEqual({ EUR: { rate: 0.9, asOf: '2026-09-30' } });
    expect(parse(JSON.parse('{"rates":{"__proto__":{"EUR":0.88}}}'))).toEqual({});
  });
});
