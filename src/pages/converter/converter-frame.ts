import { type Language, pathOfLanguage } from '../../web/messages/languages.ts';
import { languageSwitch } from './language-switch.ts';
import type { Frame } from '../template/layout.ts';
import { messageValues, readMessages } from './page-messages.ts';

/** The header and the footer of the converter page in a language. */
export function converterFrame(language: Language): Omit<Frame, 'about_rates'> {
  const values = messageValues(readMessages(language));
  const text = (key: string) => values[`t.${key}`] ?? '';
  return {
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    skip: text('skip'),
    site: text('site'),
    converter: text('converter'),
    docs: text('docs'),
    reference: text('apiReference'),
    privacy: text('privacy'),
    licenses: text('licenses'),
    status: text('status'),
    home: pathOfLanguage(language),
    language_switch: languageSwitch(language, text('language')),
  };
}
