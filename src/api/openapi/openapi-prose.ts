import { COMPUTED_DIGITS, HISTORY_DIGITS } from '../../rates/round.ts';
import { MAX_ADDRESS_CHARACTERS } from '../format/error.ts';

/** What holds for every endpoint, in Markdown. */
export const openApiProse = [
  'Daily reference rates of fiat currencies and crypto assets against USD, conversion, pairs, and what rates were. ' +
    '`/api/historical` is synthetic; `/api/v1/history` is real. ' +
    'Rates are informational: no live market, no offer to trade.',
  '**Requests.** Methods are GET and HEAD, which is answered like GET, without the body. Codes are taken in any case ' +
    'but for addresses that end in `.json`. Of a parameter that is given twice the first counts; others than those ' +
    'listed are ignored. In a query a `+` is read as a blank, and `%2B` as a plus. An address may have ' +
    `${MAX_ADDRESS_CHARACTERS} characters at most. What can be told without the rates (a missing parameter, a wrong amount or ` +
    'period) is told before an unsupported currency.',
  '**Answers** are `application/json; charset=utf-8`, but for tables, `text/csv`. An error is `{"success":false,"error":"what to do"}`. Send an ' +
    'answer’s `ETag` back as `If-None-Match`, and you get a 304 for as long as it is the answer.',
  `**Numbers.** The rates per 1 USD in \`rates\` are the dataset’s own. What is computed is rounded to ${COMPUTED_DIGITS} ` +
    `significant digits (\`rate\`, \`inverse_rate\`, \`result\`, \`converted\`), synthetic history to ${HISTORY_DIGITS}. \`result\` and ` +
    '`converted` are made from the rounded `rate`.',
  '**Held rates.** If the source’s value of a currency is in doubt or missing, the last good rate is published in its ' +
    'place: the currency is held. Its rate keeps its own date. `held` lists these dates, and `rate_as_of` of a conversion ' +
    'is the older date of the two currencies. Past days and ranges have no held rates.',
  '**From a web page** any origin may ask. What the Function answers may be asked with headers of your own; files do ' +
    'not answer the preflight that a browser then sends, so ask for them without any.',
  '**What is metered.** A Function answers conversions, histories and pairs without `.json`, and so the rates of a day or ' +
    'on a base (`/api/v1/rates/…`): of these a free Cloudflare account has 100,000 requests a day for all callers ' +
    'together. All else is files, and every address that ends in `.json` is: anybody may ask for them as often as they ' +
    'like. While the requests are spent, until midnight UTC, files go on answering, those of pairs and of `/api/historical` ' +
    'without `.json` as well. The rest is a 404, or Cloudflare’s own page (429, error 1027, in HTML) where whoever runs ' +
    'the site has set it to fail closed.',
].join('\n\n');
