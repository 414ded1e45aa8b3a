import { describe, expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../../currencies/catalogue.ts';
import { buildOpenApi } from '../../api/openapi/openapi.ts';
import { publishedCurrencies } from '../../snapshot/published-currency.ts';
import { recordedDay, recordedFiles } from '../../testing/sites/small-site.ts';
import { assistantFile } from './assistant-file.ts';
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
const textFor = (url: string | undefined) => String(assistantFile({ reference, recipes, url }).body);
const text = textFor('https://rates.example');

describe('the reference for assistants', () => {
  it('begins as llmstxt.org has it, and says where the service is', () => {
    expect(text).toMatch(/^# Ratesheet\n\n> A free currency API .*\n\nAll paths are below https:\/\/rates\.example\./);
    expect(textFor(undefined)).toContain('All paths are below https://this-site, which stands for the host');
  });

  it('has every operation with all its parameters, fields and errors, files and preflights with their endpoint', () => {
    const parts = new Map(text.split(/^##+ /m).map((part) => [part.split('\n')[0], part]));
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({ path, method })),
    );
    expect(operations.length).toBeGreaterThan(30);
    for (const { path, method } of operations) {
      const endpoint = path.replace(/\.json$/, '');
      const part = parts.get(`GET ${path}`) ?? parts.get(`GET ${endpoint}`) ?? expect.fail(`${path} is missing.`);
      if (method === 'options') expect(part).toContain('Preflight: `OPTIONS`.');
      else if (!parts.has(`GET ${path}`)) expect(part).toContain(`Also as a static file: \`${path}\`.`);
    }
    for (const { address, summary, parameters, badRequests, answer } of reference.groups.flatMap(
      (group) => group.endpoints,
    )) {
      const part = parts.get(`GET ${address}`) ?? expect.fail(`${address} is missing.`);
      expect(part).toContain(summary);
      for (const { name } of parameters) expect(part).toContain(`\n- \`${name}\` (`);
      for (const message of badRequests) expect(part).toContain(`\n- \`${message}\`\n`);
      for (const { name, type } of answer.fields) expect(part).toContain(`\n- \`${name}\` (${type}`);
      expect(part).toContain(answer.example);
    }
  });

  it('ends with the recipes', () => {
    expect(text).toContain('\n\n## Recipes\n\nCalls to copy.\n\n### curl\n\n```sh\ncurl x\n```\n');
  });
});
