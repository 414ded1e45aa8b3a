import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../languages.ts';
import type { Messages } from '../fill-message.ts';

const folder = join(import.meta.dirname, '..');

const english = readOwn('en');

/**
 * The messages of the converter page in a language. A missing message is in English.
 *
 * @throws {SyntaxError} naming the file, if it isn't JSON
 */
export function readMessages(language: Language): Messages {
  return { ...english, ...readOwn(language) };
}

/** The languages that lack messages, each with the keys of these messages. */
export function missingMessages(read: (language: Language) => Partial<Messages> = readOwn): Map<Language, string[]> {
  const missing = languages.map((language) => {
    const own = read(language);
    return [language, Object.keys(english).filter((key) => !(key in own))] as const;
  });
  return new Map(missing.filter(([, keys]) => keys.length > 0));
}

function readOwn(language: Language): Messages {
  return parseMessages(readFileSync(join(folder, `${language}.json`), 'utf8'), `src/pages/texts/${language}.json`);
}

function parseMessages(text: string, file: string): Messages {
  try {
    return JSON.parse(text) as Messages;
  } catch (cause) {
    throw new SyntaxError(`${file}: ${(cause as SyntaxError).message}`, { cause });
  }
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
