import { heldAmong } from '../../../archive/day-rates.ts';
import { catalogue } from '../../../money/currencies/catalogue.ts';
import { pegs, retiredCurrencies } from '../../../money/currencies/facts.ts';
import { tenderCountriesOf } from '../../../money/currencies/tender-countries.ts';
import { crossRate } from '../../../money/cross-rate.ts';
import type { PublishedCurrency } from '../../../money/published-currency.ts';
import { roundProduct } from '../../../money/rounding/exact-rounding.ts';
import { longDateFormat } from '../../../text/wording/long-date.ts';
import { numberFormat } from '../../../text/wording/number-format.ts';
import { type Snapshot, heldDates } from '../../../validation/snapshot/snapshot.ts';
import { fillMessage, type MessageKey } from '../../texts/fill-message.ts';
import { bankNameIn } from '../../texts/build/bank-names.ts';
import type { Language } from '../../texts/languages.ts';
import { currencyNameIn } from '../../../money/currencies/names/currency-name.ts';
import { moneyFormat } from '../../../money/currencies/money-format.ts';
import { initialState } from '../address/address-state.ts';
import { flagIcon } from './flags.ts';
import { pickerMarkup } from './picker-markup.ts';
import { messageValues, readMessages } from '../../texts/build/page-messages.ts';
import type { QuotingBank } from './quoting-banks.ts';
import { worldRegionOf } from './world-region.ts';
import { escapeHtml, fillTemplate } from '../../build/fill-template.ts';

export interface ConverterInput {
  readonly snapshot: Snapshot;
  /** Every published currency, the most traded first. */
  readonly currencies: readonly PublishedCurrency[];
  /** The banks whose rates the site has. */
  readonly quotingBanks: readonly QuotingBank[];
  /** The first archived day, `YYYY-MM-DD`. */
  readonly firstDate: string;
  /** URLs of scripts, styles and flags, by name of the source file, such as `page.ts`. */
  readonly assets: ReadonlyMap<string, string>;
}

/**
 * Values for the converter's template: its texts in a language, and its first view, which needs no script. The script
 * keeps the view unless the URL sets other values. The values don't contain the time of the last check, so that a check
 * without new rates leaves the page unchanged.
 */
export function converterValues(
  { snapshot, currencies, quotingBanks, firstDate, assets }: ConverterInput,
  language: Language,
): Record<string, string> {
  const messages = readMessages(language);
  const text = (key: MessageKey, values: Record<string, string | number>) =>
    fillMessage(messages[key], values, language);
  const format = numberFormat(language);
  // The page doesn't know where its English visitors are. This form is clear to all of them.
  const dateInWords = longDateFormat(language === 'en' ? 'en-GB' : language);
  const money = moneyFormat({ words: language, numbers: language });
  const nameOf = ({ code, name }: PublishedCurrency) =>
    language === 'en' ? name : (currencyNameIn(language, code) ?? name);
  const flags = assets.get('flags.svg') ?? '';
  const [from, to] = [initialState.from, initialState.to].map((code) =>
    currencies.find((currency) => currency.code === code),
  );
  if (!from || !to)
    throw new RangeError(
      `The dataset has no rate of ${initialState.from} or ${initialState.to}, which the converter needs.`,
    );
  const [rate, inverse] = [crossRate(from.perUsd, to.perUsd), crossRate(to.perUsd, from.perUsd)];
  const amount = Number(initialState.amount);
  const date = dateInWords(snapshot.rate_as_of);
  const held = heldAmong(heldDates(snapshot), [from.code, to.code]);
  const stampFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    ...messageValues(messages),
    down: text('down', { date }),
    from_picker: pickerOf('from', from),
    to_picker: pickerOf('to', to),
    add_picker: pickerMarkup({ id: 'add', code: '', name: '', flag: '' }),
    initial_amount: format.plain(amount),
    initial_converted: format.amount(roundProduct(amount, rate)),
    initial_given: `${money(amount, from.code, { isTyped: true })} =`,
    initial_sum: money(roundProduct(amount, rate), to.code),
    initial_rates: [
      `<span dir="ltr">1 ${from.code} = ${format.rate(rate)} ${to.code}</span>`,
      `<span dir="ltr">1 ${to.code} = ${format.rate(inverse)} ${from.code}</span>`,
      ...Array.from(held, ([code, since]) => `<small>${text('heldAt', { code, date: dateInWords(since) })}</small>`),
    ].join(' '),
    initial_date: text('rateOn', { date }),
    initial_stamp: stampFormat.format(Date.parse(snapshot.rate_as_of)),
    seal_data: sealData(snapshot),
    fee_options: feeOptions(language),
    receipt_query: `?from=${from.code}&to=${to.code}`,
    first_date: firstDate,
    bank_groups: bankGroups(),
    all_currencies_lead: text('allCurrenciesLead', { date }),
    show_all: text('showAll', { count: currencies.length }),
    currency_rows: currencies.map(rowOf).join('\n'),
    retired_names: JSON.stringify(
      Object.fromEntries([...retiredCurrencies.keys()].map((code) => [code, currencyNameIn(language, code) ?? code])),
    ),
    unrated: catalogue.flatMap(({ code }) => (snapshot.rates.has(code) ? [] : code)).join(' '),
  };

  /** The choices of banks by region, in the order of the first bank of each. */
  function bankGroups(): string {
    const regions = new Intl.DisplayNames(language, { type: 'region' });
    return Array.from(
      Map.groupBy(quotingBanks, ({ bank }) => worldRegionOf(bank.country)),
      ([region, ofRegion]) =>
        fillTemplate('<optgroup label="{{official}} · {{region}}">{{{options}}}</optgroup>', {
          official: text('official', {}),
          region: regions.of(region) ?? region,
          options: ofRegion.map((quoting) => optionOf(quoting, language)).join(''),
        }),
    ).join('');
  }

  function pickerOf(id: string, currency: PublishedCurrency): string {
    const { code } = currency;
    return pickerMarkup({ id, code, name: nameOf(currency), flag: flagIcon(code, flags) });
  }

  function rowOf(currency: PublishedCurrency): string {
    const { code, perUsd } = currency;
    const peg = pegs.get(code);
    const isFixed = typeof peg?.parity === 'number' && peg.band === undefined;
    return fillTemplate(rowTemplate, {
      code,
      fixed: isFixed ? ` data-fixed="${peg.anchor} ${peg.parity}"` : '',
      name: nameOf(currency),
      countries: tenderCountriesOf(code).join(' '),
      rate: format.rate(perUsd),
      inverse: format.rate(crossRate(perUsd, 1)),
    });
  }
}

/** The fees in percent that a traveler can choose. */
const fees = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5];

function feeOptions(language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return fees.map((fee) => `<option value="${fee}">${format.format(fee / 100)}</option>`).join('');
}

/** What the seal of a rate says about the day's comparisons with other sources, as attributes. */
function sealData({ rate_as_of, witnesses: { requested, unwitnessed }, disputed }: Snapshot): string {
  const compared = requested.filter(({ outcome }) => outcome === 'compared');
  const data = {
    day: rate_as_of,
    witnesses: compared.map(({ witness }) => witness).join(' '),
    // Without any witness, the seal needs no list.
    unwitnessed: compared.length === 0 ? '' : unwitnessed.join(' '),
    disputed: [...new Set(disputed.flatMap(({ code, frozen }) => (frozen ? [] : code)))].join(' '),
  };
  const attributes = Object.entries({ ...data, ...(requested.length > 0 && { asked: 'yes' }) });
  return attributes.map(([name, value]) => `data-${name}="${escapeHtml(value)}"`).join(' ');
}

function optionOf({ bank, codes }: QuotingBank, language: Language): string {
  return fillTemplate('<option value="{{key}}" data-codes="{{codes}}">{{name}}</option>', {
    ...{ key: bank.key, name: bankNameIn(language, bank) },
    codes: codes.join(' '),
  });
}

const rowTemplate =
  '<tr data-countries="{{countries}}"{{{fixed}}}><th scope="row"><a href="?to={{code}}">{{code}}</a></th>' +
  '<td>{{name}}</td><td>{{rate}}</td><td>{{inverse}}</td></tr>';
