import { describe, expect, it } from 'vitest';
import { printExample } from './print-example.ts';

describe('example in the API reference', () => {
  it('has one line for each top-level field', () => {
    expect(printExample({ success: true, from: { code: 'USD', symbol: '$' }, data: [], text: 'a "b"' })).toBe(
      [
        '{',
        '  "success": true,',
        '  "from": { "code": "USD", "symbol": "$" },',
        '  "data": [],',
        '  "text": "a \\"b\\""',
        '}',
      ].join('\n'),
    );
  });

  it('shows the beginning of a long list and the number of omitted entries', () => {
    expect(printExample({ data: [1, 2, 3, 4, 5].map((rate) => ({ date: '2026-09-29', rate })) })).toBe(
      [
        '{',
        '  "data": [',
        '    { "date": "2026-09-29", "rate": 1 },',
        '    { "date": "2026-09-29", "rate": 2 },',
        '    { "date": "2026-09-29", "rate": 3 },',
        '    … 2 more',
        '  ]',
        '}',
      ].join('\n'),
    );
    const rates = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`A${index}`, index + 0.5]));
    expect(printExample(rates)).toBe('{ "A0": 0.5, "A1": 1.5, "A2": 2.5, … 14 more }');
  });

  it('shows all fields of a document with up to 16 fields', () => {
    const fields = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`field_${index}`, index]));
    expect(JSON.parse(printExample(fields))).toEqual(fields);
  });

  it('shows the first lines of a CSV table', () => {
    expect(printExample('date,rate\r\n1,2\r\n3,4\r\n5,6\r\n7,8\r\n9,10\r\n')).toBe(
      'date,rate\n1,2\n3,4\n5,6\n… 2 more',
    );
    expect(printExample('date,rate\r\n1,2\r\n')).toBe('date,rate\n1,2');
  });
});
