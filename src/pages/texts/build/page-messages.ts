import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../languages.ts';
import type { Messages } from '../fill-message.ts';

const folder = join(import.meta.dirname, '..');

const english = readMessages('en');

/**
 * The messages of the converter page in a language.
 *
 * @throws {SyntaxError} naming the file, if it isn't JSON or lacks a message
 */
export function readMessages(language: Language): Messages {
  const file = `src/pages/texts/${language}.json`;
  const messages = parseMessages(readFileSync(join(folder, `${language}.json`), 'utf8'), file);
  const missing = language === 'en' ? undefined : Object.keys(english).find((key) => !(key in messages));
  if (missing !== undefined) throw new SyntaxError(`${file} lacks the message ${missing}.`);
  return messages;
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
