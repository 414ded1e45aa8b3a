import { ApiError } from '../../api/error.ts';
import { unitOf } from '../../currencies/sub-units.ts';
import { retiredCurrencies } from '../../currencies/facts.ts';
import { initialState, type PageState } from '../shared/address-state.ts';
import { create, find } from '../shared/elements.ts';
import { text } from '../shared/text.ts';
import { money } from '../visitor/money.ts';
import { format, localDate } from '../visitor/visitor-format.ts';
import { amountsOf, type PairAnswer } from './answer.ts';

/** The place of the result: the result with its rate, or the reason why there is none, with buttons that help. */
export class Result {
  readonly #place = find('result', HTMLOutputElement);
  readonly #rates = find('pair-rates', HTMLElement);
  readonly #onChange: (changes: Partial<PageState>) => void;

  /** @param onChange called if the visitor chooses a suggested change; without changes, to try again */
  constructor(onChange: (changes: Partial<PageState>) => void) {
    this.#onChange = onChange;
  }

  /** The text of the shown result; empty if there is none. */
  get text(): string {
    return this.#place.querySelector('.sum') ? this.#place.textContent.trim().replaceAll(/\s+/g, ' ') : '';
  }

  showLoading(): void {
    this.#place.setAttribute('aria-busy', 'true');
    this.#rates.replaceChildren();
    this.#fill('given', text('loading'));
  }

  /** @throws {ApiError} if the state's amount is invalid */
  show(state: PageState, answer: PairAnswer): void {
    const { from, to, rate, inverse, held } = answer;
    const amounts = amountsOf(state, answer);
    const [given, computed] = state.given === 'from' ? [from, to] : [to, from];
    const [amount, sum] = state.given === 'from' ? [amounts.from, amounts.to] : [amounts.to, amounts.from];
    this.#place.removeAttribute('aria-busy');
    this.#place.replaceChildren(
      create('span', { class: 'given' }, `${money(amount, given)} =`),
      ' ',
      create('span', { class: 'sum' }, money(sum, computed)),
    );
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
    this.#place.removeAttribute('aria-busy');
    if (problem instanceof ApiError) {
      // The API's errors are in English.
      this.#fill('problem', `${problem.message}.`, 'en');
      this.#rates.append(...this.#helpFor(state));
      return;
    }
    this.#fill('problem', text('failed'));
    this.#rates.append(this.#button(text('tryAgain'), {}));
  }

  /** Removes the result, because the amount is missing. The pair's rates stay. */
  clear(): void {
    this.#place.replaceChildren();
  }

  /** Buttons for the changes that can help. */
  #helpFor({ from, to, date, source }: PageState): Node[] {
    const successors = Object.entries({ from, to }).flatMap(([side, code]) => {
      const successor = retiredCurrencies.get(unitOf(code))?.successor;
      return successor === undefined
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
    button.addEventListener('click', () => this.#onChange(changes));
    return button;
  }

  #fill(kind: string, message: string, language?: string): void {
    const attributes = { class: kind, ...(language !== undefined && { lang: language, dir: 'ltr' }) };
    this.#place.replaceChildren(create('span', attributes, message));
  }
}
