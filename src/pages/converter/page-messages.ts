import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../web/messages/languages.ts';
import type { Messages } from '../../web/messages/fill-message.ts';

const folder = join(import.meta.dirname, '../../web/messages');

/** The messages of the converter page in a language. */
export function readMessages(language: Language): Messages {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Messages;
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
