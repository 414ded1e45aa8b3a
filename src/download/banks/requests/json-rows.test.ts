import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonIn, list, number, rate, rowsIn } from './json-rows.ts';

describe('jsonIn (returns the value of a JSON text)', () => {
  it.each(['[{"code":"USD"}]', '\uFEFF[{"code":"USD"}]', '\r\n[ { "code" : "\\u0055SD" } ]\r\n'])(
    'parses %j',
    (text) => {
      expect(jsonIn(text, list)).toEqual([{ code: 'USD' }]);
    },
  );

  it.each([
    ['', "the response isn't JSON: empty"],
    ['<!doctype html>\n<title>Busy</title>', "the response isn't JSON: HTML, 35 characters"],
    ['[{"code":"USD"', "the response isn't JSON: incomplete or invalid JSON, 14 characters"],
    ['[{"mid":3.6,"mid":3.7}]', 'the response has a key twice in one object'],
    ['{}', "the response isn't a list"],
    ['null', "the response isn't a list"],
  ])('rejects %j', (text, problem) => {
    expect(() => jsonIn(text, list)).toThrow(new RangeError(problem));
  });

  it('parses a million nested lists', () => {
    const text = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect(jsonIn(text, list)).toHaveLength(1);
  });
});

const schema = z.object({ code: z.string(), amount: number, mid: rate, days: list });
const row = { code: 'USD', amount: 1, mid: 3.6, days: [] };

describe('rowsIn (checks the rows of a list)', () => {
  it('returns the keys of the schema', () => {
    expect(rowsIn([row, { ...row, amount: Infinity, mid: null, other: true }], schema)).toEqual([
      row,
      { ...row, amount: Infinity, mid: null },
    ]);
  });

  it.each<[string, unknown[]]>([
    ["row 1 isn't an object", [null]],
    ["row 2 isn't an object", [row, 'USD']],
    ["row 1 isn't an object", [[]]],
    ["code of row 2 isn't text", [row, { ...row, code: undefined }]],
    ["code of row 1 isn't text", [{ ...row, code: 840 }]],
    ["amount of row 1 isn't a number", [{ ...row, amount: null }]],
    ["mid of row 1 isn't a number or null", [{ ...row, mid: '3.6' }]],
    ["days of row 2 isn't a list", [row, { ...row, days: {} }]],
    ["code of row 1 isn't text", [{}, null]],
  ])('says %j about %j', (problem, rows) => {
    expect(() => rowsIn(rows, schema)).toThrow(new RangeError(problem));
  });
});
