import type en from './en.json';

/** A message of the page. All languages have the same messages. */
export type MessageKey = keyof typeof en;

/** A text with placeholders such as `{date}`, or a text for each plural category of the number `{count}`. */
export type Message = string | ({ readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>);

export type Messages = Readonly<Record<MessageKey, Message>>;

/**
 * Fills in a message's placeholders. Numbers are formatted in the language.
 *
 * @param language a BCP 47 tag
 * @throws {RangeError} if a placeholder has no value
 */
export function fillMessage(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  language: string,
): string {
  const category = new Intl.PluralRules(language).select(Number(values['count'] ?? 0));
  const text = typeof message === 'string' ? message : (message[category] ?? message.other);
  const filled = text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`${placeholder} has no value.`);
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
  return language.startsWith('it') ? elided(filled) : filled;
}

/** Italian dates on the 8th and 11th begin with a vowel: `del 8 agosto` → `dell’8 agosto`, `il 11 marzo` → `l’11 marzo`. */
function elided(text: string): string {
  return text.replaceAll(/\b(d[ea]l|al|il) (?=(?:8|11) \p{L})/giu, (_, word: string) =>
    /^il$/i.test(word) ? `${word === 'Il' ? 'L' : 'l'}’` : `${word}l’`,
  );
}
