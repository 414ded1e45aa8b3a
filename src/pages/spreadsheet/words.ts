import { find } from '../frame/elements.ts';
import { fillMessage } from '../texts/fill-message.ts';
import { visitorLocales } from '../visitor/visitor-locale.ts';
import type { SpreadsheetKey, SpreadsheetTexts } from './texts.ts';

/** The page's messages in its language. They are in the page, so they need no request. */
const messages = JSON.parse(find('messages', HTMLScriptElement).text) as SpreadsheetTexts;

export const locales = visitorLocales();

/** A message in the page's language, with its placeholders filled in. */
export function words(key: SpreadsheetKey, values: Readonly<Record<string, string | number>> = {}): string {
  return fillMessage(messages[key], values, locales.words);
}
