import { describe, expect, it } from 'vitest';
import { fieldsOf, type Schema, typeInWords } from './schema-fields.ts';

describe('typeInWords (describes the type in a JSON schema)', () => {
  it.each<[string, Schema]>([
    ['number', { type: 'number' }],
    ['true', { type: 'boolean', const: true }],
    ['"fiat" or "crypto"', { type: 'string', enum: ['fiat', 'crypto'] }],
    ['date', { type: 'string', format: 'date' }],
    ['date and time', { type: 'string', format: 'date-time' }],
    ['string or null', { type: ['string', 'null'] }],
    ['object or null', { anyOf: [{ $ref: '#/components/schemas/Peg' }, { type: 'null' }] }],
    ['array of objects', { type: 'array', items: { $ref: '#/components/schemas/Peg' } }],
    ['array of addresses', { type: 'array', items: { type: 'string', format: 'uri' } }],
    ['map of numbers', { type: 'object', additionalProperties: { type: 'number' } }],
    ['object', { type: 'object', additionalProperties: {} }],
    ['any', {}],
  ])('returns “%s” for the schema %j', (words, schema) => {
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
