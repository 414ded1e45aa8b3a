import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Messages } from '../web/messages/fill-message.ts';

const folder = join(import.meta.dirname, '../web/messages');

/**
 * A language's messages for a template: each text without placeholders as `t.` and its key, and all messages as data
 * for the page's script, as `messages`.
 *
 * @param language the name of a file in the folder of messages, such as `en`
 */
export function messageValues(language: string): Record<string, string> {
  const messages = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Messages;
  const texts = Object.entries(messages).flatMap(([key, text]) =>
    typeof text === 'string' && !text.includes('{') ? [[`t.${key}`, text]] : [],
  );
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    // Without `<`, no message can end the element that contains the data.
    messages: JSON.stringify(messages).replaceAll('<', '\\u003c'),
  };
}
