import { successorInWords } from '../../money/currencies/facts.ts';
import { findCurrencies } from '../../money/currencies/names/find-currencies.ts';
import { metals } from '../../money/currencies/metals.ts';
import { listUpTo } from '../../text/wording/list-up-to.ts';
import { currencyFactsFile } from '../query/market-files.ts';
import { newestRates } from '../query/market-days.ts';
import { unitsInWords } from '../explain/receipt-words.ts';
import { market } from '../../sources/market.ts';
import { type CurrencyNames, currencyNamesSchema } from './list-currencies.schema.ts';
import { tool } from './tool.ts';

const search = {
  kind: 'text',
  description:
    'A currency’s code, symbol or English name, a country’s English name or code, `crypto` or `metal`. The beginning of ' +
    'a word is enough: `swiss`, `pound`, `CH` or `Switz`. All currencies by default, without metals.',
  parse: (text: string) => text,
} as const;

export const listCurrencies = tool({
  name: 'list_currencies',
  title: 'Find currencies',
  description:
    'Finds currencies, crypto assets and metals such as gold, and their codes. Use it if you aren’t sure of a code, or ' +
    'whether a currency is supported.',
  parameters: { search },
  schema: currencyNamesSchema,
  async call({ search = '' }, site) {
    const facts = await site.read(currencyFactsFile());
    const found = findCurrencies(search, search === '' ? facts : [...facts, ...metalsFound]);
    const currencies = found.currencies.map(({ code, name, type, minor_units }) => ({
      ...{ code, name, type, minor_units },
      has_rate_today: newestRates(site).rates.has(code),
    }));
    const document: CurrencyNames = {
      ...{ success: true, count: currencies.length, currencies },
      sub_units: found.sub_units.map(({ code, name, of }) => ({ code, name, sub_unit_of: of })),
      retired: found.retired,
    };
    const sentences = [
      ...inWords(document),
      ...unitsInWords([...currencies, ...found.sub_units].map(({ code }) => code)),
      // Without a search, the document says it.
      ...(search === '' ? [] : found.retired.map((currency) => `${successorInWords(currency)}.`)),
    ];
    // Only whether a currency has a rate today can become stale.
    return { document, sentences, newest: currencies.length > 0 ? { source: market.key, held: {} } : undefined };
  },
});

/** The metals, which are found only if the search has a word of them. */
const metalsFound = metals.map((metal) => ({ ...metal, countries: [], minor_units: null }));

/** Maximum number of currencies in the sentence. The document has all of them. */
const MAX_NAMED = 40;

function inWords({ count, currencies, sub_units: units, retired }: CurrencyNames): string[] {
  if (count + units.length + retired.length === 0) {
    return [
      'Nothing found. Use one word of the currency’s name, its ISO 4217 code, or the country’s English name or ' +
        'two-letter code, such as Switzerland or CH.',
    ];
  }
  const named = currencies.map(({ code, name }) => `${code} (${name})`);
  const missing = currencies.filter((currency) => !currency.has_rate_today).map(({ code }) => code);
  return [
    ...(count > 0 ? [`${count} ${count === 1 ? 'currency' : 'currencies'}: ${listUpTo(MAX_NAMED, named)}.`] : []),
    ...(missing.length > 0 ? [`Without a rate today: ${missing.join(', ')}.`] : []),
  ];
}
