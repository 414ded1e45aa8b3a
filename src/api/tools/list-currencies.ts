import { fold } from '../../text/fold.ts';
import { currencyFactsFile } from '../published/market-files.ts';
import { market } from '../source-fields.ts';
import { type CurrencyNames, currencyNamesSchema } from './list-currencies.schema.ts';
import { tool } from './tool.ts';

const search = {
  kind: 'text',
  description:
    'Beginning of a currency’s code or of a word of its name, or a country’s code: `swiss`, `pound` or `CH`. All currencies by default.',
  parse: fold,
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
    const all = await site.read(currencyFactsFile());
    const found = all.filter(
      ({ code, name, countries }) =>
        ` ${fold(`${code} ${name}`)}`.includes(` ${search}`) ||
        countries.some((country) => country.toLowerCase() === search),
    );
    const currencies = found.map(({ code, name, type, minor_units }) => ({
      ...{ code, name, type, minor_units },
      has_rate_today: site.day.today.rates.has(code),
    }));
    const document: CurrencyNames = { success: true, count: currencies.length, currencies };
    return { document, sentences: [inWords(document)], newest: { source: market, held: {} } };
  },
});

function inWords({ count, currencies }: CurrencyNames): string {
  if (count === 0)
    return 'No currency has a code or a name with a word that begins like this. Search for a shorter text.';
  const missing = currencies.filter((currency) => !currency.has_rate_today).map(({ code }) => code);
  const note = missing.length > 0 ? ` Without a rate today: ${missing.join(', ')}.` : '';
  return `${count} ${count === 1 ? 'currency' : 'currencies'}.${note}`;
}
