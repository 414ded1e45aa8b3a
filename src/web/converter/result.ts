import { ApiError, otherSource } from '../../api/error.ts';
import { sourceNames } from '../../api/source-fields.ts';
import { retiredCurrencies } from '../../currencies/facts.ts';
import { otherSide, type PageState, type Side } from './address-state.ts';
import { create, find } from '../shared/elements.ts';
import { text } from '../shared/text.ts';
import { format, localDate, money } from '../visitor/visitor-format.ts';
import type { PairAnswer } from '../shared/pair-answer.ts';

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

  /** @param amounts undefined if the visitor has removed the amount */
  show({ given }: PageState, answer: PairAnswer, amounts: Readonly<Record<Side, number>> | undefined): void {
    const { from, to, rate, inverse, held } = answer;
    const computed = otherSide[given];
    this.#fill(
      ...(amounts
        ? [
            create('span', { class: 'given' }, `${money(amounts[given], answer[given])} =`),
            create('span', { class: 'sum' }, money(amounts[computed], answer[computed])),
          ]
        : []),
    );
    this.#copy.disabled = !amounts;
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
      this.#rates.append(...this.#helpFor(state, problem.message));
      return;
    }
    this.#fill(create('span', { class: 'problem' }, text('failed')));
    this.#rates.append(this.#button(text('tryAgain'), {}));
  }

  /** Buttons for the changes that can help. */
  #helpFor({ from, to, date }: PageState, message: string): Node[] {
    const successors = Object.entries({ from, to }).flatMap(([side, code]) => {
      const successor = retiredCurrencies.get(code)?.successor;
      return successor === undefined || [from, to].includes(successor)
        ? []
        : [this.#button(text('useCurrency', { currency: successor }), { [side]: successor })];
    });
    const sources = sourceNames.filter((source) => message.includes(otherSource[source]));
    return [
      ...successors,
      ...(date === '' ? [] : [this.#button(text('useLatest'), { date: '' })]),
      ...sources.map((source) => this.#button(text(source === 'ecb' ? 'useOfficial' : 'useMarket'), { source })),
    ];
  }

  #button(label: string, changes: Partial<PageState>): Node {
    const button = create('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      // The button disappears, so the focus moves to what replaces it.
      this.#place.focus();
      this.#onChange(changes);
    });
    return button;
  }

  /** Fills the place of the result. Only a result can be copied. */
  #fill(...parts: readonly Node[]): void {
    this.#place.removeAttribute('aria-busy');
    this.#place.replaceChildren(...parts.flatMap((part) => [part, ' ']));
    this.#copy.disabled = true;
  }
}
