import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { factFiles } from '../money/currencies/facts.schema.ts';
import { check } from '../site/check/check.ts';
import { checkResponses } from '../site/check/check-responses.ts';
import { askAt } from '../site/check/get.ts';
import { FREE_PLAN_FILES } from '../site/host-limits.ts';
import { startInWorkerd } from '../site/serve/site-in-workerd.ts';
import { SiteFiles } from '../site/site-files.ts';
import { firstIssue } from '../text/first-issue.ts';
import { problemLines } from '../text/site-problem.ts';
import { readGenerateOptions } from './generate/generate-options.ts';
import { generateSite } from './generate/generate-site.ts';
import { CommandError } from './terminal/command.ts';
import { print } from './terminal/print.ts';

const home = join(import.meta.dirname, '../..');

/**
 * Decides whether a commit may be published. It checks what callers of a site rely on, and nothing that an operator may
 * edit: the facts' schemas, a site built from the recorded days, its responses with the Function in workerd, and types.
 *
 * @throws {CommandError} with a line for each problem
 */
export async function gate(signal: AbortSignal): Promise<void> {
  // The compiler uses one core for as long as everything else takes.
  const types = typeProblems(signal);
  types.catch(() => undefined);
  const problems = factProblems();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ratesheet-gate-'));
  const site = join(folder.path, 'site');
  const sources = ['--mirror', 'http://127.0.0.1:9', '--witness', 'none', '--official', 'none'];
  // With a URL and a contact, as when it's published, the site has all files that it can have.
  const published = ['--url', 'https://rates.example', '--contact', 'mailto:security@rates.example'];
  const limit = ['--file-limit', `${FREE_PLAN_FILES}`];
  const options = readGenerateOptions(['--recorded', ...sources, ...published, ...limit, '--out', site]);
  await generateSite(options, signal);
  problems.push(...problemLines((await check(new SiteFiles(site), { fileLimit: FREE_PLAN_FILES, signal })).problems));
  {
    await using server = await startInWorkerd(site);
    const { checks, problems: found } = await checkResponses(askAt(server.url, signal), { now: new Date(options.now) });
    print(`Sent ${checks} requests to the site, with the Pages Function in workerd.`);
    problems.push(...problemLines(found));
  }
  problems.push(...(await types));
  if (problems.length > 0) throw new CommandError(...problems, 'This commit must not be published.');
  print('This commit may be published.');
}

/** What is wrong with the facts about currencies, a line for each file. */
function factProblems(): string[] {
  const folder = 'src/money/currencies/data';
  return Object.entries(factFiles).flatMap(([name, schema]) => {
    const { error } = schema.safeParse(JSON.parse(readFileSync(join(home, folder, name), 'utf8')));
    return error ? [`${folder}/${name}: ${firstIssue(error)}`] : [];
  });
}

/** The lines that the TypeScript compiler prints. */
async function typeProblems(signal: AbortSignal): Promise<string[]> {
  const compiler = join(fileURLToPath(import.meta.resolve('typescript')), '../tsc.js');
  const compile = async (project: string) => {
    const child = spawn(process.execPath, [compiler, '--pretty', 'false', '-p', join(home, project)], { signal });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
    const lines = output.split('\n').filter((line) => line !== '');
    return code === 0 || lines.length > 0 ? lines : [`The TypeScript compiler failed for ${project}.`];
  };
  return [...(await compile('.')), ...(await compile('src/pages'))];
}
