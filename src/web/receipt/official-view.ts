import { ApiError } from '../../api/error.ts';
import { addresses } from '../../api/paths.ts';
import type { OfficialReceipt, PossibleBank } from '../../api/explain/official-receipt.ts';
import { receiptQuery } from '../../api/explain/receipt-query.ts';
import { officialInWords, quoteInWords } from '../../api/explain/receipt-words.ts';
import { fileErrorInWords } from '../../api/explain/unreadable.ts';
import type { Bank } from '../../sources/bank.ts';
import { dayInWords, type Rule } from '../../sources/rules/rule.ts';
import { FileError } from '../../text/site-problem.ts';
import { create, find } from '../shared/elements.ts';
import { type Fact, factList, link, pageFacts, unitFacts, value } from './receipt-view.ts';

/** The pair and the day of the page. */
interface Asked {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  /** The rule that chooses the bank and the day; undefined without a rule. */
  readonly rule?: Rule | undefined;
}

/**
 * Shows the receipt of one bank's rate, without other sources.
 *
 * @param requestedAt when the visitor requested it, ISO 8601 UTC
 * @returns the heading
 */
export function showBank(asked: Asked, official: OfficialReceipt, requestedAt: string): string {
  const { from, to, rule } = asked;
  const { rate, asOf, bank } = official;
  const heading = find('official-heading', HTMLElement);
  heading.replaceChildren(`1 ${from} = `, value(rate), ` ${to} on ${asOf}`);
  const all = receiptQuery({ from, to, date: official.day.date, source: '' });
  find('banks', HTMLElement).replaceChildren(
    factList([
      ...ruleFacts(asked, official),
      ...officialFacts(asked, official),
      ['Other sources', [create('a', { href: all }, 'Receipt of the market rate, and of all banks')]],
      ...pageFacts({ from, to, date: asked.date, ...sourceOf(bank, rule) }, requestedAt),
    ]),
  );
  return heading.textContent;
}

/** Reads the receipt of a bank's rate. @throws {ApiError} if there is none */
type ReadBank = (bank: Bank) => Promise<OfficialReceipt>;

/**
 * Maximum size in bytes of a bank's files for which its rate is shown at once, so that a receipt loads at most 300 kB.
 * Other banks' files are loaded when the visitor opens them.
 */
const MAX_BYTES = 100_000;

/** Lists the banks that may have the pair's rate, and shows the rate of the first of them. */
export async function showBanks(asked: Asked, possible: readonly PossibleBank[], read: ReadBank): Promise<void> {
  find('official-heading', HTMLElement).replaceChildren('Official rates');
  const entries = possible.map((each) => new BankEntry(asked, each, read));
  find('banks', HTMLElement).replaceChildren(...entries.map(({ element }) => element));
  await entries.find(({ bytes }) => bytes <= MAX_BYTES)?.open();
}

/** A bank in the list. Its rate is read when it's opened. */
class BankEntry {
  readonly element = create('details');
  readonly bytes: number;
  readonly #asked: Asked;
  readonly #bank: Bank;
  readonly #read: ReadBank;
  readonly #name = create('h3');
  readonly #content = create('div');
  #isRead = false;

  constructor(asked: Asked, { bank, bytes }: PossibleBank, read: ReadBank) {
    this.#asked = asked;
    this.#bank = bank;
    this.#read = read;
    this.bytes = bytes;
    this.#name.replaceChildren(bank.name, create('small', {}, ` (${Math.round(bytes / 1000)} kB)`));
    this.element.append(create('summary', {}, this.#name), this.#content);
    this.element.addEventListener('toggle', () => {
      if (this.element.open) void this.open();
    });
  }

  async open(): Promise<void> {
    if (this.#isRead) return;
    this.#isRead = true;
    this.element.open = true;
    this.#content.replaceChildren(create('p', {}, 'Reading the files of this site …'));
    try {
      this.#show(await this.#read(this.#bank));
    } catch (error) {
      if (error instanceof ApiError) {
        this.#name.replaceChildren(`${this.#bank.name}: no rate`);
        this.#content.replaceChildren(create('p', {}, `${error.message}.`));
        return;
      }
      // The next try may succeed.
      this.#isRead = false;
      const message = error instanceof FileError ? fileErrorInWords(error) : 'The rate could not be shown.';
      this.#content.replaceChildren(create('p', { class: 'note' }, message));
      if (!(error instanceof FileError)) throw error;
    }
  }

  #show(found: OfficialReceipt): void {
    const bank = this.#bank;
    const { from, to, date } = this.#asked;
    this.#name.replaceChildren(`${bank.name}: 1 ${from} = `, value(found.rate), ` ${to}`);
    const query = receiptQuery({ from, to, date, source: bank.key });
    const alone = create('a', { href: query }, location.pathname + query);
    this.#content.replaceChildren(
      factList([...officialFacts(this.#asked, found), ['Receipt of this rate alone', [alone]]]),
    );
  }
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
  return [
    ['What it is', [create('a', { href: source.url, rel: 'noreferrer' }, source.name)], source.attribution],
    ['Rate', rate],
    ...(published.length > 0 ? [['As the bank published it', ...published] as Fact] : []),
    ['Calculation', calculation],
    ...unitFacts(asked),
    ['API request', [create('a', { href: request }, request)]],
  ];
}
