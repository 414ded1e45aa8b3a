import { describe, expect, it } from 'vitest';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { tenderCountriesOf } from '../../money/currencies/tender-countries.ts';
import { meaningOf, type TypedChange } from './typed-meaning.ts';
import { typedMoneyParser } from './typed-money.ts';

/**
 * What people type into the amount of the first currency, and what the page does with it. Each line has the visitor's
 * locale, the chosen pair, the typed text, and its meaning: an amount of the chosen currency (`= 5`), another pair, the
 * currencies among which the visitor chooses (`pesos: MXN ARS`), an unknown word (`5 ?`), or a text without a meaning
 * (`-`).
 */
const TYPED = `
# amounts of the chosen currency
en-US USD>EUR | 5 | = 5
en-US USD>EUR | $5 | = 5
en-US USD>EUR | what is 5 usd? | = 5
en-US USD>EUR | 5 doubloons | 5 ?
en-US USD>EUR | twelve | -
en-US USD>EUR | 1/2 | -

# another currency with the amount, while a pair is chosen
en-US USD>EUR | R$ 10 | 10 BRL>EUR
en-US USD>EUR | £5m | 5000000 GBP>EUR
en-US USD>EUR | 20 euros | 20 EUR>USD
en-US USD>EUR | 100 SYP | 100 SYP>EUR
en-US USD>EUR | 100 syrian pounds | 100 SYP>EUR
en-US USD>EUR | 100 doge | 100 DOGE>EUR
en-GB USD>EUR | 50p | 50 GBX>EUR
it-IT USD>JPY | 1,5 milioni di euro | 1500000 EUR>JPY
it-IT EUR>JPY | 2 milioni di dollari | 2000000 USD>JPY
es-ES USD>EUR | 1.000.000 de yenes | 1000000 JPY>EUR
es-MX USD>EUR | 1,000,000 de pesos | 1000000 MXN>EUR
pt-BR USD>EUR | 1,5 milhão de reais | 1500000 BRL>EUR
fr-FR USD>JPY | 12,5 millions d’euros | 12500000 EUR>JPY
pl-PL USD>EUR | 100 franków | 100 CHF>EUR
zh-CN USD>EUR | 100港币 | 100 HKD>EUR
zh-HK USD>EUR | 100港幣 | 100 HKD>EUR
zh-TW USD>EUR | 100台幣 | 100 TWD>EUR
zh-CN USD>EUR | 100人民币 | 100 CNY>EUR
ja-JP USD>EUR | 100円 | 100 JPY>EUR
ar-EG USD>EUR | 100 جنيه | 100 EGP>EUR

# questions, as people ask search engines
en-US CAD>EUR | 100 usd in eur | 100 USD>EUR
en-US CAD>EUR | 1.5k pounds to yen | 1500 GBP>JPY
en-US CAD>EUR | $20 = € | 20 USD>EUR
en-US CAD>EUR | $20 EUR | 20 USD>EUR
en-US CAD>EUR | 20 to chf | 20 CAD>CHF
en-US CAD>EUR | 100 usd jpy | 100 USD>JPY
en-US CAD>EUR | 100 US dollars yen | 100 USD>JPY
en-US CAD>EUR | 100 hong kong dollars | 100 HKD>EUR
en-US CAD>EUR | How much is 100 dollars in euros? | 100 USD>EUR
en-US CAD>EUR | what is 1 eur | 1 EUR>CAD
en-US CAD>EUR | 100 usd in doubloons | 100 ?
en-US CAD>EUR | 1 usd in eur in gbp | 1 ?
de-DE CAD>EUR | 1.000,50 Euro in Dollar | 1000.5 EUR>USD
de-DE CAD>EUR | Wie viel sind 50 Franken in Euro? | 50 CHF>EUR
fr-FR CAD>EUR | 50 euros en livres sterling | 50 EUR>GBP
fr-FR CHF>EUR | combien font 50 dollars en euros | 50 USD>EUR
es-ES CHF>EUR | ¿Cuántos son 50 dólares en euros? | 50 USD>EUR
es-ES CHF>EUR | cuántos son 50 dólares en euros | 50 USD>EUR
it-IT CHF>EUR | quanto sono 50 dollari in euro? | 50 USD>EUR
pl-PL CAD>EUR | ile to 50 euro w dolarach | 50 ?
zh-CN USD>JPY | 50欧元换美元 | 50 EUR>USD
zh-CN USD>JPY | 50欧元是多少美元？ | 50 EUR>USD
zh-TW USD>JPY | 50歐元換美元 | 50 EUR>USD
ja-JP USD>EUR | 100米ドルを円に | 100 USD>JPY
ja-JP EUR>USD | 100ドルは何円ですか | 100 USD>JPY

# only currencies: the amount stays
en-US CAD>EUR | eur to usd | EUR>USD
en-US CAD>EUR | eur/usd | EUR>USD
en-US CAD>EUR | EUR-USD | EUR>USD
en-US CAD>EUR | usd | USD>EUR
en-US CAD>EUR | euro | EUR>CAD

# words of several currencies
en-US USD>EUR | 100 pesos | pesos: MXN CLP PHP COP ARS
en-US USD>EUR | 100 pesos in yen | 100 pesos in yen: MXN CLP PHP COP ARS
en-US USD>EUR | 1 lakh rupees | rupees: INR PKR LKR NPR
en-US USD>EUR | 100 francs | francs: CHF XOF XAF
en-US USD>EUR | 100 crowns | crowns: SEK NOK DKK CZK ISK
en-US USD>EUR | 100 000 kr | kr: SEK NOK DKK ISK
de-DE EUR>USD | 100 Kronen | Kronen: SEK NOK DKK CZK ISK
ar-EG USD>EUR | 100 ريال | ريال: BRL SAR IRR QAR OMR YER
ar-EG USD>EUR | 100 درهم | درهم: AED MAD

# retired currencies
en-US USD>EUR | 100 HRK | 100 HRK>EUR
de-DE USD>CHF | 100 DM | 100 DEM>CHF
es-ES USD>EUR | 100 pesetas | 100 ESP>EUR
de-DE USD>EUR | 100 Mark | Mark: BAM DEM
`;

// Intl rejects the code of DOGE.
const isUnrated = ({ code }: { readonly code: string }) => ['SYP', 'DOGE'].includes(code);
const unrated = catalogue.filter(isUnrated);
const currencies = catalogue.filter((currency) => !isUnrated(currency));
const parserFor = Object.fromEntries(
  ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'es-MX', 'pt-BR', 'it-IT', 'pl-PL', 'zh-CN', 'zh-HK', 'zh-TW'].map(
    (locale) => [locale, typedMoneyParser({ currencies, unrated, countriesOf: tenderCountriesOf, locale })],
  ),
);
for (const locale of ['ja-JP', 'ar-EG']) {
  parserFor[locale] = typedMoneyParser({ currencies, unrated, countriesOf: tenderCountriesOf, locale });
}

function inShort(visitor: string, text: string): string {
  const [locale = '', from = '', to = ''] = visitor.split(/[ >]/);
  const parse = parserFor[locale];
  if (!parse) throw new Error(`There is no parser for ${locale}.`);
  const meaning = meaningOf(text, { from, to, side: 'from' }, parse);
  switch (meaning.is) {
    case 'amount':
      return `= ${meaning.amount}`;
    case 'change':
      return changeOf(meaning.change);
    case 'choice':
      return `${meaning.words}: ${meaning.choices.map(({ code }) => code).join(' ')}`;
    case 'unknown':
      return `${meaning.amount} ?`;
    case 'empty':
    case 'invalid':
      return '-';
  }
}

const changeOf = ({ from, to, amount }: TypedChange) => `${amount === undefined ? '' : `${amount} `}${from}>${to}`;

describe('what a text in the field of an amount means', () => {
  const lines = TYPED.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  it.each(lines.map((line) => line.split(' | ') as [string, string, string]))(
    '%s | %s | %s',
    (visitor, text, expected) => {
      const found = inShort(visitor, text);
      // The words of an ambiguous text have more currencies than a visitor would read in a list.
      expect(expected.includes(':') ? found.slice(0, expected.length) : found).toBe(expected);
    },
  );

  it.each([
    ['20 pounds', { from: 'USD', to: 'GBP', amount: 20, given: 'to' }],
    ['20 dollars', { from: 'EUR', to: 'USD', amount: 20, given: 'to' }],
    ['20 pounds in yen', { from: 'GBP', to: 'JPY', amount: 20, given: 'from' }],
    ['yen', { from: 'USD', to: 'JPY', given: 'to' }],
  ] as const)('for the second currency, “%s” is %j', (text, change) => {
    const parse = parserFor['en-US'];
    expect(parse && meaningOf(text, { from: 'USD', to: 'EUR', side: 'to' }, parse)).toEqual({ is: 'change', change });
  });
});
