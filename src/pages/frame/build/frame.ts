import packageJson from '../../../../package.json' with { type: 'json' };
import { fillMessage } from '../../texts/fill-message.ts';
import { type Language, pathOfLanguage, pathOfSpreadsheet } from '../../texts/languages.ts';
import { aboutRates, type AboutRatesInput } from './about-rates.ts';
import { languageSwitch } from './language-switch.ts';
import { messageValues, readMessages } from '../../texts/build/page-messages.ts';
import { repositoryUrl } from './repository.ts';
import type { Frame } from './layout.ts';

/** The header and the footer of a page in a language. @param pathOf the page's path in each language */
export function converterFrame(input: AboutRatesInput, language: Language, pathOf = pathOfLanguage): Frame {
  const messages = readMessages(language);
  return {
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    texts: messageValues(messages),
    // It's the same in a rebuild, so a site can be verified.
    repository: repositoryUrl((packageJson as { readonly repository?: unknown }).repository),
    version: packageJson.version,
    home: pathOfLanguage(language),
    language_switch: languageSwitch(language, fillMessage(messages.language, {}, language), pathOf),
    spreadsheet: pathOfSpreadsheet(language),
    about_rates: aboutRates(input, language),
  };
}

/** The header and the footer of the other pages, which are only in English. */
export function englishFrame(input: AboutRatesInput): Frame {
  const frame = converterFrame(input, 'en');
  return { ...frame, texts: { ...frame.texts, 't.skip': 'Skip to the content' }, language_switch: '' };
}
