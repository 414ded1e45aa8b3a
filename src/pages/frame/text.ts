import { fillMessage, type MessageKey, type Messages } from '../texts/fill-message.ts';
import { visitorLocales } from '../visitor/visitor-locale.ts';
import { find } from './elements.ts';

/** The messages in the page's language. The page has them as data, so that they need no request. */
const messages = JSON.parse(find('messages', HTMLScriptElement).text) as Messages;

const { words } = visitorLocales();

/** A message in the page's language, with its placeholders filled in. */
export function text(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  return fillMessage(messages[key], values, words);
}
