import { describe, expect, it } from 'vitest';
import { bcbBuy, bcbSell } from '../../../sources/banks/bcb.ts';
import { answerIn } from '../../../testing/data/answer-in.ts';
import { bcb, currencies } from './bcb.ts';

const [buy, sell] = [bcb('buy'), bcb('sell')];
/** Digits as the server has them. */
const row = (time: string, buying: string, selling: string, bulletin = 'Fechamento') =>
  `{"paridadeCompra":1.00000,"paridadeVenda":1.00000,"cotacaoCompra":${buying},"cotacaoVenda":${selling},` +
  `"dataHoraCotacao":"${time}","tipoBoletim":"${bulletin}"}`;
const list = (...rows: string[]) =>
  `{"@odata.context":"https://was-p.bcnet.bcb.gov.br/olinda/$metadata#_CotacaoMoedaPeriodo","value":[${rows.join()}]}`;
/** The responses to all requests. Currencies without rows have none. */
const bodies = (rows: Partial<Record<(typeof currencies)[number], string[]>>) =>
  currencies.map((code) => list(...(rows[code] ?? []))) as [string, ...string[]];
const week = bodies({
  EUR: [row('2026-03-04 13:07:27.146', '6.06220', '6.06390'), row('2026-03-06 13:10:27.63', '6.12200', '6.12390')],
  GBP: [row('2026-03-06 13:10:27.63', '7.06290', '7.06500')],
  USD: [
    row('2026-03-02 13:09:26.433', '5.19950', '5.20010'),
    row('2026-03-04 13:07:27.146', '5.20850', '5.20910'),
    row('2026-03-06 13:10:27.6', '5.28000', '5.28060'),
  ],
});

describe('bcb (reads Banco Central do Brasil’s closing rates)', () => {
  it('asks for each currency of a range, in the same order for both sides', () => {
    const asked = buy.asks('2026-01-01', '2026-12-31', '2026-12-31');
    expect(asked[0]).toBe(
      'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata/' +
        'CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)' +
        "?@dataInicial='01-01-2026'&@dataFinalCotacao='12-31-2026'&@moeda='AUD'" +
        "&$filter=tipoBoletim%20eq%20'Fechamento'&$top=10000&$format=json",
    );
    expect(asked.map((url) => /moeda='(...)'/.exec(url as string)?.[1])).toEqual(
      'AUD CAD CHF DKK EUR GBP JPY NOK SEK USD'.split(' '),
    );
    expect(sell.asks('2026-01-01', '2026-12-31', '2026-12-31')).toEqual(asked);
  });

  it('reads the buying or the selling rates of each currency, by the day in Brasília', () => {
    const daysOf = ({ parse }: typeof buy) => parse(...week).days.map(({ date, rates }) => [date, [...rates]]);
    expect([daysOf(buy), daysOf(sell)]).toEqual([
      [
        ['2026-03-02', [['USD', 5.1995]]],
        ['2026-03-04', Object.entries({ EUR: 6.0622, USD: 5.2085 })],
        ['2026-03-06', Object.entries({ EUR: 6.122, GBP: 7.0629, USD: 5.28 })],
      ],
      [
        ['2026-03-02', [['USD', 5.2001]]],
        ['2026-03-04', Object.entries({ EUR: 6.0639, USD: 5.2091 })],
        ['2026-03-06', Object.entries({ EUR: 6.1239, GBP: 7.065, USD: 5.2806 })],
      ],
    ]);
  });

  it('reads responses without rates', () => {
    expect(buy.parse(...bodies({}))).toEqual({ days: [], unreadable: [] });
  });

  it('reads only the closing bulletin, if the server ignores the filter', () => {
    const time = '2026-03-02 10:08:17.11';
    const others = ['Abertura', 'Intermediário'].map((bulletin) => row(time, '5.1', '5.2', bulletin));
    const rows = [...others, row('2026-03-02 13:09:26.433', '5.19950', '5.20010')];
    expect(sell.parse(...bodies({ USD: rows }))).toEqual({
      days: [{ date: '2026-03-02', rates: new Map([['USD', 5.2001]]) }],
      unreadable: [],
    });
  });

  it.each([
    [buy, bcbBuy, 'USD', 'BRL', '2026-03-02', '2026-03-02', 5.1995],
    [buy, bcbBuy, 'EUR', 'BRL', '2026-03-06', '2026-03-06', 6.122],
    [sell, bcbSell, 'GBP', 'BRL', '2026-03-07', '2026-03-06', 7.065],
    // The bank prints its own parity, 1.16410.
    [sell, bcbSell, 'EUR', 'USD', '2026-03-04', '2026-03-04', 1.16409744486],
  ] as const)('has the rate that counts on a day (case %#)', (requests, bank, from, to, date, asOf, rate) => {
    expect(answerIn(requests.parse(...week), bank, [from, to], date)).toEqual([asOf, rate]);
  });

  it('reads the other side if a rate of one side is unreadable', () => {
    const responses = bodies({ USD: [row('2026-03-02 13:09:26.433', '0.00000', '5.20010')] });
    expect([buy.parse(...responses).unreadable, sell.parse(...responses).unreadable]).toEqual([
      [{ date: '2026-03-02', code: null }],
      [],
    ]);
  });

  it.each<[string, string, string]>([
    ['is HTML', "the response isn't JSON: HTML, 6 characters", '<html>'],
    ['is an error', "value of the response isn't a list", '{"codigo":500,"mensagem":"Erro"}'],
    ['is an error in a comment', "the response isn't JSON: text, 21 characters", '/*{ "codigo" : 500}*/'],
    ['lacks a side', 'cotacaoVenda of row 1 is missing', list(row('2026-03-02', '1', '2').replace('Venda":2', '":2'))],
    ['has an invalid date', "a date isn't one: text, 10 characters", list(row('02/03/2026 13:09:26', '5.1', '5.2'))],
  ])('rejects the responses if one of them %s', (_, problem, text) => {
    expect(() => buy.parse(text)).toThrow(new RangeError(problem));
  });
});
