import { describe, expect, it } from 'vitest';
import { jsonIn, objectIn, rowsIn } from './json-rows.ts';

describe('jsonIn (returns the value of a JSON text)', () => {
  it.each(['[{"code":"USD"}]', '\uFEFF[{"code":"USD"}]', '\r\n[ { "code" : "\\u0055SD" } ]\r\n'])(
    'parses %j',
    (text) => {
      expect(jsonIn(text)).toEqual([{ code: 'USD' }]);
    },
  );

  it.each([
    ['', 'the response isn\'t JSON: ""'],
    ['<!doctype html>\n<title>Busy</title>', 'the response isn\'t JSON: "<!doctype html>\\n<title>Busy</title>"'],
    ['[{"code":"USD"', 'the response isn\'t JSON: "[{\\"code\\":\\"USD\\""'],
    ['[{"mid":3.6,"mid":3.7}]', 'the response has the key "mid" twice in one object'],
  ])('rejects %j', (text, problem) => {
    expect(() => jsonIn(text)).toThrow(new RangeError(problem));
  });

  it('parses a million nested lists', () => {
    const text = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect(() => rowsIn(jsonIn(text), { code: 'text' })).toThrow(new RangeError("code of row 1 isn't text"));
  });
});

const form = { code: 'text', amount: 'number', mid: 'rate', days: 'list' } as const;
const row = { code: 'USD', amount: 1, mid: 3.6, days: [] };

describe('objectIn (checks the form of an object)', () => {
  it('returns an object of the form, even if it has other keys', () => {
    expect(objectIn({ ...row, mid: null, other: true }, form)).toEqual({ ...row, mid: null, other: true });
  });

  it.each<[string, unknown]>([
    ["the response isn't an object", null],
    ["the response isn't an object", 'USD'],
    ["code of the response isn't text", []],
    ["code of the response isn't text", { ...row, code: undefined }],
    ["code of the response isn't text", { ...row, code: 840 }],
    ["amount of the response isn't a number", { ...row, amount: null }],
    ["mid of the response isn't a number or null", { ...row, mid: '3.6' }],
    ["days of the response isn't a list", { ...row, days: {} }],
  ])('says %j about %j', (problem, value) => {
    expect(() => objectIn(value, form)).toThrow(new RangeError(problem));
  });
});

describe('rowsIn (checks the form of a list of objects)', () => {
  it('returns a list of objects of the form', () => {
    expect(rowsIn([row], form)).toEqual([row]);
  });

  it.each<[string, unknown]>([
    ["the response isn't a list", row],
    ["row 2 isn't an object", [row, 1]],
    ["amount of row 2 isn't a number", [row, { ...row, amount: '1' }]],
  ])('says %j about %j', (problem, value) => {
    expect(() => rowsIn(value, form)).toThrow(new RangeError(problem));
  });
});
