import type { IsoDate } from '../../../money/calendar.ts';
import { z } from 'zod';
import { elementAt } from '../../../money/element-at.ts';
import { jsonIn, list, rate, rowsIn } from '../reading/json-rows.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** The currencies of PTAX. A response has no code, so its place among the requests says which currency it's of. */
export const currencies = ['AUD', 'CAD', 'CHF', 'DKK', 'EUR', 'GBP', 'JPY', 'NOK', 'SEK', 'USD'] as const;

/** Requests for Banco Central do Brasil's buying or selling rates, one for each currency. Both are in each response. */
export function bcb(side: 'buy' | 'sell'): TableRequests {
  return {
    perRange: 'a calendar year',
    asks: (first, last) => {
      const [one, ...others] = currencies;
      return [urlOf(one, first, last), ...others.map((code) => urlOf(code, first, last))];
    },
    parse: (...texts) => {
      const quotes = texts.flatMap((text, place) => quotesIn(text, elementAt(currencies, place), side));
      return fileOf(quotes, 'BRL');
    },
  };
}

const API = 'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata';

function urlOf(code: string, first: IsoDate, last: IsoDate): string {
  return (
    `${API}/CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)` +
    `?@dataInicial='${american(first)}'&@dataFinalCotacao='${american(last)}'&@moeda='${code}'` +
    `&$filter=tipoBoletim%20eq%20'${CLOSING}'&$top=10000&$format=json`
  );
}

/** `2026-03-01` as `03-01-2026` */
function american(date: IsoDate): string {
  return `${date.slice(5)}-${date.slice(0, 4)}`;
}

/** The closing bulletin. There are four others on a day. */
const CLOSING = 'Fechamento';

const bodySchema = z.object({ value: list });
/** The time is Brasília's, and has one to three digits of a second's fraction. */
const rowSchema = z.object({
  ...{ cotacaoCompra: rate, cotacaoVenda: rate },
  ...{ dataHoraCotacao: z.string(), tipoBoletim: z.string() },
});

function quotesIn(text: string, code: string, side: 'buy' | 'sell'): Quote[] {
  return rowsIn(jsonIn(text, bodySchema).value, rowSchema)
    .filter(({ tipoBoletim }) => tipoBoletim === CLOSING)
    .map(({ dataHoraCotacao, cotacaoCompra, cotacaoVenda }) => ({
      date: dataHoraCotacao.slice(0, 'YYYY-MM-DD'.length),
      code,
      value: side === 'buy' ? cotacaoCompra : cotacaoVenda,
    }));
}
