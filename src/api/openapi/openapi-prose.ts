import { COMPUTED_DIGITS, SYNTHETIC_DIGITS } from '../../money/rounding/round.ts';
import { MAX_ADDRESS_CHARACTERS } from '../error.ts';
import { paths } from '../paths.ts';
import type { LicensedSource } from '../source-fields.ts';

/** Rules that apply to every endpoint, in Markdown. */
export const openApiProse = [
  'Daily reference rates of fiat currencies, crypto assets and metals against USD, with conversion, currency pairs and ' +
    'past rates. `/api/v1/history` returns past rates. `/api/historical` returns a synthetic series: random daily ' +
    'changes that end at today’s rate. Its responses have the header `Synthetic: true`. Rates are for information ' +
    'only. They aren’t live market rates or an offer to trade.',
  '**Requests.** Use GET or HEAD. Currency codes can be in upper or lower case, except in paths that end in `.json`, ' +
    'which are in lower case. An empty parameter counts as missing. Below `/api/v1`, the ' +
    'values of a repeated `symbols` are joined. Any other repeated parameter is an error, and so is a parameter that ' +
    'the endpoint doesn’t have. The error says what to use instead. Names that tools add are ignored, such as `_`, ' +
    '`v`, `cb` and `utm_source`. In the API without a version, the first value of a repeated parameter counts. Unknown ' +
    'parameters are errors there only if another endpoint has them, or if the name is a usual synonym, such as ' +
    '`start_date`, a name in another case, or `name[]`. Static files ignore all parameters. With `access_key`, `/api/convert` responds in ' +
    'fixer’s format. In a query, `+` means a space, so write a plus sign as `%2B`. A URL may have at most ' +
    `${MAX_ADDRESS_CHARACTERS} characters. Unsupported and repeated parameters are reported first, then missing and invalid ` +
    'parameters, and then currencies without rates.',
  '**Sub-units.** Stock exchanges quote prices in pence (`GBX`, also written `GBp`), South African cents (`ZAc`) and ' +
    'agorot (`ILA`). Conversions, rates and histories in `/api/v1` accept these codes as a hundredth of GBP, ' +
    'ZAR and ILS. Only the exact spelling `GBp` means pence. `/api/v1/currencies` lists sub-units in `sub_units`.',
  '**Metals.** `/api/v1` has gold (`XAU`), silver (`XAG`), platinum (`XPT`) and palladium (`XPD`) wherever a request ' +
    'names their code. Only `/api/v1/metals` and the formats of other APIs that have metals list them. The API without ' +
    'a version has none. Their unit is one troy ounce, about 31.1 grams. So the rate of `XAU` is the troy ounces of ' +
    'gold per 1 USD.',
  '**Responses** are `application/json; charset=utf-8`, or `text/csv` for tables. Send a response’s `ETag` as ' +
    '`If-None-Match` to get a 304 if nothing changed. In OpenAPI, examples have only the first entries of long lists.',
  '**Errors.** Below `/api/v1`, an error is `{"success":false,"code":"kind of the error","error":"what to do"}`. At ' +
    'other paths, it has no `code`. Each metered endpoint lists its codes. The schema `ApiError` of the OpenAPI document lists ' +
    'all codes with their meaning. Codes don’t change, but messages may.',
  '**Numbers.** The rates per 1 USD in `rates` are the dataset’s own. Computed numbers (`rate`, `inverse_rate`, ' +
    `\`result\`, \`converted\`) are rounded to ${COMPUTED_DIGITS} significant digits, and synthetic history to ` +
    `${SYNTHETIC_DIGITS}. \`result\` and \`converted\` are computed from the rounded \`rate\`. ` +
    'Ties are rounded away from zero, as computed by hand with the decimal numbers.',
  '**Held rates.** If the source’s value of a currency is in doubt or missing, the currency is held: its last good ' +
    'rate or its official parity is published, with the date of that rate. `held` lists these dates, and `rate_as_of` of a ' +
    'conversion is the older of the two currencies’ dates. Past days and ranges have no held rates.',
  '**CORS.** Pages of any origin can call the API, and can read the headers `ETag` and `Synthetic`. The Pages ' +
    'Function responds to preflight requests (`OPTIONS`) with status 204 and accepts any custom headers. Static ' +
    'files respond with 405, so send no custom headers to them.',
  '**Metered requests.** The Pages Function handles the endpoints that are marked as metered (`x-metered` in ' +
    'OpenAPI). The other endpoints are static files, without a request limit. Many endpoints also have a ' +
    'static file with the same JSON, at the path with `.json` (`x-static-file`). `x-metered-path` has the ' +
    'path and the query parameters of a static file’s metered endpoint. The path of a file is in lower case, and a file ' +
    'ignores the query. Rarely traded pairs may have no file.',
  '**Limits.** On Cloudflare’s free plan, metered requests share a quota of 100,000 requests a day. When the quota ' +
    'is used up, static files keep working, including paths without `.json` such as `/api/rates`. All other ' +
    'requests then return 404 until midnight UTC. If the operator chose to fail closed, they return Cloudflare’s own ' +
    'HTML page (429, error 1027).',
].join('\n\n');

/** The licenses of the service and its data, in Markdown. */
export function licensesProse(sources: readonly LicensedSource[]): string {
  const lines = sources.map(
    ({ rates, name, url, license, attribution }) =>
      `- ${rates}: \`${license}\`, from [${name}](${url}).` +
      (attribution === undefined ? '' : ` Attribution: ${attribution}.`),
  );
  return `**Licenses.** The service is under the MIT license. Its data is under the licenses of the sources:

${lines.join('\n')}
- Names, symbols and countries of currencies: \`Unicode-3.0\`, from Unicode CLDR.

If a response has the field \`source\`, that field has the license of its rates. \`/${paths.licenses}\` has all notices.`;
}
