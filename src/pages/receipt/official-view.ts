import type { IsoDate } from '../../money/calendar.ts';
import { addresses } from '../../api/paths.ts';
import type { OfficialReceipt } from '../../api/explain/official-receipt.ts';
import { receiptQuery } from '../../api/explain/receipt-query.ts';
import { officialInWords, quoteInWords } from '../../api/explain/receipt-words.ts';
import { withheldInWords } from '../../api/withheld-words.ts';
import { type Bank, needsConfirmation, transportsInWords } from '../../sources/bank.ts';
import { dayInWords, type Rule } from '../../sources/rules/rule.ts';
import { capitalized } from '../../text/wording/capitalized.ts';
import { create, find } from '../frame/elements.ts';
import { scaleView } from './picture/scale-view.ts';
import type { ValueScale } from './picture/value-scale.ts';
import { type Fact, link, pageFacts, terms, unitFacts, value } from './receipt-view.ts';

/** The pair and the day of the page. */
interface Asked {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate;
  /** The rule that chooses the bank and the day; undefined without a rule. */
  readonly rule?: Rule | undefined;
}

/**
 * Shows the receipt of a bank's rate.
 *
 * @param scales the bank's values beside those that they are compared with
 * @param requestedAt when the visitor requested it, ISO 8601 UTC
 * @returns the heading
 */
export function showBank(
  asked: Asked,
  official: OfficialReceipt,
  scales: readonly ValueScale[],
  requestedAt: string,
): string {
  const { from, to, rule } = asked;
  const { rate, asOf, bank } = official;
  const heading = find('official-heading', HTMLElement);
  heading.replaceChildren(`1 ${from} = `, value(rate), ` ${to} on ${asOf}`);
  find('bank-picture', HTMLElement).replaceChildren(...scales.map(scaleView));
  find('bank', HTMLElement).replaceChildren(
    ...terms([
      ...ruleFacts(asked, official),
      ...officialFacts(asked, official),
      ...pageFacts({ from, to, date: asked.date, ...sourceOf(bank, rule) }, requestedAt),
    ]),
  );
  return heading.textContent;
}

/** A rule sets the source. */
function sourceOf({ key }: Bank, rule: Rule | undefined) {
  return rule ? { source: '', rule: rule.key } : { source: key };
}

/** Which rule chose the rate, with its article and the day. */
function ruleFacts({ date, rule }: Asked, { asOf }: OfficialReceipt): Fact[] {
  if (!rule) return [];
  const { key, purpose, date_is, rates, day, article, page, read_in, read_at } = rule;
  const read = ` As read in ${read_at}, in ${read_in}. It may have changed since.`;
  return [
    ['Rule', `${key}: ${purpose}. It asks for ${rates}.`, 'This isn’t tax or legal advice.'],
    ['Article', [create('a', { href: page, rel: 'noreferrer' }, article), '.', read]],
    ['Date', `${date}: ${date_is}.`],
    ['Day of the rate', `${asOf}: ${dayInWords(day, date)}.`],
  ];
}

function officialFacts(asked: Asked, official: OfficialReceipt): Fact[] {
  const { from, to, date, rule } = asked;
  const { bank, quotes } = official;
  const { source } = bank;
  const [rate, calculation] = officialInWords(rule ? { from, to, date: official.day.date } : asked, official);
  const query = receiptQuery({ ...{ from, to, date }, ...sourceOf(bank, rule) }).slice(1);
  const request = `${location.origin}${addresses.convertOnDate}?${query}`;
  const published = quotes.map((quote) => [
    `${quoteInWords(bank, quote)}: `,
    link(quote.path),
    `, row ${quote.date}, column ${quote.column}`,
  ]);
  const waiting = withheldInWords(Object.fromEntries(official.withheld));
  return [
    [
      'What it is',
      [create('a', { href: source.url, rel: 'noreferrer' }, source.name)],
      source.attribution,
      ...(needsConfirmation(bank) ? [`${capitalized(transportsInWords.http)}.`] : []),
    ],
    ['Rate', rate],
    ...(waiting.length > 0 ? [['In doubt', ...waiting] as Fact] : []),
    ...(published.length > 0 ? [['As the bank published it', ...published] as Fact] : []),
    ['Calculation', calculation],
    ...unitFacts(asked),
    ['API request', [create('a', { href: request }, request)]],
  ];
}
