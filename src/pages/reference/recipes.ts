import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { siteOrigin } from '../template/site-origin.ts';

/** A way to call the service, to copy. */
export interface Recipe {
  /** Its anchor on the reference. */
  readonly id: string;
  readonly title: string;
  /** What Markdown calls its language. */
  readonly language: string;
  readonly code: string;
  /** Inline Markdown. */
  readonly note?: string;
}

export interface RecipesInput {
  /** Where the site is published, without a slash at the end; undefined where nobody knows yet. */
  readonly url: string | undefined;
  /** The date of the rates, `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** The recipes for a site. Each runs as it stands: `src/web/docs.test.ts` does so. */
export function recipesOf({ url, asOf }: RecipesInput): readonly Recipe[] {
  return recipes(siteOrigin(url), dateOfDay(dayNumber(asOf) - 7));
}

const raw = String.raw;

const recipes = (origin: string, pastDate: string): readonly Recipe[] => [
  {
    id: 'curl',
    title: 'curl',
    language: 'sh',
    code: raw`curl '${origin}/api/convert?from=EUR&to=JPY&amount=100'`,
    note: 'The quotes keep the shell from taking `&` for its own.',
  },
  {
    id: 'fetch',
    title: 'JavaScript, in a page or in Node',
    language: 'js',
    code: raw`const response = await fetch('${origin}/api/rates/eur-to-jpy');
const { rate, error } = await response.json();
if (!response.ok) throw new Error(error);
console.log('1 EUR =', rate, 'JPY');`,
    note:
      '`/api/rates` itself is always on USD, whatever its query says. From a page, ask for files without headers of your ' +
      'own, such as `Content-Type`: they do not answer the question that a browser asks before it sends them. What comes ' +
      'from the function may be asked with any.',
  },
  {
    id: 'types',
    title: 'TypeScript: types from the OpenAPI document',
    language: 'sh',
    code: raw`npm install openapi-fetch@0.17
npx openapi-typescript@7 ${origin}/api/v1/openapi.json -o ratesheet.ts`,
  },
  {
    id: 'typescript',
    title: 'TypeScript: a typed call',
    language: 'ts',
    code: raw`import createClient from 'openapi-fetch';
import type { paths } from './ratesheet.ts';

const { GET } = createClient<paths>({ baseUrl: '${origin}' });
const query = { from: 'EUR', to: 'JPY', amount: 100 };
const { data, error } = await GET('/api/convert', { params: { query } });
if (!data) throw new Error(error.error);
console.log(data.amount, data.from, '=', data.result, data.to);`,
    note: '`ratesheet.ts` is what the recipe before makes.',
  },
  {
    id: 'python',
    title: 'Python, without a package',
    language: 'python',
    code: raw`import json
from urllib.request import Request, urlopen

request = Request("${origin}/api/rates/eur-to-jpy", headers={"User-Agent": "my-script"})
with urlopen(request) as response:
    pair = json.load(response)
print(f"1 EUR = {pair['rate']} JPY")`,
    note: 'With a name of its own: some hosts refuse the one that Python gives by itself.',
  },
  {
    id: 'python-history',
    title: 'Python: what a rate was, month by month',
    language: 'python',
    code: raw`import csv
from urllib.request import Request, urlopen

request = Request(
    "${origin}/api/v1/history.csv?from=EUR&to=JPY&every=month",
    headers={"User-Agent": "my-script"},
)
with urlopen(request) as response:
    for row in csv.DictReader(response.read().decode().splitlines()):
        print(row["date"], float(row["rate"]))`,
    note: 'A year back, unless `start` and `end` say otherwise; `every` is `day`, `week` or `month`.',
  },
  {
    id: 'invoice',
    title: 'The rate on an invoice’s date',
    language: 'sh',
    code: raw`curl '${origin}/api/v1/convert?from=EUR&to=JPY&amount=100&date=${pastDate}'`,
    note: '`rate_as_of` is the date of the rate. For a day without a rate, it is the last day before that has one, up to a week back; if today’s rate is held, it is the date of the held rate.',
  },
  {
    id: 'sheets',
    title: 'Google Sheets: today’s rate in a cell',
    language: 'text',
    code: raw`=VALUE(REGEXEXTRACT(JOIN(",", IMPORTDATA("${origin}/api/rates/eur-to-jpy")), "\brate""?:([\d.e+-]+)"))`,
  },
  {
    id: 'sheets-history',
    title: 'Google Sheets: a column of past rates',
    language: 'text',
    code: raw`=IMPORTDATA("${origin}/api/v1/history.csv?from=EUR&to=JPY&every=week")`,
    note: 'In a spreadsheet of a country that writes `1,5`, add `; ","; "en_US"` behind the address.',
  },
  {
    id: 'excel',
    title: 'Excel for Windows: today’s rate in a cell',
    language: 'text',
    code: raw`=NUMBERVALUE(TEXTBEFORE(TEXTAFTER(WEBSERVICE("${origin}/api/rates/eur-to-jpy"), """rate"":"), ","), ".")`,
    note: 'Excel 2024 or Microsoft 365. Where commas part decimals, write `;` between the arguments.',
  },
  {
    id: 'excel-history',
    title: 'Excel: a table of past rates',
    language: 'text',
    code: raw`let
    Source = Csv.Document(Web.Contents("${origin}/api/v1/history.csv?from=EUR&to=JPY&every=month")),
    Table = Table.PromoteHeaders(Source)
in
    Table.TransformColumnTypes(Table, { {"date", type date}, {"rate", type number} }, "en-US")`,
    note: 'In Power Query: _Data → Get Data → From Other Sources → Blank Query → Advanced Editor_.',
  },
  {
    id: 'libreoffice',
    title: 'LibreOffice: a table of past rates',
    language: 'sh',
    code: raw`soffice --headless --convert-to ods '${origin}/api/v1/history.csv?from=EUR&to=JPY&every=month'`,
    note: 'It writes `history.ods` into the folder that you are in.',
  },
  {
    id: 'ledger',
    title: 'hledger and Ledger: a file of prices',
    language: 'sh',
    code: raw`curl -s '${origin}/api/v1/history.csv?from=EUR&to=USD' |
  tr -d '\r' | awk -F, 'NR > 1 { print "P " $1 " EUR " $2 " USD" }' > prices.journal`,
  },
  {
    id: 'beancount',
    title: 'beancount: a file of prices',
    language: 'sh',
    code: raw`curl -s '${origin}/api/v1/history.csv?from=EUR&to=USD' |
  tr -d '\r' | awk -F, 'NR > 1 { print $1 " price EUR " $2 " USD" }' > prices.beancount`,
  },
  {
    id: 'erpnext',
    title: 'ERPNext: Currency Exchange Settings',
    language: 'text',
    code: raw`Service Provider: Custom
API Endpoint: ${origin}/api/v1/convert
Parameters: from = {from_currency}, to = {to_currency}, date = {transaction_date}
Result Key: rate`,
    note: 'Each parameter is a line of the settings’ table.',
  },
];
