import '../../src/operate/terminal/environment.ts';
import { globSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { print } from '../../src/operate/terminal/print.ts';
import { startPreview } from '../../src/site/serve/preview-server.ts';
import { runPackage } from './npx/run-package.ts';
import { writeLabSite } from './recorded/recorded-site.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/*
 * Many of the suite's scenarios call tools or use features that a server may lack. They fail, and each failure must have
 * one of the reasons below.
 */

/** Why a check can't succeed, by what the suite says about it. */
const reasons: Readonly<Record<string, RegExp>> = {
  'The check needs a tool of the suite’s example server': new RegExp(
    [
      /Unknown tool: |Tool '\w+' not found|server (does not list the diagnostic|exposes no) tool|no task was created/,
      /fixture from Check 2 unavailable|Expected InputRequiredResult|could not get initial InputRequiredResult/,
      /returned JSON-RPC error instead of re-requesting|failing_job returned error code -32602/,
    ]
      .map(({ source }) => source)
      .join('|'),
  ),
  'The server has no prompts, resources, completions or logging':
    /Method not found: "(prompts|resources|completion|logging)\/|resources\/list failed|-32601\. $|data.uri is undefined/,
  'The server doesn’t have the extension of tasks': /extensions MUST be advertised|tasks\/get MUST|got -32601 \(if/,
  // The suite expects a server on the visitor's own machine. The Function is public.
  'The server accepts any origin': /invalid Host\/Origin headers, got 200/,
};

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The check that a message has the form that the protocol's schema requires. */
const FORM = 'wire-schema-valid';

/** The checks that must succeed in the scenarios for this server's features, in addition to {@link FORM}. */
const expectedOf: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '2026-07-28': {
    'server-stateless': [
      'sep-2575-discover-capabilities-match-handlers',
      'sep-2575-http-server-error-jsonrpc-id',
      'sep-2575-http-server-header-mismatch-400',
      'sep-2575-http-server-meta-invalid-400',
      'sep-2575-http-server-method-not-found-404',
      'sep-2575-http-server-method-not-found-404-initialize',
      'sep-2575-http-server-method-not-found-404-logging-setlevel',
      'sep-2575-http-server-method-not-found-404-ping',
      'sep-2575-http-server-method-not-found-404-resources-subscribe',
      'sep-2575-http-server-method-not-found-404-resources-unsubscribe',
      'sep-2575-http-server-unsupported-version-400',
      'sep-2575-request-meta-client-info-optional',
      'sep-2575-request-meta-invalid-missing-client-capabilities',
      'sep-2575-request-meta-invalid-missing-meta',
      'sep-2575-request-meta-invalid-missing-protocol-version',
      'sep-2575-server-declares-prompts-in-discover',
      'sep-2575-server-identifies-in-result-meta',
      'sep-2575-server-implements-discover',
      'sep-2575-server-unsupported-version-error',
    ],
    'http-header-validation': [
      'sep-2243-header-name-case-insensitive',
      'sep-2243-server-accepts-whitespace-header-value',
      'sep-2243-server-reject-error-code',
      'sep-2243-server-reject-invalid-headers',
    ],
    'tools-list': ['tools-list', 'tools-list-deterministic-order', 'tools-name-format'],
    caching: ['sep-2549-cache-scope-valid', 'sep-2549-tools-list-caching-hints', 'sep-2549-ttl-non-negative'],
    'dns-rebinding-protection': ['localhost-host-valid-accepted'],
  },
  '2025-11-25': {
    'server-initialize': ['server-initialize'],
    ping: ['ping'],
    'tools-list': ['tools-list', 'tools-name-format'],
    'dns-rebinding-protection': ['localhost-host-valid-accepted'],
  },
};

await runCommand(async (signal) => {
  readCommandLine({
    summary:
      'Serves a site and tests its /mcp with the official conformance suite of the Model Context Protocol, which npx ' +
      'downloads.',
    synopsis: 'node --import ./scripts/loader.js scripts/lab/mcp-conformance.ts',
    options: {},
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ratesheet-'));
  const site = join(folder.path, 'site');
  await writeLabSite(site, 6448);
  await using preview = await startPreview(site, 0);
  for (const [revision, expected] of Object.entries(expectedOf)) {
    const out = join(folder.path, revision);
    const options = ['server', '--url', `${preview.url}/mcp`, '--requirements', revision, '--output-dir', out];
    const { code, output } = await runPackage(SUITE, options, signal);
    const scenarios = readScenarios(out);
    // The suite fails if a scenario fails.
    if (code > 1 || scenarios.size === 0)
      throw new CommandError(`${SUITE} ended with exit code ${code}.`, ...output.trim().split('\n'));
    const problems = problemsOf(scenarios, expected);
    if (problems.length > 0) throw new CommandError(`The server violates revision ${revision}.`, ...problems);
    print(`Revision ${revision}: ${scenarios.size} scenarios, no violation`);
  }
});

/** The checks of each scenario that ran. */
function readScenarios(folder: string): Map<string, Check[]> {
  return new Map(
    globSync('*/checks.json', { cwd: folder }).map((path) => [
      path.replace(/^server-(.+)-\d{4}-.*$/s, '$1'),
      JSON.parse(readFileSync(join(folder, path), 'utf8')) as Check[],
    ]),
  );
}

function problemsOf(
  scenarios: ReadonlyMap<string, readonly Check[]>,
  expected: Readonly<Record<string, readonly string[]>>,
): string[] {
  const known = Object.values(reasons);
  const unexplained = [...scenarios].flatMap(([scenario, checks]) =>
    checks
      .filter(({ id, status, errorMessage }) =>
        id === FORM ? status !== 'SUCCESS' : status === 'FAILURE' || (status === 'WARNING' && errorMessage),
      )
      .filter(({ id, errorMessage = '' }) => id === FORM || !known.some((reason) => reason.test(errorMessage)))
      .map(({ id, status, errorMessage = '' }) => `${scenario}: ${id}: ${status} ${errorMessage}`),
  );
  const missing = Object.entries(expected).flatMap(([scenario, ids]) => {
    const checks = scenarios.get(scenario) ?? [];
    // A check may have several cases.
    const succeeds = (id: string) => {
      const cases = checks.filter((check) => check.id === id);
      return cases.length > 0 && cases.every(({ status }) => status === 'SUCCESS');
    };
    return ids.filter((id) => !succeeds(id)).map((id) => `${scenario}: ${id}: didn't succeed`);
  });
  return [...unexplained, ...missing];
}
