import { endpoints } from '../endpoints/endpoints.ts';
import { fixedDocuments } from '../documents/fixed-documents.ts';
import { formatOf } from '../compat/formats.ts';
import { errorCodes } from '../error.schema.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { buildOpenApi } from './openapi.ts';
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

/** The path with an operation. */
const pathOf = (operationId: string) =>
  Object.keys(paths).find((path) => paths[path]?.get?.operationId === operationId) ?? expect.fail(operationId);
const withId = ({ documentation, schema }: (typeof endpoints)[number]) => ({ ...documentation, schema });

describe('OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
    expect({ ...result, version: validator.version }).toEqual({ valid: true, version: '3.1' });
  });

  it('has an operation for each endpoint and document, with a schema-valid example', () => {
    for (const { operationId, schema } of [...endpoints.map(withId), ...fixedDocuments]) {
      const { '200': success } = responsesOf(pathOf(operationId));
      const { example } = success?.content?.['application/json'] ?? {};
      expect([operationId, success !== undefined]).toEqual([operationId, true]);
      if (schema) expect([operationId, schema.safeParse(example).error]).toEqual([operationId, undefined]);
    }
  });

  it('marks what the Pages Function handles as metered, and names the static file', () => {
    const { get: pair } = paths['/api/rates/{from}-to-{to}'] ?? {};
    expect(pair).toMatchObject({ 'x-metered': true, 'x-static-file': { path: '/api/rates/{from}-to-{to}.json' } });
    expect(paths['/api/rates']?.get).toMatchObject({
      'x-metered': false,
      'x-static-file': { path: '/api/rates.json' },
    });
    const { get: byBase } = paths['/api/v1/rates/{base}.json'] ?? {};
    expect(byBase).toMatchObject({ 'x-metered': false, 'x-metered-path': { path: '/api/v1/rates/{base}' } });
  });

  it('has no two paths that differ only in the names of parameters, which OpenAPI forbids', () => {
    const forms = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
  });

  it('says that synthetic rates, and no others, have a header that marks them', () => {
    for (const { isSynthetic = false, documentation } of endpoints) {
      const headers = responsesOf(pathOf(documentation.operationId))['200']?.headers ?? {};
      expect([documentation.operationId, 'Synthetic' in headers]).toEqual([documentation.operationId, isSynthetic]);
    }
  });

  it('has examples of the error responses of each path that the Pages Function handles', () => {
    for (const [path, { get }] of Object.entries(paths)) {
      if (get?.['x-metered'] !== true) continue;
      const responses = responsesOf(path);
      expect(Object.keys(responses)).toEqual(['200', '304', '400', '404', '405', '500']);
      for (const status of ['400', '404', '405', '500']) {
        const examples = Object.values(responses[status]?.content?.['application/json']?.examples ?? {});
        expect(examples).not.toEqual([]);
        for (const { value } of examples) expect(formatOf(path).errorSchema.safeParse(value).error).toBeUndefined();
      }
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

  // ChatGPT rejects longer descriptions of an action.
  it('describes each operation in at most 300 characters', () => {
    const operations = Object.entries(document.paths ?? {}).map(([path, item]) => [path, item.get] as const);
    const isLong = (text = '') => text.length > 300;
    const long = operations.filter(([, get]) => isLong(get?.description) || isLong(get?.summary));
    expect(long.map(([path]) => path)).toEqual([]);
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

  it('has the version, the license of the service, and the licenses of the data', () => {
    expect(document.info).toMatchObject({ version: '1.2.3', license: { name: 'MIT', identifier: 'MIT' } });
    for (const license of ['CC0-1.0', 'LicenseRef-ECB-reuse-with-attribution', 'Unicode-3.0'])
      expect(document.info.description).toContain(`: \`${license}\``);
  });

  it('names the site’s URL as its server and contact, or no server if the URL isn’t known', () => {
    const urlsOf = ({ servers, info }: typeof document) => [servers, info.contact?.url];
    const url = 'https://rates.example';
    expect(urlsOf(buildOpenApi({ ...input, url }))).toEqual([[{ url }], `${url}/docs/`]);
    expect(urlsOf(document)).toEqual([undefined, '/docs/']);
  });

  it('describes the responses after the daily quota is used up', () => {
    expect(document.info.description).toMatch(/100,000 requests a day.*404 until midnight UTC.*429/s);
  });

  it('stays the same if a later publish has the same dataset', () => {
    const checked_at = '2026-10-04T06:00:00.000Z';
    const stale = { stale_reason: 'source_date_old', stale_since: checked_at, mirrors: [] } as const;
    expect(buildOpenApi({ ...input, snapshot: { ...snapshot, checked_at, ...stale } })).toEqual(document);
  });
});
