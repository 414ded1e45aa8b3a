import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../web/messages/languages.ts';
import type { Messages } from '../../web/messages/fill-message.ts';

/** A language's file of messages differs from the English file in more than its words. */
export class MessagesError extends Error {
  override readonly name = 'MessagesError';
}

const folder = join(import.meta.dirname, '../../web/messages');

const known = new Map<Language, Messages>();

/**
 * The messages of the converter page in a language. Each file is read and checked once.
 *
 * @throws {MessagesError} if they don't have the keys, placeholders and plurals of the English messages
 */
export function readMessages(language: Language): Messages {
  const checked = known.get(language);
  if (checked) return checked;
  const messages = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Messages;
  const problems = messageProblems(messages, language === 'en' ? messages : readMessages('en'), language);
  if (problems.length > 0)
    throw new MessagesError(problems.map((problem) => `${language}.json: ${problem}`).join('\n'));
  known.set(language, messages);
  return messages;
}

/** The problems of a language's messages, compared with the English messages. */
export function messageProblems(
  messages: Readonly<Record<string, unknown>>,
  english: Readonly<Record<string, unknown>>,
  language: string,
): string[] {
  return [
    ...Object.keys(english).flatMap((key) => (key in messages ? [] : [`${key} is missing.`])),
    ...Object.entries(messages).flatMap(([key, message]) => {
      if (!(key in english)) return [`${key} isn’t in en.json.`];
      const plurals = typeof message === 'string' ? [] : pluralProblems(Object.keys(message as object), language);
      if (plurals.length > 0) return plurals.map((problem) => `${key} ${problem}`);
      const wanted = placeholdersOf(english[key]);
      return formsOf(message).flatMap(([category, text]) => {
        const names = placeholdersOf(text);
        // A form for a single number may have a word instead of the number: "one currency".
        const missing = wanted.filter((name) => !names.includes(name) && (category === 'other' || name !== '{count}'));
        const others = names.filter((name) => !wanted.includes(name));
        return [
          ...missing.map((name) => `${key} lacks ${name}.`),
          ...others.map((name) => `${key} has ${name}, which the English message lacks.`),
        ];
      });
    }),
  ];
}

/** The forms of a message by plural category. A message without plurals has only the form `other`. */
function formsOf(message: unknown): [category: string, text: string][] {
  return typeof message === 'string' ? [['other', message]] : Object.entries(message as Record<string, string>);
}

function placeholdersOf(message: unknown): string[] {
  return [...new Set(formsOf(message).flatMap(([, text]) => text.match(/\{\w+\}/g) ?? []))];
}

/** Compares a message's plural categories with those of its language in Unicode CLDR. */
function pluralProblems(categories: readonly string[], language: string): string[] {
  const known: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [
    ...known.filter((category) => !categories.includes(category)).map((category) => `lacks the plural “${category}”.`),
    ...categories
      .filter((category) => !known.includes(category))
      .map((category) => `has the plural “${category}”, which the language lacks.`),
  ];
}

/**
 * A language's messages for a template: each text without placeholders as `t.` and its key, and all messages as data
 * for the page's script, as `messages`.
 */
export function messageValues(messages: Messages): Record<string, string> {
  const texts = Object.entries(messages).flatMap(([key, text]) =>
    typeof text === 'string' && !text.includes('{') ? [[`t.${key}`, text]] : [],
  );
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    // Without `<`, no message can end the element that contains the data.
    messages: JSON.stringify(messages).replaceAll('<', '\\u003c'),
  };
}
