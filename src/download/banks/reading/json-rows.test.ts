import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { code, jsonIn, list, number, rate, rowsIn } from './json-rows.ts';

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

const schema = z.object({ code, amount: number, mid: rate, days: list });
const row = { code: 'USD', amount: 1, mid: 3.6, days: [] };

describe('rowsIn (checks the rows of a list)', () => {
  it('returns the keys of the schema', () => {
    expect(rowsIn([row, { ...row, amount: Infinity, mid: null, other: true }], schema)).toEqual([
      row,
      { ...row, amount: Infinity, mid: null },
    ]);
  });

  it('reads a value of another type as NaN, and a code as null, because only its own row is then unreadable', () => {
    const rows = [
      { ...row, code: 840 },
      { ...row, amount: '1', mid: '3,6' },
      { ...row, mid: { value: 3.6 } },
    ];
    expect(rowsIn(rows, schema)).toEqual([
      { ...row, code: null },
      { ...row, amount: NaN, mid: '3,6' },
      { ...row, mid: NaN },
    ]);
  });

  it.each<[string, unknown[]]>([
    ["row 1 isn't an object", [null]],
    ["row 2 isn't an object", [row, 'USD']],
    ["row 1 isn't an object", [[]]],
    ['code of row 2 is missing', [row, { ...row, code: undefined }]],
    ['mid of row 1 is missing', [{ code: 'USD', amount: 1, days: [] }]],
    ["days of row 2 isn't a list", [row, { ...row, days: {} }]],
    ['code of row 1 is missing', [{}, null]],
  ])('says %j about %j', (problem, rows) => {
    expect(() => rowsIn(rows, schema)).toThrow(new RangeError(problem));
  });
});
