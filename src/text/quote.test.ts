import { expect, it } from 'vitest';
import { described } from './quote.ts';

it.each([
  ['', 'empty'],
  ['x', 'text, 1 character'],
  ['Invalid key SECRET', 'text, 18 characters'],
  ['<!doctype html><title>Hi', 'HTML, 24 characters'],
  ['\uFEFF \n<?xml version="1.0"?>', 'XML, 24 characters'],
  ['{"date": "2026-09-29', 'incomplete or invalid JSON, 20 characters'],
  ['[1,', 'incomplete or invalid JSON, 3 characters'],
  ['\u001f\u008b\b', 'binary data, 3 characters'],
  ['text in another encoding: \uFFFD', 'binary data, 27 characters'],
])('described (names a text’s kind and length, and quotes nothing) > %j is “%s”', (text, description) => {
  expect(described(text)).toBe(description);
});
