import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { startFunction } from '../../testing/servers/function-in-workerd.ts';

// The protocol's own conformance suite tests the published Function in workerd. Many of its scenarios call tools or use
// features that a server may lack. They fail, and each failure must have one of the reasons below.

const program = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const folder = temporaryFolder();
let theFunction: Awaited<ReturnType<typeof startFunction>>;

beforeAll(async () => {
  theFunction = await startFunction(folder.path);
});
afterAll(async () => {
  await theFunction[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

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

/** Runs all scenarios that a revision of the protocol requires. Returns their checks by scenario. */
async function run(revision: string): Promise<Map<string, Check[]>> {
  const out = join(folder.path, revision);
  const options = ['server', '--url', `${theFunction.url}/mcp`, '--requirements', revision, '--output-dir', out];
  // The program fails if a scenario fails.
  await promisify(execFile)(process.execPath, [program, ...options]).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 1, stdout: expect.stringContaining('=== SUMMARY ===') as string });
  });
  const results = globSync('*/checks.json', { cwd: out }).sort();
  return new Map(
    results.map((path) => [
      path.replace(/^server-(.+)-\d{4}-.*$/s, '$1'),
      JSON.parse(readFileSync(join(out, path), 'utf8')) as Check[],
    ]),
  );
}

/** The check that a message has the form that the protocol's schema requires. */
const FORM = 'wire-schema-valid';

/** The ids of checks that succeeded in all of their cases. */
function succeeded(checks: readonly Check[]): string[] {
  const failed = new Set(checks.filter(({ status }) => status !== 'SUCCESS').map(({ id }) => id));
  return [...new Set(checks.map(({ id }) => id))].filter((id) => !failed.has(id) && id !== FORM).sort();
}

/** The checks that succeed in the scenarios for this server's features, without those of the messages' form. */
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

it.each(Object.entries(expectedOf))(
  'the conformance suite for revision %s finds no violation',
  async (revision, expected) => {
    const scenarios = await run(revision);
    const failed = [...scenarios].flatMap(([scenario, checks]) =>
      checks
        .filter(({ status, errorMessage }) => status === 'FAILURE' || (status === 'WARNING' && errorMessage))
        .map(({ id, errorMessage = '' }) => ({ scenario, id, errorMessage })),
    );
    const known = Object.values(reasons);
    expect(failed.filter(({ errorMessage }) => !known.some((reason) => reason.test(errorMessage)))).toEqual([]);
    const names = Object.keys(expected);
    expect(Object.fromEntries(names.map((name) => [name, succeeded(scenarios.get(name) ?? [])]))).toEqual(expected);
    // In all scenarios, the form of each message that the Function sent is checked, too.
    const forms = [...scenarios.values()].flat().filter(({ id }) => id === FORM);
    expect(new Set(forms.map(({ status }) => status))).toEqual(new Set(['SUCCESS']));
  },
);
