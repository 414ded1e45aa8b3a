import { describe, expect, it } from 'vitest';
import { fillMessage } from './fill-message.ts';

describe('fillMessage (fills in the placeholders of a message)', () => {
  it.each([
    ['Rates of {date} ({age})', { date: '29 September', age: 'yesterday' }, 'en', 'Rates of 29 September (yesterday)'],
    [{ one: '{count} waluta', few: '{count} waluty', other: '{count} walut' }, { count: 3 }, 'pl', '3 waluty'],
    [{ one: '{count} Währung', other: '{count} Währungen' }, { count: 1234 }, 'de', '1.234 Währungen'],
    ['Tassi del {date}.', { date: '8 agosto 2026' }, 'it', 'Tassi dell’8 agosto 2026.'],
    ['Il {date} è nel futuro.', { date: '11 marzo 2030' }, 'it-CH', 'L’11 marzo 2030 è nel futuro.'],
    ['dal {date} al {date}', { date: '18 marzo 2030' }, 'it', 'dal 18 marzo 2030 al 18 marzo 2030'],
    [{ other: '{count} 通貨' }, { count: 1 }, 'ja', '1 通貨'],
  ] as const)('%j with %j in %s', (message, values, language, expected) => {
    expect(fillMessage(message, values, language)).toBe(expected);
  });

  it('fails if a placeholder has no value', () => {
    expect(() => fillMessage('Rates of {date}', {}, 'en')).toThrow('{date} has no value.');
  });
});
