import { receiptQuery } from '../../api/explain/receipt-query.ts';
import { isDate } from '../../money/calendar.ts';
import { market } from '../../sources/market.ts';
import { type ComparedSources, compareSources } from './compare/compare-sources.ts';
import { comparisonTable } from './compare/comparison-table.ts';
import type { BrowserSite } from '../frame/browser-site.ts';
import { create, find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { change, format, localDate } from '../visitor/visitor-format.ts';
import type { PageState } from './address/address-state.ts';
import { bankName } from './bank-name.ts';
import { withheldNote } from './withheld-note.ts';

/** The rates of the pair and day at all sources. They are read only while the visitor has opened this part. */
export class Comparison {
  readonly #site: BrowserSite;
  readonly #part = find('compare', HTMLDetailsElement);
  readonly #table = find('compare-table', HTMLElement);
  readonly #note = find('compare-note', HTMLElement);
  #state: PageState | undefined;
  /** Counts the reads, because only the latest shows its rates. */
  #asked = 0;

  constructor(site: BrowserSite) {
    this.#site = site;
    this.#part.addEventListener('toggle', () => void this.#read());
  }

  /** Shows the rates of a state's pair and day. */
  show(state: PageState): void {
    this.#state = state;
    void this.#read();
  }

  async #read(): Promise<void> {
    const mine = ++this.#asked;
    const state = this.#state;
    if (!this.#part.open || !state) return;
    const { from, to, date } = state;
    if (date !== '' && !isDate(date)) {
      this.#fill(text('compareNone'));
      return;
    }
    this.#fill(text('loading'));
    const found = await compareSources({ from, to, date: date === '' ? undefined : date }, this.#site);
    if (mine === this.#asked) this.#show(state, found);
  }

  #show({ from, to, date, source }: PageState, { rows, unread }: ComparedSources): void {
    const words = {
      caption: text('tableCaption', { from, to }),
      headers: [text('compareSource'), text('compareRate'), text('compareDifference')],
      market: text('market'),
      bank: bankName,
      rate: (rate: number) => format.rate(rate),
      date: localDate,
      percent: (percent: number) => change.format(percent / 100),
      withheld: ({ withheld = {} }: ComparedSources['rows'][number]) => withheldNote(Object.entries(withheld)),
    } as const;
    const receiptOf = (key: string) =>
      `/receipt${receiptQuery({ from, to, date, source: key === market.key ? '' : key })}`;
    const table = rows.length > 0 ? [comparisonTable(rows, { words, current: source, receiptOf })] : [];
    if (unread.size > 0) this.#fill(text('compareFailed'), ...table, this.#tryAgain());
    else this.#fill(rows.length > 0 ? '' : text('compareNone'), ...table);
  }

  #tryAgain(): Node {
    const button = create('button', { type: 'button' }, text('tryAgain'));
    button.addEventListener('click', () => {
      // The button disappears.
      find('compare-summary', HTMLElement).focus();
      void this.#read();
    });
    return button;
  }

  /** @param note what a screen reader announces */
  #fill(note: string, ...content: readonly Node[]): void {
    this.#note.textContent = note;
    this.#table.replaceChildren(...content);
  }
}
