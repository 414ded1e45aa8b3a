import '../../src/operate/terminal/environment.ts';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { paths } from '../../src/api/paths.ts';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { print } from '../../src/operate/terminal/print.ts';
import { runPackage } from './npx/run-package.ts';
import { writeLabSite } from './recorded/recorded-site.ts';

const GENERATOR = 'openapi-typescript@7.13.0';

/** A program that uses the generated types: documents, an error, and parameters in the path and in the query. */
const program = `
import type { paths } from './ratesheet.ts';

type Get<P extends keyof paths> = paths[P]['get'];
type WithDocument = Exclude<keyof paths, \`\${string}.csv\`>;
type ResponseTo<P extends WithDocument> = Get<P>['responses'][200]['content']['application/json'];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The paths whose response has no fields. */
type Empty = { [P in WithDocument]: keyof ResponseTo<P> extends never ? P : never }[WithDocument];
export const none: Same<Empty, never> = true;

export function use(
  conversion: ResponseTo<'/api/convert'>,
  past: ResponseTo<'/api/v1/history'>,
  status: ResponseTo<'/api/v1/status'>,
  error: Get<'/api/convert'>['responses'][400]['content']['application/json'],
): void {
  const exact: Same<typeof conversion, {
    success: true; from: string; to: string; amount: number; result: number; rate: number; timestamp: string;
  }> = true;
  const failure: Same<typeof error, { success: false; error: string }> = true;
  const dates: string[] = past.data.map(({ date }) => date);
  const mean: number | undefined = past.data[0]?.days;
  const reason: 'missing' | 'off_parity' | undefined = status.currencies
    .map((currency) => currency.reason)
    .find((found) => found === 'missing' || found === 'off_parity');
  // @ts-expect-error: this field doesn't exist
  console.log(conversion.rates);
  console.log(exact, failure, dates, mean, reason);
}

export const query: Get<'/api/v1/history'>['parameters']['query'] =
  { from: 'EUR', to: 'INR', start: '2026-01-01', every: 'month', value: 'mean' };
export const path: Get<'/api/historical/{from}-to-{to}/{period}'>['parameters']['path'] =
  { from: 'eur', to: 'jpy', period: '90d' };
// @ts-expect-error: the parameter has no such value
export const wrong: Get<'/api/v1/history'>['parameters']['query'] = { from: 'EUR', to: 'INR', every: 'decade' };
`;

await runCommand(async (signal) => {
  readCommandLine({
    summary:
      'Generates TypeScript types from a site’s OpenAPI file with openapi-typescript, which npx downloads, and compiles ' +
      'a program that uses them.',
    synopsis: 'node --import ./scripts/loader.js scripts/lab/openapi-types.ts',
    options: {},
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ratesheet-'));
  const [site, types, use] = ['site', 'ratesheet.ts', 'use.ts'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await writeLabSite(site, 6448);
  const { code, output } = await runPackage(GENERATOR, [join(site, paths.openApi), '--output', types], signal);
  if (code !== 0) throw new CommandError(`${GENERATOR} ended with exit code ${code}.`, ...output.trim().split('\n'));
  writeFileSync(use, program);
  const problems = compile(use);
  if (problems.length > 0) throw new CommandError('The generated types are wrong.', ...problems);
  print('The generated types are usable.');
});

/** TypeScript's errors in a program. */
function compile(file: string): string[] {
  const compiled = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  });
  return ts.getPreEmitDiagnostics(compiled).map(({ messageText, file: source, start = 0 }) => {
    const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `Line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
