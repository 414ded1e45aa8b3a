import { describe, expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../../currencies/catalogue.ts';
import { buildOpenApi } from '../../api/openapi/openapi.ts';
import { publishedCurrencies } from '../../snapshot/published-currency.ts';
import { recordedDay, recordedFiles } from '../../testing/sites/small-site.ts';
import { assistantFile } from './assistant-file.ts';
import type { OpenApi } from './openapi-document.ts';
import { recipesOf } from './recipes.ts';
import { readReference } from './reference.ts';

const document = buildOpenApi({
  version: '1.2.3',
  snapshot: recordedDay,
  archive: recordedFiles,
  currencies: publishedCurrencies(catalogue, recordedDay).toSorted(byPublishedOrder),
}) as unknown as OpenApi;
const reference = readReference(document);
const textFor = (url: string | undefined) => String(assistantFile({ reference, url, asOf: recordedDay.asOf }).body);
const text = textFor('https://rates.example');

describe('the reference for assistants', () => {
  it('begins as llmstxt.org has it, and says where the service is', () => {
    expect(text).toMatch(
      /^# Ratesheet\n\n> A free currency API .*\n\nAll addresses are below https:\/\/rates\.example\./,
    );
    expect(textFor(undefined)).toContain('All addresses are below https://this-site, which stands for the host');
  });

  it('has every operation with all its parameters, fields and errors', () => {
    const parts = new Map(text.split(/^### /m).map((part) => [part.split('\n')[0], part]));
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
    );
    expect(operations.length).toBeGreaterThan(30);
    for (const { title, operation } of operations) {
      const part = parts.get(title) ?? expect.fail(`${title} is missing.`);
      expect(part).toContain(operation.summary);
      const endpoint = reference.groups
        .flatMap(({ endpoints }) => endpoints)
        .find(({ id }) => id.endsWith(`/${operation.operationId}`));
      expect(endpoint?.parameters).toHaveLength(operation.parameters?.length ?? 0);
      for (const { name } of endpoint?.parameters ?? []) expect(part).toContain(`\n- \`${name}\` (`);
      for (const { message } of endpoint?.badRequests ?? []) expect(part).toContain(`\n- ${message}\n`);
      const { fields = [], sameAs } = endpoint?.answer ?? {};
      if (sameAs) expect(part).toContain(`The answer is that of \`GET ${sameAs.address}\`.`);
      else for (const { name, type } of fields) expect(part).toContain(`\n- \`${name}\` (${type}): `);
      expect(part).toMatch(/\n```|The answer is that of/);
    }
  });

  it('has every recipe', () => {
    for (const { title, code } of recipesOf({ url: 'https://rates.example', asOf: recordedDay.asOf })) {
      expect(text).toContain(`### ${title}\n\n\`\`\``);
      expect(text).toContain(code);
    }
  });
});
