import type { TypedMoney, TypedMoneyParser } from './typed-money.ts';

/** Words before the amount of a question, in languages that write spaces between words. */
const ASKING =
  /^¿?(?:what(?:'s| is| are)|how much (?:is|are)|convert|wie ?viel (?:sind|ist)|was sind|combien (?:font|fait|valent|vaut)|cu[aá]ntos? (?:es|son)|quant[oi] (?:[eè]|é|sono|são|fa|fanno|valgono|vale)|ile (?:to|jest))\s+/iu;

/** Words and signs between the two currencies of a question, in languages that write spaces around them. */
const BETWEEN = /\s+(?:in|into|to|nach|zu|en|vers|à|a|para|em|na|إلى|=|>|→)\s+/iu;

/** Questions in Chinese and Japanese: 50欧元换美元, 50欧元是多少美元, 100米ドルを円に, 100ドルは何円. */
const WITHOUT_SPACES = [
  /^(.+?)(?:[换換兑兌转轉]成?|[兑兌][换換]成?|等[于於]|是)(?:多少)?(.+)$/u,
  /^(.+?)(?:を|は|から)何?(.+?)(?:に換算|に両替|に|で|へ|だと)?(?:いくら)?(?:ですか)?$/u,
];

/** What a question asks for: an amount of a currency in another currency. */
export interface TypedQuestion {
  /** Omitted if only currencies were typed, such as `eur/usd`. */
  readonly amount?: number;
  /** The currencies that may be meant; several if the word is ambiguous. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** A text without the words that only ask: `what is 1 eur?` → `1 eur`. */
export function withoutAsking(text: string): string {
  return text
    .trim()
    .replace(/\s*[?？]$/, '')
    .replace(ASKING, '');
}

/**
 * Parses a question as people ask search engines: `100 usd in eur`, `100 usd eur`, `eur/usd`.
 *
 * @param current code of the chosen currency, which counts if the question names only the other
 */
export function parseTypedQuestion(text: string, current: string, parse: TypedMoneyParser): TypedQuestion | undefined {
  const asked = withoutAsking(text);
  // A text that already means one currency, such as Hong Kong dollar, has no second one.
  const whole = parse(asked, current);
  if (whole?.unit === '' || currenciesOf(whole).length > 0) return undefined;
  for (const [given = '', wanted = ''] of partsOf(asked)) {
    const to = currenciesNamed(wanted, parse);
    if (to.length === 0) continue;
    const money = parse(given, current);
    const from = money?.unit === '' ? [current] : money ? currenciesOf(money) : currenciesNamed(given, parse);
    if (from.length > 0) return { ...(money && { amount: money.amount }), from, to };
  }
  return undefined;
}

/** The currencies that a text without a number names. */
export function currenciesNamed(text: string, parse: TypedMoneyParser): readonly string[] {
  return /\p{N}/u.test(text) ? [] : currenciesOf(parse(`1 ${text}`, ''));
}

function currenciesOf(money: TypedMoney | undefined): readonly string[] {
  return money?.code === undefined ? (money?.choices ?? []) : [money.code];
}

/** The two parts of a question in each form that it may have. */
function partsOf(text: string): (readonly string[])[] {
  const pairs = [text.split(BETWEEN), ...WITHOUT_SPACES.map((form) => form.exec(text)?.slice(1) ?? [])];
  const words = text.split(/\s*[/>→]\s*|\s+|(?<=^[A-Za-z]{3})-(?=[A-Za-z]{3}$)/u);
  const apart = words.map((_, index) => [words.slice(0, index).join(' '), words.slice(index).join(' ')]);
  return [...pairs, ...apart].filter((parts) => parts.length === 2 && parts.every((part) => part !== ''));
}
