import { describe, expect, it } from 'vitest';
import { fieldsOf, type Schema, typeInWords } from './schema-fields.ts';

describe('typeInWords (describes the type in a JSON schema)', () => {
  it.each<[words: string, label: string, Schema]>([
    ['number', 'a number', { type: 'number' }],
    ['true', 'the constant true', { type: 'boolean', const: true }],
    ['"fiat" or "crypto"', 'two allowed strings', { type: 'string', enum: ['fiat', 'crypto'] }],
    ['date', 'a date', { type: 'string', format: 'date' }],
    ['date and time', 'a date and time', { type: 'string', format: 'date-time' }],
    ['string or null', 'a string that may be null', { type: ['string', 'null'] }],
    [
      'object or null',
      'a reference to an object that may be null',
      { anyOf: [{ $ref: '#/components/schemas/Peg' }, { type: 'null' }] },
    ],
    [
      'array of objects',
      'an array of references to objects',
      { type: 'array', items: { $ref: '#/components/schemas/Peg' } },
    ],
    ['array of addresses', 'an array of URIs', { type: 'array', items: { type: 'string', format: 'uri' } }],
    [
      'map of numbers',
      'an object whose values are numbers',
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    ['object', 'an object with any values', { type: 'object', additionalProperties: {} }],
    ['any', 'any value', {}],
  ])('returns “%s” for the schema of %s', (words, _, schema) => {
    expect(typeInWords(schema, { Peg: { type: 'object' } })).toBe(words);
  });
});

describe('list of a response’s fields', () => {
  it('includes nested fields, with their paths', () => {
    const currency: Schema = {
      type: 'object',
      description: 'A currency.',
      properties: { code: { type: 'string', description: 'Its code.' } },
      required: ['code'],
    };
    const schema: Schema = {
      type: 'object',
      properties: {
        from: { $ref: '#/components/schemas/Currency' },
        list: { type: 'array', items: { $ref: '#/components/schemas/Currency' }, description: 'All.' },
        peg: {
          anyOf: [{ type: 'object', properties: { rate: { type: 'number' } }, required: ['rate'] }, { type: 'null' }],
          description: 'What it is tied to.',
        },
      },
      required: ['from', 'list'],
    };
    expect(fieldsOf(schema, { Currency: currency })).toEqual([
      { name: 'from', type: 'object', description: 'A currency.', optional: false },
      { name: 'from.code', type: 'string', description: 'Its code.', optional: false },
      { name: 'list', type: 'array of objects', description: 'All.', optional: false },
      { name: 'list[].code', type: 'string', description: 'Its code.', optional: false },
      { name: 'peg', type: 'object or null', description: 'What it is tied to.', optional: true },
      { name: 'peg.rate', type: 'number', description: '', optional: false },
    ]);
  });
});
