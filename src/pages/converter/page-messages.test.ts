import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../web/messages/languages.ts';
import { messageProblems, readMessages } from './page-messages.ts';

it.each(languages)('messages in %s have the keys, placeholders and plurals of the English', (language) => {
  expect(() => readMessages(language)).not.toThrow();
});

it('each file of messages belongs to a language of the page', () => {
  const files = readdirSync(join(import.meta.dirname, '../../web/messages')).filter((file) => file.endsWith('.json'));
  expect(files.toSorted()).toEqual(languages.map((language) => `${language}.json`).toSorted());
});

describe('messageProblems (compares a language’s messages with the English messages)', () => {
  const english = { day: 'Rate of {date}', count: { one: '{count} currency', other: '{count} currencies' } };
  it.each([
    ['a missing key', { day: 'Kurs vom {date}' }, ['count is missing.']],
    ['a key of its own', { ...english, night: 'Nacht' }, ['night isn’t in en.json.']],
    [
      'another placeholder',
      { ...english, day: 'Kurs vom {datum}' },
      ['day lacks {date}.', 'day has {datum}, which the English message lacks.'],
    ],
    ['a plural without the number', { ...english, count: { one: '1', other: '2' } }, ['count lacks {count}.']],
    [
      'plurals of another language',
      { ...english, count: { few: '{count}', other: '{count}' } },
      ['count lacks the plural “one”.', 'count has the plural “few”, which the language lacks.'],
    ],
    [
      'one form with a word instead of the number',
      { ...english, count: { one: 'eine Währung', other: '{count}' } },
      [],
    ],
    ['no plural', { ...english, count: 'Währungen: {count}' }, []],
  ])('reports %s', (_, messages, problems) => {
    expect(messageProblems(messages, english, 'de')).toEqual(problems);
  });
});
