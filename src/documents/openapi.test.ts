import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../currencies/catalogue.ts';
import { recordedSnapshot } from '../dataset/recorded-snapshot.ts';
import { buildUsdSeries } from '../rates/synthetic-series.ts';
import { conversionSchema } from './conversion.ts';
import { currencyListSchema } from './currency-list.ts';
import { errorSchema } from './error.ts';
import { historySchema } from './history.ts';
import { buildOpenApi } from './openapi.ts';
import { pairDetailSchema } from './pair-detail.ts';
import { ratesSnapshotSchema } from './rates-snapshot.ts';
import { referenceRatesSchema } from './reference-rates.ts';
import { statusSchema } from './status.ts';

const snapshot = recordedSnapshot(catalogue, '2026-09-30T06:00:00.000Z');
const input = {
  version: '1.2.3',
  snapshot,
  currencies: catalogue.filter(({ code }) => snapshot.rates.has(code)).toSorted(byPublishedOrder),
  usdSeries: buildUsdSeries(catalogue, snapshot.rates, snapshot.asOf),
};
const document = buildOpenApi(input);
const paths = document.paths ?? {};

interface Content {
  'application/json': { example?: unknown; examples?: Record<string, { value: unknown }> };
}
const responsesOf = (path: string) => (paths[path]?.get?.responses ?? {}) as Record<string, { content: Content }>;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('describes every endpoint of the interface, each with GET alone', () => {
    expect(Object.keys(paths)).toEqual([
      '/api/rates',
      '/api/currencies',
      '/api/convert',
      '/api/rates/{from}-to-{to}',
      '/api/historical',
      '/api/v1/rates',
      '/api/v1/status',
      '/api/v1/openapi.json',
    ]);
    for (const item of Object.values(paths)) expect(Object.keys(item)).toEqual(['get']);
  });

  it.each([
    ['/api/rates', ratesSnapshotSchema],
    ['/api/currencies', currencyListSchema],
    ['/api/convert', conversionSchema],
    ['/api/rates/{from}-to-{to}', pairDetailSchema],
    ['/api/historical', historySchema],
    ['/api/v1/rates', referenceRatesSchema],
    ['/api/v1/status', statusSchema],
  ])('gives %s an example that is a document of this publish', (path, schema) => {
    const example = responsesOf(path)['200']?.content['application/json'].example;
    expect(schema.safeParse(example).error).toBeUndefined();
    const { timestamp, retrieved_at, built_at } = example as Record<string, string>;
    if (path !== '/api/currencies' && path !== '/api/historical') {
      expect(timestamp ?? retrieved_at ?? built_at).toBe(snapshot.retrievedAt);
    }
  });

  it.each(['/api/convert', '/api/rates/{from}-to-{to}', '/api/historical'])('gives %s its errors', (path) => {
    const responses = responsesOf(path);
    expect(Object.keys(responses)).toEqual(['200', '400', '404', '405', '500']);
    for (const status of ['400', '404', '405', '500']) {
      const examples = Object.values(responses[status]?.content['application/json'].examples ?? {});
      expect(examples).not.toEqual([]);
      for (const { value } of examples) expect(errorSchema.safeParse(value).error).toBeUndefined();
    }
  });

  it('describes every field of every shape', () => {
    const undescribed: string[] = [];
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const { properties = {} } = schema as { properties?: Record<string, { description?: string; $ref?: string }> };
      for (const [field, { description, $ref }] of Object.entries(properties)) {
        if (description === undefined && $ref === undefined) undescribed.push(`${name}.${field}`);
      }
    }
    expect(undescribed).toEqual([]);
  });

  it('names version and licence, and calls the host that it is read from', () => {
    expect(document.info).toMatchObject({ version: '1.2.3', license: { identifier: 'MIT AND CC0-1.0' } });
    expect(document.servers).toEqual([{ url: '/' }]);
  });

  it('is the same after a later check of the same dataset', () => {
    const later = { ...snapshot, checkedAt: '2026-10-04T06:00:00.000Z', staleReason: 'source_date_old' } as const;
    expect(buildOpenApi({ ...input, snapshot: later })).toEqual(document);
  });
});
