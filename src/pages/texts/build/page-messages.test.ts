import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Message, MessageKey } from '../fill-message.ts';
import { languages } from '../languages.ts';
import { missingMessages, readMessages } from './page-messages.ts';

const english = readMessages('en');

/** A message's texts by plural category. A message without plurals has only the category `other`. */
const formsOf = (message: Message) => Object.entries(typeof message === 'string' ? { other: message } : message);

/** The placeholders of some texts, such as `{date}`. */
const placeholdersOf = (...texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []));

it.each(languages)('messages in %s have the placeholders and plurals of the English', (language) => {
  const messages = readMessages(language);
  expect(Object.keys(messages)).toEqual(Object.keys(english));
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [key, message] of Object.entries(messages)) {
    const forms = formsOf(message);
    const plurals = typeof message === 'string' ? ['other'] : pluralCategories;
    expect([key, new Set(forms.map(([category]) => category))]).toEqual([key, new Set(plurals)]);
    const wanted = placeholdersOf(...formsOf(english[key as MessageKey]).map(([, text]) => text));
    for (const [category, text] of forms) {
      // A form for a single number may have a word instead of the number: "one currency".
      const has = category === 'other' ? placeholdersOf(text) : placeholdersOf(text, '{count}');
      expect([key, category, has]).toEqual([key, category, wanted]);
    }
  }
});

it('each file of messages belongs to a language of the page', () => {
  const files = readdirSync(join(import.meta.dirname, '..')).filter((file) => file.endsWith('.json'));
  expect(files.toSorted()).toEqual(languages.map((language) => `${language}.json`).toSorted());
});

it('missingMessages (lists the messages that a language lacks, which are in English)', () => {
  const lacking = { de: ['undo', 'title'] } as const;
  const read = (language: string) =>
    Object.fromEntries(
      Object.entries(english).filter(([key]) => language !== 'de' || !lacking.de.some((each) => each === key)),
    );
  expect(missingMessages(read)).toEqual(new Map([['de', ['title', 'undo']]]));
});
