import { describe, expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../../../../money/currencies/catalogue.ts';
import { buildOpenApi } from '../../../../api/openapi/openapi.ts';
import { publishedCurrencies } from '../../../../money/published-currency.ts';
import { recordedDay, recordedFiles } from '../../../../testing/sites/small-site.ts';
import { assistantFiles } from './assistant-files.ts';
import type { OpenApi } from './openapi-document.ts';
import { readReference } from './reference.ts';

const document = buildOpenApi({
  version: '1.2.3',
  snapshot: recordedDay,
  archive: recordedFiles,
  currencies: publishedCurrencies(catalogue, recordedDay).toSorted(byPublishedOrder),
}) as unknown as OpenApi;
const reference = readReference(document);
const recipes = '# Recipes\n\nCalls to copy.\n\n## curl\n\n```sh\ncurl x\n```\n';
const guides = [
  { path: '/docs/recipes', title: 'Recipes', lead: 'Calls to copy.', content: '', markdown: recipes },
  { path: '/docs/limits', title: 'Limits', lead: 'What is metered.', content: '', markdown: '# Limits\n' },
];
const textsFor = (url: string | undefined) =>
  [...assistantFiles({ reference, guides, url })].map(({ body }) => String(body));
const [index = '', text = ''] = textsFor('https://rates.example');

describe('llms.txt and llms-full.txt', () => {
  it('begin with a title, a summary and the URL of the service', () => {
    for (const each of [index, text])
      expect(each).toMatch(/^# Ratesheet\n\n> A free currency API .*\n\nThe base URL is https:\/\/rates\.example\./);
    for (const each of textsFor(undefined))
      expect(each).toContain('The base URL is https://this-site, a placeholder for the host');
  });
});

describe('llms.txt', () => {
  it('has a link for every endpoint and guide, and one to the whole reference, in at most 8 kB', () => {
    const links = [...index.matchAll(/^- \[(.*?)\]\(https:\/\/rates\.example(\/.*?)\): \S/gm)].map(
      ([, title, path]) => [title, path],
    );
    expect(links).toEqual([
      ...reference.groups.flatMap(({ endpoints }) => endpoints.map(({ address, asked }) => [`GET ${address}`, asked])),
      ...[
        ['Recipes', '/docs/recipes'],
        ['Limits', '/docs/limits'],
        ['Reference and recipes', '/llms-full.txt'],
      ],
    ]);
    expect(Buffer.byteLength(index)).toBeLessThanOrEqual(8000);
  });
});

describe('llms-full.txt', () => {
  it('has every endpoint with its parameters and errors', () => {
    const parts = new Map(text.split(/^##+ /m).map((part) => [part.split('\n')[0], part]));
    const endpoints = reference.groups.flatMap(({ endpoints }) => endpoints);
    expect(endpoints.length).toBeGreaterThan(15);
    for (const { address, summary, otherPath, example, fields, errors, parameters } of endpoints) {
      const part = parts.get(`GET ${address}`);
      for (const text of [summary, otherPath, example, fields, errors]) expect(part).toContain(text);
      for (const { name } of parameters) expect(part).toContain(`\n- \`${name}\` (`);
    }
    for (const [path, served] of [
      ['/api/convert', 'Metered.'],
      ['/api/rates/{from}-to-{to}', 'Metered. Also as a static file: `/api/rates/{from}-to-{to}.json`.'],
      ['/api/rates', 'Static file, not metered. Also at `/api/rates.json`.'],
      [
        '/api/v1/rates/{base}.json',
        'Static file, not metered. Metered: `/api/v1/rates/{base}`, which also takes `symbols` and `source`.',
      ],
    ]) {
      expect(parts.get(`GET ${path ?? ''}`)?.split('\n\n')).toContain(served);
    }
    expect(parts.get('GET /api/convert')).toContain('- `result` (number): ');
    expect(parts.get('GET /api/convert')).toContain('- `Missing required parameter: to');
  });

  it('ends with the recipes', () => {
    expect(text).toContain('\n\n## Recipes\n\nCalls to copy.\n\n### curl\n\n```sh\ncurl x\n```\n');
  });
});
