import type { Side } from '../converter/address/address-state.ts';
import type { TypedMoneyParser } from './typed-money.ts';
import { currenciesNamed, parseTypedQuestion, withoutAsking } from './typed-question.ts';

/** The pair that is chosen, and the side of it on which the visitor types. */
export interface Typing {
  readonly from: string;
  readonly to: string;
  readonly side: Side;
}

/** A pair and its amount, as a typed text means them. */
export interface TypedChange {
  readonly from: string;
  readonly to: string;
  readonly given: Side;
  /** Omitted if the text has only currencies. */
  readonly amount?: number;
}

/** What a text in an amount field means. */
export type TypedMeaning =
  | { readonly is: 'empty' | 'invalid' }
  /** An amount of the chosen currency, with or without the currency's name. */
  | { readonly is: 'amount'; readonly amount: number; readonly isNamed: boolean }
  /** Another pair. */
  | { readonly is: 'change'; readonly change: TypedChange }
  /** Several pairs, because a word is ambiguous. Each has the code that distinguishes it. */
  | {
      readonly is: 'choice';
      readonly words: string;
      readonly choices: readonly { readonly code: string; readonly change: TypedChange }[];
    }
  /** An amount of something that isn't a known currency. */
  | { readonly is: 'unknown'; readonly amount: number; readonly unit: string };

/** What a text means that a visitor has typed on one side of the chosen pair. */
export function meaningOf(text: string, { from, to, side }: Typing, parse: TypedMoneyParser): TypedMeaning {
  const asked = withoutAsking(text);
  if (asked === '') return { is: 'empty' };
  const current = { from, to }[side];
  const question = parseTypedQuestion(asked, current, parse);
  if (question) {
    const { from: sources, to: targets, ...amount } = question;
    const changes = sources.flatMap((source) =>
      targets.map((target) => ({ from: source, to: target, given: 'from', ...amount }) as const),
    );
    return oneOf(asked, changes, ({ from, to }) => (sources.length > 1 ? from : to));
  }
  const money = parse(asked, current);
  const codes = money
    ? money.code === undefined
      ? (money.choices ?? [])
      : [money.code]
    : currenciesNamed(asked, parse);
  if (money && (money.unit === '' || money.code === current)) {
    return { is: 'amount', amount: money.amount, isNamed: money.unit !== '' };
  }
  if (codes.length === 0) {
    return money ? { is: 'unknown', amount: money.amount, unit: money.unit } : { is: 'invalid' };
  }
  const changes = codes.map((code) => ({
    ...pairWith({ from, to }, side, code),
    given: side,
    ...(money && { amount: money.amount }),
  }));
  return oneOf(money?.unit ?? asked, changes, (change) => change[side]);
}

/** The pair with another currency on a side. The currency of the other side swaps the pair. */
export function pairWith({ from, to }: Omit<Typing, 'side'>, side: Side, code: string): Omit<Typing, 'side'> {
  if (side === 'from') return { from: code, to: code === to ? from : to };
  return { from: code === from ? to : from, to: code };
}

function oneOf(words: string, changes: readonly TypedChange[], codeOf: (change: TypedChange) => string): TypedMeaning {
  const [change, ...others] = changes;
  if (change && others.length === 0) return { is: 'change', change };
  return { is: 'choice', words, choices: changes.map((each) => ({ code: codeOf(each), change: each })) };
}
