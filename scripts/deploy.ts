import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { catalogue } from '../src/currencies/catalogue.ts';
import { completenessProblems } from '../src/dataset/completeness.ts';
import { recordedSnapshot } from '../src/dataset/recorded-snapshot.ts';
import { paths } from '../src/documents/paths.ts';
import type { ReferenceRates } from '../src/documents/reference-rates.ts';
import { checkSite } from '../src/site/check-site.ts';
import { FREE_PLAN_FILES, PAID_PLAN_FILES } from '../src/site/host-limits.ts';
import { problemLine, type SiteProblem } from '../src/site/site-problems.ts';
import { CommandError, runCommand, UsageError } from '../src/cli/command.ts';
import { type CommandLine, flag, folderName, readCommandLine, wholeNumber } from '../src/cli/command-line.ts';
import { print, tell } from '../src/cli/tell.ts';

const line = {
  summary: 'Puts a site that exists on Cloudflare Pages. Only files that are not there yet are sent.',
  synopsis: 'npm run deploy -- [OPTIONS]',
  options: {
    dir: { value: 'DIR', help: 'the site’s folder', schema: folderName.default('dist') },
    'file-limit': {
      value: 'N',
      help: 'how many files the account’s plan takes',
      schema: wholeNumber(1, PAID_PLAN_FILES).default(FREE_PLAN_FILES),
    },
    check: flag('only say whether the site is fit to be deployed; needs no variable'),
  },
  notes: `Environment:

  CLOUDFLARE_API_TOKEN       a token that may edit Cloudflare Pages
  CLOUDFLARE_ACCOUNT_ID      the account
  CLOUDFLARE_PAGES_PROJECT   the project (the name in wrangler.jsonc). It must exist, with main as its production branch:
                             npx wrangler pages project create NAME --production-branch main

Exit codes: 0 deployed; 1 the site is not fit to be deployed, or Cloudflare did not take it; 2 wrong use.`,
} satisfies CommandLine;

/** The variables that must be set, and where their values come from. */
const required = {
  CLOUDFLARE_API_TOKEN:
    'a token with the permission "Cloudflare Pages: Edit" from https://dash.cloudflare.com/profile/api-tokens',
  CLOUDFLARE_ACCOUNT_ID: 'what stands behind https://dash.cloudflare.com/ in the address of your dashboard',
};

await runCommand(async (signal) => {
  const { dir, 'file-limit': fileLimit, check } = readCommandLine(line);
  if (!check) assertEnvironment();
  assertDeployable(dir, fileLimit);
  if (check) print(`${dir} is fit to be deployed.`);
  else await deploy(dir, signal);
});

function assertEnvironment(): void {
  // A secret that a workflow does not have arrives as an empty variable.
  const missing = Object.entries(required).filter(([name]) => !process.env[name]);
  if (missing.length === 0) return;
  throw new UsageError(missing.map(([name, source]) => `${name} is not set: ${source}.`).join(' '));
}

function assertDeployable(dir: string, fileLimit: number): void {
  const { problems, referenceRates } = checkSite(dir, fileLimit);
  const all = [...problems, ...(referenceRates ? rateProblems(referenceRates) : [])];
  if (all.length === 0) return;
  throw new CommandError(
    ...all.map(problemLine),
    `Nothing was sent. Write the site again, then deploy it: npm run generate -- --out ${dir} --file-limit ${fileLimit}`,
  );
}

/** Rates that may be looked at on this machine, but must not be published. */
function rateProblems(site: ReferenceRates): SiteProblem[] {
  const path = paths.referenceRates;
  const recorded = recordedSnapshot(catalogue, site.checked_at);
  const isRecorded = site.rate_as_of === recorded.asOf && site.retrieved_at === recorded.retrievedAt;
  return [
    ...(isRecorded
      ? [{ path, message: `the recorded rates of ${recorded.asOf} are for previews only: write it without --recorded` }]
      : []),
    ...completenessProblems(catalogue, (code) => Object.hasOwn(site.rates, code)).map((problem) => ({
      path,
      message: `${['rates', ...problem.path].join('.')}: ${problem.message}`,
    })),
  ];
}

/** Hands the site to wrangler, which shows its own progress and says itself what is wrong. */
async function deploy(dir: string, signal: AbortSignal): Promise<void> {
  // The program itself, not the one in bin/ that starts it: that one ends with 0 when the program was killed.
  const wrangler = fileURLToPath(import.meta.resolve('wrangler'));
  const project = process.env['CLOUDFLARE_PAGES_PROJECT'];
  const args = [
    ...['pages', 'deploy', resolve(dir), '--branch', 'main', '--commit-dirty=true'],
    // The Function goes as it was tried: bundled once more it would be four times as large.
    '--no-bundle',
    // Otherwise wrangler takes the name from wrangler.jsonc.
    ...(project ? ['--project-name', project] : []),
  ];
  const child = spawn(process.execPath, ['--no-warnings', wrangler, ...args], {
    cwd: dirname(import.meta.dirname),
    // Wrangler reads `send_metrics` from wrangler.jsonc for most of its commands, but not for this one.
    env: { WRANGLER_SEND_METRICS: 'false', ...process.env },
    // On a terminal it shows a bar. Elsewhere a log that takes nothing must not end it midway.
    stdio: ['inherit', process.stdout.isTTY ? 'inherit' : 'pipe', process.stderr.isTTY ? 'inherit' : 'pipe'],
  });
  passOn(child.stdout, print);
  passOn(child.stderr, tell);
  signal.addEventListener('abort', () => child.kill());
  const [code] = (await once(child, 'close')) as [number | null];
  if (signal.aborted) tell('Stopped. The site that was up stays up, unless this one was just handed over.');
  else if (code !== 0) throw new CommandError('The deployment failed: wrangler says why above. What was up stays up.');
}

/** Another program's lines are not ours: Cloudflare's words are among them. */
function passOn(output: Readable | null, say: (line: string) => void): void {
  if (!output) return;
  createInterface({ input: output }).on('line', (line) => {
    say(stripVTControlCharacters(line));
  });
}
