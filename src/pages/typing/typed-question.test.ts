import { expect, it } from 'vitest';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { tenderCountriesOf } from '../../money/currencies/tender-countries.ts';
import { typedMoneyParser } from './typed-money.ts';
import { parseTypedQuestion } from './typed-question.ts';

it.each([
  ['en-US', '100 usd in eur', { amount: 100, from: 'USD', to: 'EUR' }],
  ['en-US', '1.5k pounds to yen', { amount: 1500, from: 'GBP', to: 'JPY' }],
  ['en-US', '$20 = €', { amount: 20, from: 'USD', to: 'EUR' }],
  ['en-US', '20 to chf', { amount: 20, from: 'CAD', to: 'CHF' }],
  ['de-DE', '1.000,50 Euro in Dollar', { amount: 1000.5, from: 'EUR', to: 'USD' }],
  ['fr-FR', '50 euros en livres sterling', { amount: 50, from: 'EUR', to: 'GBP' }],
  ['en-US', '100 usd in doubloons', undefined],
  ['en-US', 'eur to usd', undefined],
  ['en-US', '100 usd', undefined],
  ['en-US', '1 usd in eur in gbp', undefined],
] as const)(
  'parseTypedQuestion (parses what people ask search engines) > in %s, “%s” is %j',
  (locale, text, expected) => {
    const parse = typedMoneyParser({ currencies: catalogue, countriesOf: tenderCountriesOf, locale });
    expect(parseTypedQuestion(text, 'CAD', parse)).toEqual(expected);
  },
);
