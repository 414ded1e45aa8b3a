import type { TypedMoneyParser } from './typed-money.ts';

/** Words and signs between the two currencies of a question, in languages that write spaces around them. */
const BETWEEN = /\s+(?:in|into|to|nach|zu|en|vers|à|a|para|em|na|إلى|=|>|→)\s+/iu;

export interface TypedQuestion {
  readonly amount: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Parses a question as people ask search engines: `100 usd in eur`.
 *
 * @param current code of the chosen currency, which counts if the question names only the other
 */
export function parseTypedQuestion(text: string, current: string, parse: TypedMoneyParser): TypedQuestion | undefined {
  const [asked = '', wanted, ...more] = text.split(BETWEEN);
  if (wanted === undefined || more.length > 0) return undefined;
  const [given, target] = [parse(asked, current), parse(`1 ${wanted}`, '')];
  const from = given?.unit === '' ? current : given?.code;
  if (!given || from === undefined || target?.code === undefined) return undefined;
  return { amount: given.amount, from, to: target.code };
}
