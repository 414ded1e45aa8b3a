import { isDate } from '../../money/calendar.ts';
import { ApiError } from '../../api/error.ts';
import { addresses } from '../../api/paths.ts';
import type { Lack } from '../../api/query/lack.ts';
import { joinSentences } from '../../text/wording/sentences.ts';
import { visitorLocales } from '../visitor/visitor-locale.ts';
import { market } from '../../sources/market.ts';
import { parseAmount } from '../../money/amount.ts';
import { round } from '../../money/rounding/round.ts';
import { isMetal, TROY_OUNCE_GRAMS } from '../../money/currencies/metals.ts';
import { retiredCurrencies } from '../../money/currencies/facts.ts';
import { otherSide, type PageState, type Side } from './address/address-state.ts';
import { leftToRight } from '../frame/direction.ts';
import { create, find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { format, localDate, money } from '../visitor/visitor-format.ts';
import { invalidInWords, lackInWords, retiredInWords } from './answer/lack-words.ts';
import { withheldNote } from './withheld-note.ts';
import type { PairAnswer } from '../../api/query/pair-answer.ts';
import type { Bank } from '../../sources/bank.ts';

/** The place of the result: the result in words with its rate, or the reason for a missing result, with buttons that help. */
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
    this.#fill(create('span', { class: 'wait' }, text('loading')));
    this.#place.setAttribute('aria-busy', 'true');
  }

  /**
   * The fields show the amounts, so only screen readers and the button that copies need the result in words.
   *
   * @param amounts undefined if the visitor has removed the amount
   */
  show({ given, date }: PageState, answer: PairAnswer, amounts: Readonly<Record<Side, number>> | undefined): void {
    const { from, to, rate, inverse } = answer;
    const computed = otherSide[given];
    this.#fill(
      ...(amounts
        ? [
            create('span', { class: 'given' }, `${money(amounts[given], answer[given], { isTyped: true })} =`),
            create('span', { class: 'sum' }, money(amounts[computed], answer[computed])),
          ]
        : []),
    );
    this.#copy.disabled = !amounts;
    const one = format.plain(1);
    const facts = [`${one} ${from} = ${format.rate(rate)} ${to}`, `${one} ${to} = ${format.rate(inverse)} ${from}`];
    const dates = answer.bank ? datesInWords(answer, answer.bank) : heldInWords(answer);
    const notes = [...factorInWords(answer), ...otherDayInWords(answer, date), ...dates];
    // Each fact is an element, so that lines break only between facts.
    this.#rates.replaceChildren(
      ...facts.flatMap((fact) => [create('span', { dir: 'ltr' }, fact), ' ']),
      ...[...notes, ...withheldNote(answer.withheld), ...ounceInWords(answer)].flatMap((note) => [
        create('small', {}, note),
        ' ',
      ]),
    );
  }

  /** Shows why the source has no rate, with other requests that can succeed. */
  showLack(state: PageState, { lack, isInMarket }: { readonly lack: Lack; readonly isInMarket: boolean }): void {
    this.#problem(lackInWords(lack));
    const status = create('a', { href: addresses.status }, text('status'));
    this.#rates.replaceChildren(
      ...this.#helpFor(state, isInMarket ? market.key : undefined),
      ...(lack.lack === 'no_rate_today' || lack.lack === 'nothing_fetched' ? [status] : []),
    );
  }

  /** Shows what is invalid in the page's URL, or that the rate couldn't be loaded. */
  showProblem(state: PageState, problem: unknown): void {
    const invalid = problem instanceof ApiError ? invalidInWords(String(problem.code), state) : undefined;
    this.#problem([invalid ?? text('failed')]);
    const retry = invalid === undefined ? [this.#button(text('tryAgain'), {})] : [];
    this.#rates.replaceChildren(...retry, ...this.#helpFor(state, invalid === undefined ? market.key : undefined));
  }

  #problem(sentences: readonly string[]): void {
    this.#fill(create('span', { class: 'problem' }, joinSentences(sentences, visitorLocales().words)));
  }

  /**
   * Buttons for other requests that can succeed.
   *
   * @param other a source that may have the rate; undefined if no other source is known to have it
   */
  #helpFor({ from, to, amount, given, source }: PageState, other: string | undefined): Node[] {
    const retired = Object.entries({ from, to }).flatMap(([side, code]) => {
      const currency = retiredCurrencies.get(code);
      return currency ? [{ side, currency }] : [];
    });
    const successors = retired.flatMap(({ side, currency: { code, successor, amount: units, becomes } }) => {
      // The same currency on both sides would be no conversion.
      const others = [
        from,
        to,
        ...retired.flatMap(({ currency }) => (currency.code === code ? [] : currency.successor)),
      ];
      if (others.includes(successor)) return [];
      // The amount changes with its currency, because it's an amount of the retired one.
      const value = side === given ? parseAmount(amount) : undefined;
      const converted = value !== undefined && { amount: String(round((value * becomes) / units)) };
      return [this.#button(text('useCurrency', { currency: successor }), { [side]: successor, ...converted })];
    });
    const useMarket = other === market.key && source !== other;
    return [...successors, ...(useMarket ? [this.#button(text('useMarket'), { source: other })] : [])];
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

function heldInWords({ held }: PairAnswer): string[] {
  return Array.from(held, ([code, since]) => text('heldAt', { code, date: localDate(since) }));
}

/** That the chosen day has no rate, such as a weekend. The seal has the date of the rate that counts. */
function otherDayInWords({ asOf, bank, day, held, withheld }: PairAnswer, wanted: string): string[] {
  // Another note says since when a market rate is held.
  if (!bank && held.size > 0) return [];
  // A weekly rate counts until the bank's next one, so its earlier date isn't a missing rate.
  if (!isDate(wanted) || wanted === (bank ? day.date : asOf)) return [];
  // Another note says that the day's rate waits.
  if ([...withheld.values()].flat().some(({ date }) => date === wanted)) return [];
  return [text('noRateOn', { date: localDate(wanted) })];
}

/** The fixed factor of each retired currency. */
function factorInWords({ from, to }: PairAnswer): string[] {
  return [from, to].flatMap((code) => {
    const retired = retiredCurrencies.get(code);
    return retired ? [retiredInWords(retired)] : [];
  });
}

/** The unit of metals, if the pair has one. */
function ounceInWords({ from, to }: PairAnswer): string[] {
  const code = [from, to].find(isMetal);
  return code === undefined ? [] : [text('troyOunce', { code, grams: TROY_OUNCE_GRAMS })];
}

/** The date of each currency's rate, if they differ. The bank publishes the rates of some currencies only weekly. */
function datesInWords({ from, to, held, day }: PairAnswer, { base }: Bank): string[] {
  const quoted = [from, to].filter((code) => code !== base);
  const dates = new Map(quoted.map((code) => [code, held.get(code) ?? day.date]));
  if (new Set(dates.values()).size < 2) return [];
  return [Array.from(dates, ([code, date]) => `${leftToRight(code)}: ${localDate(date)}`).join(' · ')];
}
