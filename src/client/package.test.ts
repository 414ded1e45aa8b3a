import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Preview, startPreview } from '../site/serve/preview-server.ts';
import { clientPaths } from '../api/paths.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { fewCurrencies, writeSmallSite } from '../testing/sites/small-site.ts';
import { clientVersion } from './package/version.ts';

const run = promisify(execFile);
const home = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const project = join(folder.path, 'project');
const archive = join(folder.path, 'site', clientPaths.package(clientVersion));
let preview: Preview;

beforeAll(async () => {
  const site = join(folder.path, 'site');
  await writeSmallSite(site, { ...fewCurrencies, fileLimit: 4850 });
  preview = await startPreview(site, 0);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--no-audit', '--no-fund', '--cache', join(folder.path, 'cache')];
  await run('npm', ['install', `${preview.url}/${clientPaths.package(clientVersion)}`, ...options], { cwd: project });
});
afterAll(async () => {
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** A program that uses every option and every field. */
const program = `
import {
  ratesheet, NoRateForDate, RatesheetError, RequestFailed, StaleRates, UnknownCurrency,
  type Average, type Client, type Conversion, type DatedRate, type Rate, type Snapshot, type SnapshotData,
} from 'ratesheet';

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

describe('npm package of the JavaScript client', () => {
  // version.test.ts proves that its bytes are fixed.
  it('contains exactly five files', async () => {
    const { stdout } = await run('tar', ['-tzf', archive]);
    const names = ['package.json', 'LICENSE', 'README.md', 'ratesheet.d.ts', 'ratesheet.js'];
    expect(stdout.trim().split('\n')).toEqual(names.map((name) => `package/${name}`));
    const installed = join(project, 'node_modules/ratesheet');
    for (const name of ['ratesheet.js', 'ratesheet.d.ts']) {
      expect(readFileSync(join(installed, name))).toEqual(readFileSync(join(folder.path, 'site/client', name)));
    }
  });

  it('runs in a project without TypeScript', async () => {
    const script = `import { ratesheet } from 'ratesheet';
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
