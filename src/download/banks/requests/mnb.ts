import { fileOf, type Quote } from '../reading/quotes.ts';
import { readXml } from '../reading/xml.ts';
import type { TableRequests } from '../table-requests.ts';

/** Requests for Magyar Nemzeti Bank's rates, to its SOAP service. */
export const mnb: TableRequests = {
  perRange: 365,
  asks: (first, last) => [
    {
      // Over https, the server has only the description of the service.
      url: 'http://www.mnb.hu/arfolyamok.asmx',
      method: 'POST',
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        // Without the quotes, the server responds with status 404.
        SOAPAction: '"http://www.mnb.hu/webservices/MNBArfolyamServiceSoap/GetExchangeRates"',
      },
      body:
        '<?xml version="1.0" encoding="utf-8"?>' +
        '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
        '<GetExchangeRates xmlns="http://www.mnb.hu/webservices/">' +
        `<startDate>${first}</startDate><endDate>${last}</endDate>` +
        `<currencyNames>${currencies.join()}</currencyNames>` +
        '</GetExchangeRates></soap:Body></soap:Envelope>',
    },
  ],
  parse: (text) => fileOf(quotesIn(resultIn(text)), 'HUF'),
};

/**
 * The currencies that the bank quotes in 2026, and those that it has quoted since 1999 and that other sources have. The
 * service has no rates of currencies that a request doesn't name.
 */
const currencies = (
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON RSD RUB SEK SGD THB TRY ' +
  'UAH USD ZAR BGN EEK HRK LTL LVL ROL SIT SKK'
).split(' ');

/** The document in the response, which has it as a text; undefined if it's empty, because the range has no days. */
function resultIn(response: string): string | undefined {
  const results: string[] = [];
  readXml(response, ({ name, text }, around) => {
    const names = around.map(({ name }) => name);
    const isInEnvelope = names.join() === 'GetExchangeRatesResponse,Body,Envelope';
    if (name === 'GetExchangeRatesResult' && isInEnvelope) results.push(text.trim());
    if (names.includes('GetExchangeRatesResult')) throw new RangeError('the rates in the response aren’t a text');
  });
  const [result] = results;
  if (result === undefined || results.length > 1) throw new RangeError('the response isn’t a list of rates');
  return result === '' ? undefined : result;
}

/** The newest day comes first. A day may be without rates. */
function quotesIn(document = '<MNBExchangeRates/>'): Quote[] {
  const quotes: Quote[] = [];
  readXml(document, ({ name, attributes, text }, [parent, ...others]) => {
    if (name === 'Rate' && parent?.name === 'Day') {
      const { unit = '', curr = null } = attributes;
      quotes.push({ date: dateOf(parent.attributes), code: curr, value: decimalIn(text), units: unitsIn(unit) });
    }
    const isEmptyDay = name === 'Day' && quotes.at(-1)?.date !== dateOf(attributes);
    if (isEmptyDay) quotes.push({ date: dateOf(attributes), code: null, value: null });
    const isWhole = others.length === 0 && parent === undefined;
    if (isWhole && name !== 'MNBExchangeRates') throw new RangeError('the response isn’t a list of rates');
  });
  return quotes;
}

function dateOf({ date = '' }: Readonly<Record<string, string>>): string {
  return date;
}

function unitsIn(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/** `366,24000` as `366.24000`. A text with a point isn't a rate, because the point may separate thousands. */
function decimalIn(text: string): string | number {
  return text.includes('.') ? NaN : text.trim().replace(',', '.');
}
