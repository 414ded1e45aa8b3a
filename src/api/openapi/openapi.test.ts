import { conversionSchema } from '../endpoints/convert.schema.ts';
import { datedConversionSchema } from '../endpoints/convert-on-date.schema.ts';
import { datedRatesSchema } from '../endpoints/dated-rates.schema.ts';
import { historySchema } from '../endpoints/history.schema.ts';
import { formatOf } from '../compat/formats.ts';
import { errorCodes } from '../error.schema.ts';
import { syntheticHistorySchema } from '../endpoints/synthetic-history.schema.ts';
import { pairDetailSchema } from '../endpoints/pair-detail.schema.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { currencyFactsSchema } from '../documents/currency-facts.ts';
import { currencyYearSchema } from '../documents/currency-year.ts';
import { currencyListSchema } from '../documents/currency-list.ts';
import { buildOpenApi } from './openapi.ts';
import { ratesSnapshotSchema } from '../documents/rates-snapshot.ts';
import { referenceRatesSchema } from '../documents/reference-rates.ts';
import { statusSchema } from '../documents/status.ts';
import { siteInput } from '../../testing/sites/served.ts';

const input = siteInput();
const { snapshot } = input;
const document = buildOpenApi(input);
const paths = document.paths ?? {};

interface Response {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: {
    'application/json'?: { example?: unknown; examples?: Record<string, { value: unknown }> };
  };
}

/** The responses to a GET request for a path, by status. */
function responsesOf(path: string): Record<string, Response> {
  const shared = (document.components?.responses ?? {}) as Record<string, Response>;
  const responses = Object.entries<Response>(paths[path]?.get?.responses ?? {});
  const resolve = (response: Response) => shared[response.$ref?.split('/').at(-1) ?? ''] ?? response;
  return Object.fromEntries(responses.map(([status, response]) => [status, resolve(response)]));
}

describe('OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
    expect({ ...result, version: validator.version }).toEqual({ valid: true, version: '3.1' });
  });

  it('says of each time of fetching that it isn’t the time of the rates', () => {
    const schemas = (document.components?.schemas ?? {}) as Record<
      string,
      { readonly properties?: Record<string, { readonly description?: string }> }
    >;
    const described = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      ['timestamp', 'retrieved_at'].flatMap((field) =>
        properties[field] ? [[`${name}.${field}`, properties[field].description]] : [],
      ),
    );
    expect(Object.fromEntries(described)).toEqual({
      ...Object.fromEntries(
        ['RatesSnapshot', 'PairDetail', 'Conversion'].map((name) => [
          `${name}.timestamp`,
          expect.stringMatching(/^Time when the site fetched its newest dataset, .* It isn’t the time of the rate\.$/),
        ]),
      ),
      // This response can be about a past day or about official rates.
      'DatedConversion.timestamp': expect.stringMatching(
        /^Time when the site fetched its newest dataset, .* of a past day or from another source\. .*`rate_as_of`\.$/,
      ) as string,
      'ReferenceRates.retrieved_at': expect.stringMatching(/It isn’t the time of the rates\.$/) as string,
      'Status.retrieved_at': 'Time when this dataset was first fetched.',
    });
  });

  it('has one operation for each endpoint, marked as metered if the Pages Function handles it', () => {
    const operations = Object.entries(paths).map(([path, { get, ...others }]) => {
      expect(others).toEqual({});
      const { operationId = '', 'x-metered': isMetered, 'x-static-file': file, 'x-metered-path': metered } = get ?? {};
      const other = (file ?? metered) as { readonly path: string } | undefined;
      return [operationId, path, isMetered ? 'metered' : 'file', other?.path];
    });
    const history = '/api/historical/{from}-to-{to}/{period}';
    expect(operations).toEqual([
      ['getRates', '/api/rates', 'file', '/api/rates.json'],
      ['getCurrencies', '/api/currencies', 'file', '/api/currencies.json'],
      ['getReferenceRates', '/api/v1/rates', 'file', '/api/v1/rates.json'],
      ['getRatesCsv', '/api/v1/rates.csv', 'file', undefined],
      ['getRatesByBase', '/api/v1/rates/{base}.json', 'file', '/api/v1/rates/{base}'],
      ['convertOnDate', '/api/v1/convert', 'metered', undefined],
      ['convert', '/api/convert', 'metered', undefined],
      ['getPair', '/api/rates/{from}-to-{to}', 'metered', '/api/rates/{from}-to-{to}.json'],
      ['getRatesOnDate', '/api/v1/rates/{date}', 'metered', '/api/v1/rates/{date}.json'],
      ['getHistory', '/api/v1/history', 'metered', undefined],
      ['getHistoryCsv', '/api/v1/history.csv', 'metered', undefined],
      ['getCurrencyYear', '/api/v1/history/{code}/{year}', 'file', '/api/v1/history/{code}/{year}.json'],
      ['getSyntheticHistory', '/api/historical', 'metered', undefined],
      ['getSyntheticHistoryByPath', history, 'metered', `${history}.json`],
      ['getStatus', '/api/v1/status', 'file', '/api/v1/status.json'],
      ['getCurrencyFacts', '/api/v1/currencies', 'file', '/api/v1/currencies.json'],
      ['getSources', '/api/v1/sources', 'file', '/api/v1/sources.json'],
      ['getArchive', '/api/v1/archive', 'file', '/api/v1/archive.json'],
      ['getOpenApi', '/api/v1/openapi.json', 'file', undefined],
    ]);
  });

  it('has no two paths that differ only in the names of parameters, which OpenAPI forbids', () => {
    const forms = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
  });

  it('says that synthetic rates, and no others, have a header that marks them', () => {
    const marked = Object.keys(paths).filter((path) => 'Synthetic' in (responsesOf(path)['200']?.headers ?? {}));
    expect(marked).toEqual(['/api/historical', '/api/historical/{from}-to-{to}/{period}']);
  });

  it.each([
    ['/api/rates', ratesSnapshotSchema, 'timestamp'],
    ['/api/currencies', currencyListSchema],
    ['/api/convert', conversionSchema, 'timestamp'],
    ['/api/rates/{from}-to-{to}', pairDetailSchema, 'timestamp'],
    ['/api/historical', syntheticHistorySchema],
    ['/api/v1/rates', referenceRatesSchema, 'retrieved_at'],
    ['/api/v1/status', statusSchema, 'retrieved_at'],
    ['/api/v1/currencies', currencyFactsSchema],
    ['/api/v1/rates/{date}', datedRatesSchema],
    ['/api/v1/rates/{base}.json', datedRatesSchema],
    ['/api/v1/history', historySchema],
    ['/api/v1/history/{code}/{year}', currencyYearSchema],
    ['/api/v1/convert', datedConversionSchema, 'timestamp'],
  ])('has a schema-valid example response for %s', (path, schema, time?: string) => {
    const example = responsesOf(path)['200']?.content?.['application/json']?.example;
    expect(schema.safeParse(example).error).toBeUndefined();
    if (time !== undefined) expect(example).toHaveProperty(time, snapshot.retrievedAt);
  });

  it.each([
    '/api/convert',
    '/api/rates/{from}-to-{to}',
    '/api/historical',
    '/api/historical/{from}-to-{to}/{period}',
    '/api/v1/rates/{date}',
    '/api/v1/history',
    '/api/v1/history.csv',
    '/api/v1/convert',
  ])('has examples of the error responses of %s', (path) => {
    const responses = responsesOf(path);
    expect(Object.keys(responses)).toEqual(['200', '304', '400', '404', '405', '500']);
    for (const status of ['400', '404', '405', '500']) {
      const examples = Object.values(responses[status]?.content?.['application/json']?.examples ?? {});
      expect(examples).not.toEqual([]);
      for (const { value } of examples) expect(formatOf(path).errorSchema.safeParse(value).error).toBeUndefined();
    }
  });

  it('has an example of every error code, under the name of the code', () => {
    const examples = Object.keys(paths)
      .filter((path) => path.startsWith('/api/v1/'))
      .flatMap((path) => Object.values(responsesOf(path)))
      .flatMap(({ content }) => Object.entries(content?.['application/json']?.examples ?? {}));
    for (const [name, { value }] of examples) expect(value).toHaveProperty('code', name);
    expect(new Set(examples.map(([name]) => name))).toEqual(new Set(Object.keys(errorCodes)));
  });

  it('describes every field, parameter and header', () => {
    const undescribed: string[] = [];
    const visit = (value: unknown, where: string, named: boolean): void => {
      if (typeof value !== 'object' || value === null) return;
      if (named && !('description' in value) && !('$ref' in value)) undescribed.push(where);
      for (const [key, child] of Object.entries(value)) {
        if (key !== 'example' && key !== 'examples')
          visit(child, `${where}.${key}`, /(properties|headers|parameters)$/.test(where));
      }
    };
    visit(document.components, 'components', false);
    visit(paths, 'paths', false);
    expect(undescribed).toEqual([]);
  });

  it('states the number of significant digits of rounded numbers', () => {
    const text = JSON.stringify(document.components?.schemas);
    expect(text.match(/rounded to 12 significant digits/g)).toHaveLength(9);
    expect(text.match(/rounded to 8 significant digits/g)).toHaveLength(1);
  });

  it('has the version, the license of the service, and the licenses of the data', () => {
    expect(document.info).toMatchObject({ version: '1.2.3', license: { name: 'MIT', identifier: 'MIT' } });
    for (const license of ['CC0-1.0', 'LicenseRef-ECB-reuse-with-attribution', 'Unicode-3.0'])
      expect(document.info.description).toContain(`: \`${license}\``);
  });

  it('names the site’s URL as its server and contact, or relative URLs if it isn’t known', () => {
    const urlsOf = ({ servers, info }: typeof document) => [servers?.[0]?.url, info.contact?.url];
    const url = 'https://rates.example';
    expect(urlsOf(buildOpenApi({ ...input, url }))).toEqual([url, `${url}/docs/`]);
    expect(urlsOf(document)).toEqual(['../..', '/docs/']);
  });

  it.each(['https://rates.example', 'https://owner.github.io/ratesheet'])(
    'has a relative server that is right at %s',
    (site) => {
      const [server] = document.servers ?? [];
      expect(new URL(`${server?.url}/api/rates.json`, `${site}/api/v1/openapi.json`).href).toBe(
        `${site}/api/rates.json`,
      );
    },
  );

  it('describes the responses after the daily quota is used up', () => {
    expect(document.info.description).toMatch(/100,000 requests a day.*404 until midnight UTC.*429/s);
  });

  it('stays the same if a later publish has the same dataset', () => {
    const checkedAt = '2026-10-04T06:00:00.000Z';
    const stale = { staleReason: 'source_date_old', staleSince: checkedAt, mirrors: [] } as const;
    expect(buildOpenApi({ ...input, snapshot: { ...snapshot, checkedAt, ...stale } })).toEqual(document);
  });
});
