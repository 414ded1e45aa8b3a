import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dateOfDay, dayNumber, type Instant, type IsoDate, isWeekend } from '../src/money/calendar.ts';
import tsconfig from '../tsconfig.json' with { type: 'json' };
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { noMarket } from '../src/testing/data/no-market.ts';
import { type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';

const root = join(import.meta.dirname, '..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
/** The recipes' files by path. The first line of each is a comment with its path. */
const files = new Map(
  [...textOf('.github/CONTRIBUTING.md').matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(
    ([, path = '', text = '']) => [path, text],
  ),
);
const path = '/api/v1/inverse';
const example = `${path}?from=USD&to=EUR`;

const copy = temporaryFolder();
const inCopy = (path: string) => join(copy.path, path);
let server: LoopbackMirror;
/** The ranges that the bank was asked for. */
const asked: string[] = [];

/** Adds an import to a file, and an entry to the list in it. */
function extend(list: string, name: string, file: string, place: RegExp, entry: string) {
  files.set(list, `import { ${name} } from './${file}';\n${textOf(list).replace(place, `$&${entry}`)}`);
}

beforeAll(async () => {
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), inCopy(name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), inCopy('node_modules'));
  extend('src/api/endpoints/endpoints.ts', 'inverse', 'inverse.ts', /versionedApi[^]*?endpoints: \[/, 'inverse,');
  const ofBanks = /banks: readonly \[Bank, \.\.\.Bank\[\]\] = \[[^\]]*?(?=,?\s*\])/;
  extend('src/sources/banks.ts', 'bankOfExample', 'banks/bank-of-example.ts', ofBanks, ', bankOfExample');
  const ofRequests = /Object\.entries\(\{[^}]*?(?=,?\s*\})/;
  extend(
    'src/download/banks/requests.ts',
    'bankOfExample',
    'requests/bank-of-example.ts',
    ofRequests,
    ", 'bank-of-example': bankOfExample",
  );
  for (const [path, text] of files) writeFileSync(inCopy(path), text);

  server = await startMirror((response, { url = '' }) => {
    const [, first, last] = /^\/rates\?from=(.*)&to=(.*)$/.exec(url) as unknown as [string, IsoDate, IsoDate];
    asked.push(`${first}..${last}`);
    const days = Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, day) => dayNumber(first) + day);
    const rows = days
      .filter((day) => !isWeekend(day))
      .map(dateOfDay)
      .flatMap((day) => [
        { day, currency: 'USD', units: 1, rate: 6.3721 },
        { day, currency: 'HUF', units: 100, rate: 1.91 },
      ]);
    response.end(JSON.stringify(rows));
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await copy[Symbol.asyncDispose]();
});

const modules = [
  'src/api/documents/archive-files.ts',
  'src/api/openapi/openapi.ts',
  'src/pages/docs/build/reference/assistant-files.ts',
  'src/pages/docs/build/reference/reference-html.ts',
  'src/pages/docs/build/reference/reference.ts',
  'src/site/check/requests.ts',
  'src/site/routing-rules.ts',
  'src/sources/banks.ts',
  'src/download/banks/requests.ts',
  'src/download/banks/update-bank.ts',
  'src/testing/sites/served.ts',
  'src/testing/sites/small-site.ts',
];
type Modules = typeof import('../src/api/documents/archive-files.ts') &
  typeof import('../src/api/openapi/openapi.ts') &
  typeof import('../src/pages/docs/build/reference/assistant-files.ts') &
  typeof import('../src/pages/docs/build/reference/reference-html.ts') &
  typeof import('../src/pages/docs/build/reference/reference.ts') &
  typeof import('../src/site/check/requests.ts') &
  typeof import('../src/site/routing-rules.ts') &
  typeof import('../src/sources/banks.ts') &
  typeof import('../src/download/banks/requests.ts') &
  typeof import('../src/download/banks/update-bank.ts') &
  typeof import('../src/testing/sites/served.ts') &
  typeof import('../src/testing/sites/small-site.ts');
let copied: Modules;
beforeAll(async () => {
  const loaded = await Promise.all(modules.map((path) => import(inCopy(path)) as Promise<object>));
  copied = Object.assign({}, ...loaded) as Modules;
});

it('the files of the recipes “Add an endpoint” and “Add a bank” in CONTRIBUTING have no type errors', () => {
  const { options } = ts.convertCompilerOptionsFromJson(tsconfig.compilerOptions, copy.path);
  const program = ts.createProgram([...files.keys()].map(inCopy), options);
  const errors = [...files.keys()].flatMap((path) =>
    program.getSemanticDiagnostics(program.getSourceFile(inCopy(path))),
  );
  expect(errors.map(({ messageText }) => messageText)).toEqual([]);
});

it('the endpoint of the recipe “Add an endpoint” in CONTRIBUTING exists everywhere after two files and a line in a list', async () => {
  const { answer } = copied.served();
  const document = copied.buildOpenApi(copied.siteInput());
  const reference = copied.readReference(document as unknown as Parameters<Modules['readReference']>[0]);
  const guides = [{ path: '/docs/recipes', title: '', lead: '', content: '', markdown: '' }];
  const [, full] = copied.assistantFiles({ reference, guides, url: undefined });
  const markdown = String(full?.body);
  const [described = ''] = markdown.split(`### GET ${path}\n`)[1]?.split('\n#') ?? [];
  expect({
    function: [await answer(example), (await answer(path))[0]],
    routes: copied.functionRoutes.include.includes(path),
    openApi: document.paths?.[path]?.get?.parameters?.map((parameter) => 'name' in parameter && parameter.name),
    reference: copied.referenceHtml(reference, undefined).groups.match(/(?<=<label for=")getInverse\.\w+/g),
    assistants: described.match(/^- `\w+` \(.*required/gm),
    smoke: copied.siteRequests
      .filter(({ method }) => method === 'GET')
      .map(({ path, status }) => `${status} ${path}`)
      .filter((text) => text.includes(path)),
  }).toEqual({
    function: [[200, { success: true, from: 'USD', to: 'EUR', inverse_rate: 1.13607202733 }], 400],
    routes: true,
    openApi: ['from', 'to'],
    reference: ['getInverse.from', 'getInverse.to'],
    assistants: ['- `from` (string, in the query, required', '- `to` (string, in the query, required'],
    smoke: [`200 ${example}`, `400 ${path}`],
  });
});

it('the bank of the recipe “Add a bank” in CONTRIBUTING is asked for its rates, archived and served after two files and a line in two lists', async () => {
  const key = 'bank-of-example';
  const now: Instant = '2011-09-29T16:00:00.000Z';
  const rates = await copied.updateBank(copied.bankOf(key), new Map(), {
    ...{ address: server.url, requests: copied.requests, now, market: noMarket },
  });
  const official = new Map([...copied.recordedOfficial, ...rates]);
  const archive = copied.archiveFiles(copied.recordedDays, copied.recordedRejected, official);
  const { answer } = copied.served(copied.documentsOf({ archive }));
  expect({
    asked,
    problem: rates.get(key)?.problem,
    archive: archive.official.find(({ table }) => table.key === key)?.years.map(({ body }) => body.slice(0, 39)),
    converted: await answer(`/api/v1/convert?from=HUF&to=DKK&amount=1000&date=2011-09-25&source=${key}`),
  }).toEqual({
    asked: ['2011-02-01..2011-09-29', '2010-01-31..2011-01-31', '2010-01-04..2010-01-30'],
    problem: null,
    archive: ['date,100 HUF,USD\n2010-01-04,1.91,6.3721', 'date,100 HUF,USD\n2011-01-03,1.91,6.3721'],
    converted: [
      200,
      expect.objectContaining({
        ...{ rate: 0.0191, result: 19.1, rate_as_of: '2011-09-23' },
        source: copied.bankOf(key).source,
      }),
    ],
  });
});
