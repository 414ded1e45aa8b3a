import { expect, it } from 'vitest';
import { longDateFormat } from './long-date.ts';

it.each([
  ['en-US', '2026-09-29', 'September 29, 2026'],
  ['fr', '2026-09-01', '1er septembre 2026'],
  ['fr-CA', '2026-09-01', '1er septembre 2026'],
  ['pt-BR', '2026-09-01', '1º de setembro de 2026'],
  ['it', '2026-09-01', '1º settembre 2026'],
  ['fr', '2026-09-11', '11 septembre 2026'],
  ['de', '2026-09-01', '1. September 2026'],
] as const)('longDateFormat (formats a date as in a sentence) > %s, %s', (locale, date, expected) => {
  expect(longDateFormat(locale)(date)).toBe(expected);
});
