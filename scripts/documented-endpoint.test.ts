import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import tsconfig from '../tsconfig.json' with { type: 'json' };
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8');
/** The recipes' files by path. The first line of each is a comment with its path. */
const files = new Map(
  [...guide.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, path = '', text = '']) => [path, text]),
);
const list = 'src/api/endpoints/endpoints.ts';
const path = '/api/v1/inverse';
const example = `${path}?from=USD&to=EUR`;

const copy = temporaryFolder();
const inCopy = (path: string) => join(copy.path, path);
afterAll(() => copy[Symbol.asyncDispose]());

beforeAll(() => {
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), inCopy(name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), inCopy('node_modules'));
  const endpoints = readFileSync(inCopy(list), 'utf8').replace(/versionedApi[^]*?endpoints: \[/, '$&inverse,');
  files.set(list, `import { inverse } from './inverse.ts';\n${endpoints}`);
  for (const [path, text] of files) writeFileSync(inCopy(path), text);
});

const modules = [
  'src/api/openapi/openapi.ts',
  'src/site/check/requests.ts',
  'src/pages/reference/assistant-file.ts',
  'src/pages/reference/reference-html.ts',
  'src/pages/reference/reference.ts',
  'src/site/routing-rules.ts',
  'src/testing/sites/served.ts',
];
type Modules = typeof import('../src/api/openapi/openapi.ts') &
  typeof import('../src/site/check/requests.ts') &
  typeof import('../src/pages/reference/assistant-file.ts') &
  typeof import('../src/pages/reference/reference-html.ts') &
  typeof import('../src/pages/reference/reference.ts') &
  typeof import('../src/site/routing-rules.ts') &
  typeof import('../src/testing/sites/served.ts');

describe('the endpoint of the recipe “Add an endpoint” in CONTRIBUTING', () => {
  it('exists everywhere after two files and a line in a list', async () => {
    const loaded = await Promise.all(modules.map((path) => import(inCopy(path)) as Promise<object>));
    const copied = Object.assign({}, ...loaded) as Modules;

    const { answer } = copied.served();
    const document = copied.buildOpenApi(copied.siteInput());
    const reference = copied.readReference(document as unknown as Parameters<Modules['readReference']>[0]);
    const markdown = String(copied.assistantFile({ reference, recipes: '', url: undefined }).body);
    const [described = ''] = markdown.split(`### GET ${path}\n`)[1]?.split('\n#') ?? [];
    expect({
      function: [await answer(example), (await answer(path))[0]],
      routes: copied.functionRoutes.include.includes(path),
      openApi: document.paths?.[path]?.get?.parameters?.map((parameter) => 'name' in parameter && parameter.name),
      reference: copied.referenceHtml(reference, undefined).groups.match(/getInverse\.\w+(?=">)/g),
      assistants: described.match(/^- `\w+` \(.*required/gm),
      requests: copied.siteRequests
        .map((request) => `${request.status} ${request.path}`)
        .filter((text) => text.includes(path)),
    }).toEqual({
      function: [[200, { success: true, from: 'USD', to: 'EUR', inverse_rate: 1.13607202733 }], 400],
      routes: true,
      openApi: ['from', 'to'],
      reference: ['getInverse.from', 'getInverse.to'],
      assistants: ['- `from` (string, in the query, required', '- `to` (string, in the query, required'],
      // The last is the preflight, which is sent for each API's first endpoint.
      requests: [`200 ${example}`, `400 ${path}`, `204 ${example}`],
    });
  });

  it('has no type errors', () => {
    const { options } = ts.convertCompilerOptionsFromJson(tsconfig.compilerOptions, copy.path);
    const program = ts.createProgram([...files.keys()].map(inCopy), options);
    const errors = [...files.keys()].flatMap((path) =>
      program.getSemanticDiagnostics(program.getSourceFile(inCopy(path))),
    );
    expect(errors.map(({ messageText }) => messageText)).toEqual([]);
  });
});
