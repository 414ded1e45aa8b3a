import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { startPreview } from '../../src/site/serve/preview-server.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { runStep } from '../../src/testing/process/workflows.ts';
import { fewCurrencies, writeSmallSite } from '../../src/testing/sites/small-site.ts';

const run = promisify(execFile);
const home = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const project = join(folder.path, 'project');
/** The name that `npm pack` gives to the file. */
const archive = `owner-ratesheet-${packageJson.version}.tgz`;
afterAll(() => folder[Symbol.asyncDispose]());

/** A program that uses every option and every field. */
const program = `
import {
  ratesheet, NoRateForDate, RatesheetError, RequestFailed, StaleRates, UnknownCurrency,
  type Average, type Client, type Conversion, type DatedRate, type Rate, type Snapshot, type SnapshotData,
} from '@owner/ratesheet';

const signal = new AbortController().signal;
const rates: Client = ratesheet({
  baseUrl: ['https://a.example', 'https://b.example'], fetch, timeout: 5000, maxAge: Infinity,
});
ratesheet({ baseUrl: 'https://a.example', fetch: (url, init) => fetch(url.toLowerCase(), init) });
const day = { date: '2026-09-03', orEarlier: true, source: 'nbp', signal } as const;

export async function use(): Promise<void> {
  const rate: Rate = await rates.rate('EUR', 'JPY', day);
  const values: [string, string, number, string, boolean, string, string | undefined] =
    [rate.from, rate.to, rate.rate, rate.date, rate.stale, rate.source, rate.reference];
  const text: Conversion<string> = await rates.convert('1.50', 'EUR', 'JPY', { ...day, rounding: 'half-up' });
  const exact: [string, string, string | null, string | null] = [text.amount, text.result, text.rounded, text.minor];
  const number: Conversion<number> = await rates.convert(1.5, 'EUR', 'JPY', { rounding: 'half-even' });
  const sum: number = number.result + (number.rounded ?? 0) + (number.minor ?? 0);
  const range = { start: '2026-01-01', end: '2026-06-30', source: 'market', signal } as const;
  const days: DatedRate[] = await rates.history('EUR', 'JPY', { ...range, every: 'week', value: 'last' });
  const means: Average[] = await rates.history('EUR', 'JPY', { ...range, every: 'month', value: 'mean' });
  const snapshot: Snapshot = await rates.snapshot({ ...day, base: 'EUR' });
  const data: SnapshotData = snapshot.toJSON();
  const saved: [number, 'indirect' | 'direct', string | undefined] =
    [data.staleAfter, data.quotation, data.references['JPY']];
  const again: Snapshot = rates.restore(JSON.parse(JSON.stringify(snapshot)) as SnapshotData);
  const offline: [Rate, Conversion<number>, Conversion<string>] =
    [again.rate('EUR', 'JPY'), again.convert(1, 'EUR', 'JPY'), again.convert('1', 'EUR', 'JPY', { rounding: 'half-up' })];
  const more: [string, string, boolean, number | undefined, string | undefined] =
    [again.base, again.date, again.stale, again.rates['JPY'], again.held['JPY']];
  // @ts-expect-error A misspelled option.
  await rates.rate('EUR', 'JPY', { day: '2026-09-03' });
  // @ts-expect-error Averages of days aren't available.
  await rates.history('EUR', 'JPY', { every: 'day', value: 'mean' });
  console.log(values, exact, sum, days, means, saved, offline, more);
}

export function explain(error: unknown): string {
  if (error instanceof UnknownCurrency) return error.successor ?? error.currency;
  if (error instanceof NoRateForDate) return error.from + error.to + (error.date ?? 'today');
  if (error instanceof StaleRates) return error.date;
  if (error instanceof RequestFailed) return error.url + String(error.status);
  return error instanceof RatesheetError ? error.message : String(error);
}
`;

beforeAll(async () => {
  symlinkSync(join(home, 'scripts'), join(folder.path, 'scripts'));
  const packed = await runStep(['release.yml', 'pack', 'Pack the JavaScript client'], folder.path, {
    ...{ NPM_PACKAGE: '@owner/ratesheet', GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'owner/rates' },
  });
  expect(packed).toMatchObject({ code: 0, stdout: `${archive}\n` });
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder.path, 'cache')];
  await run('npm', ['install', join(folder.path, archive), ...options], { cwd: project });
});

describe('npm package of the JavaScript client', () => {
  it('has the client, its types, and the name and repository that npm requires', () => {
    const installed = join(project, 'node_modules/@owner/ratesheet');
    expect(readdirSync(installed).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
      'ratesheet.d.ts',
      'ratesheet.js',
    ]);
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).toMatchObject({
      name: '@owner/ratesheet',
      version: packageJson.version,
      repository: { url: 'git+https://github.com/owner/rates.git' },
    });
  });

  it('runs in a project without TypeScript', async () => {
    const site = join(folder.path, 'site');
    await writeSmallSite(site, { ...fewCurrencies, fileLimit: 4850 });
    await using preview = await startPreview(site, 0);
    const script = `import { ratesheet } from '@owner/ratesheet';
      const rates = ratesheet({ baseUrl: '${preview.url}', maxAge: Infinity });
      console.log((await rates.convert('100', 'EUR', 'JPY')).rounded);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });
    expect(stdout).toBe('17891\n');
  });

  it.each<[string, ts.CompilerOptions]>([
    [
      'Node.js (module resolution NodeNext)',
      { module: ts.ModuleKind.NodeNext, lib: ['lib.es2022.d.ts'], types: ['node'] },
    ],
    [
      'a browser (module resolution bundler)',
      {
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
        types: [],
      },
    ],
  ])('has types that compile in a program for %s', (_, settings) => {
    const file = join(project, 'program.ts');
    writeFileSync(file, program);
    const options: ts.CompilerOptions = {
      ...{ target: ts.ScriptTarget.ES2022, strict: true, noEmit: true, exactOptionalPropertyTypes: true },
      ...{ noUncheckedIndexedAccess: true, typeRoots: [join(home, 'node_modules/@types')] },
      ...settings,
    };
    const compiled = ts.createProgram([file], options);
    // Doesn't check the types of TypeScript and Node, because that would take most of the time.
    const checked = compiled.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project));
    expect(checked).toHaveLength(2);
    const problems = [
      ...compiled.getOptionsDiagnostics(),
      ...compiled.getGlobalDiagnostics(),
      ...checked.flatMap((source) => [
        ...compiled.getSyntacticDiagnostics(source),
        ...compiled.getSemanticDiagnostics(source),
      ]),
    ];
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});
