import { ApiError } from '../../api/error.ts';
import { retiredCurrencies } from '../../currencies/facts.ts';
import { initialState, type PageState } from '../shared/address-state.ts';
import { create, find } from '../shared/elements.ts';
import { text } from '../shared/text.ts';
import { format, localDate, money } from '../visitor/visitor-format.ts';
import type { PairAnswer } from '../shared/pair-answer.ts';
import { amountsOf } from './answer.ts';

/** The place of the result: the result with its rate, or the reason why there is none, with buttons that help. */
export class Result {
  readonly #place = find('result', HTMLOutputElement);
  readonly #rates = find('pair-rates', HTMLElement);
  readonly #copy = find('copy-result', HTMLButtonElement);
  readonly #onChange: (changes: Partial<PageState>) => void;

  /** @param onChange called if the visitor chooses a suggested change; without changes, to try again */
  constructor(onChange: (changes: Partial<PageState>) => void) {
    this.#onChange = onChange;
  }

  showLoading(): void {
    this.#rates.replaceChildren();
    this.#fill(create('span', { class: 'given' }, text('loading')));
    this.#place.setAttribute('aria-busy', 'true');
  }

  /** @throws {ApiError} if the state's amount is invalid */
  show(state: PageState, answer: PairAnswer): void {
    const { from, to } = answer;
    const amounts = amountsOf(state, answer);
    const [given, computed] = state.given === 'from' ? [from, to] : [to, from];
    const [amount, sum] = state.given === 'from' ? [amounts.from, amounts.to] : [amounts.to, amounts.from];
    this.#fill(
      create('span', { class: 'given' }, `${money(amount, given)} =`),
      create('span', { class: 'sum' }, money(sum, computed)),
    );
    this.#copy.disabled = false;
    this.#showRates(answer);
  }

  #showRates({ from, to, rate, inverse, held }: PairAnswer): void {
    const facts = [`1 ${from} = ${format.rate(rate)} ${to}`, `1 ${to} = ${format.rate(inverse)} ${from}`];
    const notes = Array.from(held, ([code, since]) => text('heldAt', { code, date: localDate(since) }));
    // Each fact is an element, so that lines break only between facts.
    this.#rates.replaceChildren(
      ...facts.flatMap((fact) => [create('span', { dir: 'ltr' }, fact), ' ']),
      ...notes.flatMap((note) => [create('small', {}, note), ' ']),
    );
  }

  /** Shows why there is no result. */
  showProblem(state: PageState, problem: unknown): void {
    this.#rates.replaceChildren();
    if (problem instanceof ApiError) {
      // The API's errors are in English.
      this.#fill(create('span', { class: 'problem', lang: 'en', dir: 'ltr' }, `${problem.message}.`));
      this.#rates.append(...this.#helpFor(state));
      return;
    }
    this.#fill(create('span', { class: 'problem' }, text('failed')));
    this.#rates.append(this.#button(text('tryAgain'), {}));
  }

  /** Shows only the pair's rates, because the amount is missing. */
  clear(answer: PairAnswer): void {
    this.#fill();
    this.#showRates(answer);
  }

  /** Buttons for the changes that can help. */
  #helpFor({ from, to, date, source }: PageState): Node[] {
    const successors = Object.entries({ from, to }).flatMap(([side, code]) => {
      const successor = retiredCurrencies.get(code)?.successor;
      return successor === undefined || [from, to].includes(successor)
        ? []
        : [this.#button(text('useCurrency', { currency: successor }), { [side]: successor })];
    });
    return [
      ...successors,
      ...(date === '' ? [] : [this.#button(text('useLatest'), { date: '' })]),
      ...(source === initialState.source ? [] : [this.#button(text('useMarket'), { source: initialState.source })]),
    ];
  }

  #button(label: string, changes: Partial<PageState>): Node {
    const button = create('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      // The button disappears.
      this.#place.focus();
      this.#onChange(changes);
    });
    return button;
  }

  /**
   * Fills the place of the result, unless it already says the same. Otherwise a screen reader would read it again. Only
   * a result can be copied.
   */
  #fill(...parts: readonly Node[]): void {
    this.#place.removeAttribute('aria-busy');
    const said = parts.map(({ textContent }) => textContent).join(' ');
    if (this.#place.textContent.trim() !== said) this.#place.replaceChildren(...parts.flatMap((part) => [part, ' ']));
    this.#copy.disabled = true;
  }
}
