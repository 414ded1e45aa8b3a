import { dateOfDay } from '../../money/calendar.ts';
import { histories } from '../data/bank-history.ts';

/** Banco Central do Brasil's response for a currency: the buying and the selling rates of the closing bulletins. */
export function brazilianRates(code: string, days: readonly number[]): string {
  const [buying, selling] = [histories['bcb-buy'], histories['bcb-sell']].map(({ listings }) =>
    listings.find((listing) => listing.code === code),
  );
  const rows = days.map(
    (day) =>
      `{"paridadeCompra":1.00000,"paridadeVenda":1.00000,"cotacaoCompra":${buying?.valueOn(day)},` +
      `"cotacaoVenda":${selling?.valueOn(day)},"dataHoraCotacao":"${dateOfDay(day)} 13:09:26.4${day % 2 ? '33' : ''}",` +
      '"tipoBoletim":"Fechamento"}',
  );
  return `{"@odata.context":"https://was-p.bcnet.bcb.gov.br/olinda/$metadata#_CotacaoMoedaPeriodo","value":[${rows.join()}]}`;
}
