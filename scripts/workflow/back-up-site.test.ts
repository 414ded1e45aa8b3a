import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGenerateOptions } from '../../src/operate/generate/generate-options.ts';
import { generateSite } from '../../src/operate/generate/generate-site.ts';
import { readPrevious } from '../../src/publish/read-previous.ts';
import { assertDeployable } from '../../src/operate/publish/assert-deployable.ts';
import { type Preview, startPreview } from '../../src/site/serve/preview-server.ts';
import { sha256 } from '../../src/site/checksums.ts';
import recorded from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { runCommands, runStep } from '../../src/testing/process/workflows.ts';
import { answers, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { readJson } from '../../src/testing/sites/read-site.ts';
import { receiptDay, writeReceiptSites } from '../../src/testing/sites/receipt-site.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const bundle = '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}\n';
const { signal } = new AbortController();
const now = () => new Date();
let site: string;
let preview: Preview;
let packed: Packed;

beforeAll(async () => {
  ({ site } = await writeReceiptSites(folder.path));
  preview = await startPreview(site, 0);
  packed = await pack('packed', { bundle });
});
afterAll(async () => {
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The state of GitHub that the fake `gh` simulates. */
interface GitHub {
  /** The attestation of the live site. */
  readonly bundle?: string;
  /** The existing release with the backup's name. */
  readonly release?: { readonly isDraft: boolean; readonly author: { readonly login: string } };
  /** The command that GitHub rejects. */
  readonly refused?: string;
}

/**
 * Makes a folder with a fake `gh` that records its arguments and does what GitHub's CLI does:
 * https://github.com/cli/cli/tree/v2.60.0/pkg/cmd
 */
function workspace(name: string, github: GitHub) {
  const path = join(folder.path, name);
  const [bin, calls, output] = [join(path, 'bin'), join(path, 'calls'), join(path, 'output')];
  mkdirSync(bin, { recursive: true });
  for (const file of [calls, output]) writeFileSync(file, '');
  const gh = `#!${process.execPath}
    const { appendFileSync, readFileSync, statSync, writeFileSync } = require('node:fs');
    const github = ${JSON.stringify(github)};
    const args = process.argv.slice(2);
    const [command, subject] = [args.slice(0, 2).join(' '), args[2]];
    appendFileSync(${JSON.stringify(calls)}, JSON.stringify(args) + '\\n');
    const fail = (message) => { console.error(message); process.exit(1); };
    if (process.env.GH_TOKEN !== 'a-token') fail('To use GitHub CLI in a GitHub Actions workflow, set GH_TOKEN.');
    if (command === github.refused) fail('HTTP 403: Resource not accessible by integration');
    if (command === 'attestation download') {
      if (!github.bundle) fail('HTTP 404: Not Found');
      const digest = require('node:crypto').hash('sha256', readFileSync(subject));
      writeFileSync('sha256:' + digest + '.jsonl', github.bundle);
    } else if (command === 'release view') {
      if (!github.release) fail('release not found');
      const paths = args[args.indexOf('--jq') + 1].split(', ');
      for (const path of paths) console.log(path.slice(1).split('.').reduce((value, key) => value[key], github.release));
    } else if (command === 'release create') {
      for (const file of args.filter((arg) => arg.startsWith('./'))) statSync(file);
      console.log('https://github.com/me/fork/releases/tag/' + subject);
    } else if (command !== 'release delete') fail('unknown command ' + command);
  `;
  writeFileSync(join(bin, 'gh'), gh, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    GITHUB_OUTPUT: output,
    GITHUB_REPOSITORY: 'me/fork',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_STEP_SUMMARY: join(path, 'summary'),
  };
  return {
    path,
    calls: () => linesOf(calls).map((line) => JSON.parse(line) as string[]),
    outputs: () => Object.fromEntries(linesOf(output).map((line) => line.split('=') as [string, string])),
    /** Runs a step of the workflow in this folder, with values of the step's variables. */
    run: (job: string, step: string, variables: NodeJS.ProcessEnv, cwd = path) =>
      runStep(['publish.yml', job, step], cwd, { ...env, ...variables }),
  };
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

interface Packed {
  /** The job's outputs. */
  readonly outputs: { readonly name: string; readonly as_of: string };
  /** The folder with the release's files. */
  readonly backup: string;
  /** Standard output of the last step. */
  readonly stdout: string;
}

/** Runs the job `pack`. */
async function pack(folderName: string, github: GitHub, event = 'schedule'): Promise<Packed> {
  const { path, outputs, run } = workspace(folderName, github);
  // In the workflow, the checkout creates this folder.
  symlinkSync(join(root, 'scripts'), join(path, 'scripts'));
  const copied = await run('pack', 'Pack the live site', { LIVE: preview.url, GITHUB_EVENT_NAME: event });
  expect(copied.code, copied.stderr).toBe(0);
  const { name, as_of } = outputs() as Packed['outputs'];
  const added = await run('pack', 'Add attestation and hashes', { GH_TOKEN: 'a-token', NAME: name });
  expect(added.code, added.stderr).toBe(0);
  return { outputs: { name, as_of }, backup: join(path, 'backup'), stdout: added.stdout };
}

describe('job “pack” (packs a monthly backup of the live site)', () => {
  it('packs the live site with its GitHub attestation and a file of hashes', () => {
    const { outputs, backup } = packed;
    const monthBefore = new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth(), 0)).toISOString().slice(0, 7);
    expect(outputs).toEqual({ name: `archive-${monthBefore}`, as_of: receiptDay });
    expect(readdirSync(backup).sort()).toEqual([
      `${outputs.name}.sha256`,
      `${outputs.name}.tar.gz`,
      'attestations.jsonl',
    ]);
    expect(readFileSync(join(backup, 'attestations.jsonl'), 'utf8')).toBe(bundle);
  });

  it('makes a byte-identical archive each time it packs the same files', async () => {
    const { outputs, backup, stdout } = await pack('again', {});
    expect(readdirSync(backup).sort()).toEqual([`${outputs.name}.sha256`, `${outputs.name}.tar.gz`]);
    const archive = `${outputs.name}.tar.gz`;
    expect(sha256(readFileSync(join(backup, archive)))).toBe(sha256(readFileSync(join(packed.backup, archive))));
    expect(stdout).toContain('::notice title=No attestation::');
  });

  it('names a backup that was started by hand after its day', async () => {
    const { outputs } = await pack('by-hand', {}, 'workflow_dispatch');
    expect(outputs.name).toBe(`archive-${now().toISOString().slice(0, 10)}`);
  });
});

describe('job “backup” (uploads the monthly backup to a GitHub release)', () => {
  const bot = { login: 'github-actions[bot]' };
  const view = ['release', 'view'];
  const remove = ['release', 'delete'];
  const create = ['release', 'create'];

  /** Runs the job `backup` in a folder with the packed files. */
  async function release(folderName: string, github: GitHub) {
    const { path, calls, run } = workspace(folderName, github);
    const files = join(path, 'files');
    cpSync(packed.backup, files, { recursive: true });
    const variables = { GH_TOKEN: 'a-token', NAME: packed.outputs.name, AS_OF: packed.outputs.as_of };
    return { calls, ...(await run('backup', 'Create the release', variables, files)) };
  }

  it.each<[string, GitHub, string[][], number, RegExp]>([
    ['creates a release if none exists', {}, [view, create], 0, /^Backed up: the archive up to 2026-09-30\. https:/],
    [
      'changes nothing if the backup’s GitHub release is already published',
      { release: { isDraft: false, author: bot } },
      [view],
      0,
      /^Backed up already: /,
    ],
    [
      'replaces a draft release that an interrupted run left',
      { release: { isDraft: true, author: bot } },
      [view, remove, create],
      0,
      /^Backed up: /,
    ],
    [
      'creates a release without changing a draft release that a person made',
      { release: { isDraft: true, author: { login: 'me' } } },
      [view, create],
      0,
      /^Backed up: /,
    ],
    ['fails if GitHub refuses to create the release', { refused: 'release create' }, [view, create], 1, /^$/],
    [
      'fails if GitHub refuses to delete the draft',
      { refused: 'release delete', release: { isDraft: true, author: bot } },
      [view, remove],
      1,
      /^$/,
    ],
  ])('%s', async (name, github, expected, expectedCode, printed) => {
    const { calls, code, stdout } = await release(name, github);
    expect(calls().map((args) => args.slice(0, 2))).toEqual(expected);
    expect(calls().map(([, , tag]) => tag)).toEqual(expected.map(() => packed.outputs.name));
    expect(code).toBe(expectedCode);
    expect(stdout).toMatch(printed);
  });

  it('uploads every packed file to the release', async () => {
    const { name } = packed.outputs;
    const { calls } = await release('files', {});
    const [, , , ...options] = calls().at(-1) ?? [];
    const notes = options[options.indexOf('--notes') + 1];
    expect(options).toEqual([
      ...['--title', name, '--notes', notes, '--latest=false'],
      ...['.sha256', '.tar.gz'].map((end) => `./${name}${end}`),
      './attestations.jsonl',
    ]);
    expect(notes).toMatch(
      /^The archive up to 2026-09-30, .*https:\/\/github\.com\/me\/fork\/blob\/HEAD\/\.github\/HOSTING\.md#backup-and-restore/,
    );
    for (const line of linesOf(join(packed.backup, `${name}.sha256`))) expect(notes).toContain(`\n    ${line}`);
  });
});

it('HOSTING.md > has commands that restore a site from a monthly backup', async () => {
  const guide = readFileSync(join(root, '.github/HOSTING.md'), 'utf8');
  const [, block = ''] = /```sh\n(\s*sha256sum -c [^`]*)```/.exec(guide) ?? [];
  const { name } = packed.outputs;
  const commands = block
    .trim()
    .split('\n')
    .map((line) => line.trim().replaceAll('archive-2026-10', name));
  const [install, generate = '', deploy] = commands.splice(-3);
  expect([install, deploy]).toEqual(['npm ci', 'npm run deploy']);
  const unpacked = await runCommands(commands.join('\n'), packed.backup, {});
  expect(unpacked.code, unpacked.stderr).toBe(0);
  expect(unpacked.stdout).toContain(`${name}.tar.gz: OK\n`);

  // Restores the site months later, when the backup's rates are too old to publish. Fewer pairs as files save time.
  const later = '2027-01-08';
  const backup = join(packed.backup, name);
  const [, , , , ...options] = generate.replace(name, backup).replace('20000', '5600').split(' ');
  await using mirror = await startMirror(answers.json({ ...recorded, date: later }));
  const out = join(folder.path, 'restored');
  const given = [
    '--out',
    out,
    '--mirror',
    mirror.url,
    '--witness',
    'none',
    '--official',
    'none',
    '--now',
    `${later}T06:00:00Z`,
  ];
  await generateSite(readGenerateOptions([...options, ...given]), signal);
  // The restored site has all days and all publish log entries of the backup.
  await assertDeployable(out, 5600, await readPrevious(backup, later, signal), '', signal);
  expect(readJson(out, 'api/v1/rates.json')).toMatchObject({ rate_as_of: later });
  expect(readFileSync(join(out, 'archive/evidence.csv'), 'utf8')).toContain(
    readFileSync(join(site, 'archive/evidence.csv'), 'utf8'),
  );
});
