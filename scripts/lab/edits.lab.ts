import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import recorded from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { runCommands } from '../../src/testing/process/workflows.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { answers, type LoopbackMirror, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { fakeEnvironment, startPagesApi } from '../../src/testing/servers/pages-api.ts';
import { fewPairs } from '../../src/testing/sites/small-site.ts';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').slice(0, -1);

/** An edit that a guide describes to operators or contributors. */
interface DocumentedEdit {
  /** The guide, such as `CLOUDFLARE.md`. */
  readonly guide: string;
  readonly files: readonly FileEdit[];
}
interface FileEdit {
  /** The file to edit or to add. */
  readonly path: string;
  /** The lines of the file before and after the edit; no lines before if the file is new. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The edits that the guides describe: each code block in the language `diff`. A line `--- FILE` is before each file's
 * lines. So an edit can't be documented without being tried.
 */
function documentedEdits(): DocumentedEdit[] {
  return readdirSync(join(root, '.github'))
    .filter((name) => name.endsWith('.md'))
    .flatMap((guide) => {
      const text = readFileSync(join(root, '.github', guide), 'utf8');
      const blocks = text.matchAll(/^( *)```diff\n([^]*?)^ *```$/gm);
      return Array.from(blocks, ([, indent = '', body = '']) => {
        const lines = body
          .trimEnd()
          .split('\n')
          .map((line) => line.slice(indent.length));
        return { guide, files: lines.join('\n').split(/^--- /m).slice(1).map(fileEdit) };
      });
    });
}

/** @param text the file's path, and then its lines with their signs */
function fileEdit(text: string): FileEdit {
  const [path = '', ...lines] = text.trimEnd().split('\n');
  const without = (sign: string) =>
    lines.filter((line) => !line.startsWith(sign)).map((line) => line.replace(/^[-+ ]/, ''));
  return { path, before: without('+'), after: without('-') };
}

/** Makes an edit in a copy of the project. @throws {Error} if the file doesn't have the lines that the guide shows */
function applyEdit(copy: string, { path, before, after }: FileEdit): void {
  const file = join(copy, path);
  if (before.length === 0) {
    if (existsSync(file)) throw new Error(`${path} exists already.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${after.join('\n')}\n`);
    return;
  }
  const text = readFileSync(file, 'utf8');
  const parts = text.split(before.join('\n'));
  if (parts.length !== 2) throw new Error(`${path} has the documented lines ${parts.length - 1} times, not once.`);
  writeFileSync(file, parts.join(after.join('\n')));
}

/** A copy of the project with some of the documented edits. */
function copyWith(edits: readonly DocumentedEdit[]) {
  const copy = temporaryFolder();
  for (const path of files) {
    mkdirSync(dirname(join(copy.path, path)), { recursive: true });
    cpSync(join(root, path), join(copy.path, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy.path, 'node_modules'));
  for (const edit of edits.flatMap(({ files }) => files)) applyEdit(copy.path, edit);
  return copy;
}

const account = { token: 'a-token', account: 'an-account', project: 'rates' };
const commit = 'a'.repeat(40);
const rows: string[] = [];
let mirror: LoopbackMirror;
beforeAll(async () => {
  mirror = await startMirror(answers.json({ ...recorded, date: new Date().toISOString().slice(0, 10) }));
});
afterAll(async () => {
  await mirror[Symbol.asyncDispose]();
  console.log(`\n| edit | gate | published | issue |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`);
});

/** Runs the workflow's publish and report in a copy, with fakes of Cloudflare's and GitHub's APIs. */
async function publish(copy: string) {
  await using cloudflare = await startPagesApi({ ...account, isMissing: true });
  await using github = await startGitHubApi([]);
  const common = {
    ...{ GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'me/fork', GITHUB_SERVER_URL: 'https://github.com' },
    ...{ GITHUB_TOKEN: 'a-token', GITHUB_RUN_ID: '1', COMMIT: commit },
  };
  const published = await runCommands(`npm run publish -- --backfill 0 --patience 0 --file-limit ${fewPairs}`, copy, {
    ...common,
    ...fakeEnvironment(cloudflare.url, copy),
    CLOUDFLARE_API_TOKEN: account.token,
    CLOUDFLARE_ACCOUNT_ID: account.account,
    CLOUDFLARE_PAGES_PROJECT: account.project,
    ...{ MIRRORS: mirror.url, WITNESSES: 'none', OFFICIAL: 'none' },
    ...{ SITE_URL: cloudflare.siteUrl, CONTACT: 'mailto:me@example.com' },
  });
  expect(published.code, published.stdout + published.stderr).toBe(0);
  const reported = await runCommands('node scripts/workflow/report.ts', copy, {
    ...common,
    ...{ OUTCOME: 'success', LIVE: cloudflare.siteUrl, NEWEST: commit, FUNCTION: 'tried' },
  });
  expect(reported.code, reported.stdout + reported.stderr).toBe(0);
  return { files: cloudflare.live()?.files, issues: github.issues.map(({ body }) => body) };
}

const nameOf = ({ guide, files }: DocumentedEdit) =>
  `the edit of ${files.map(({ path }) => path).join(' and ')} in ${guide}`;

describe('a copy of the project', () => {
  const edits = documentedEdits();
  it.each([...edits.map((edit) => [nameOf(edit), [edit]] as const), ['all documented edits', edits] as const])(
    'passes the gate and is published after %s, and no issue is opened',
    async (what, some) => {
      await using copy = copyWith(some);
      const { code, stdout, stderr } = await runCommands('npm run gate', copy.path, {});
      expect(code, stdout + stderr).toBe(0);
      const { files, issues } = await publish(copy.path);
      rows.push(`| ${what} | passed | ${files?.size ?? 0} files | ${issues.join(' ') || 'none'} |`);
      expect(issues).toEqual([]);
      for (const { path, after } of some.flatMap(({ files }) => files)) {
        // Other files of this folder are published as they are.
        if (!path.startsWith('public/') || path.endsWith('.md')) continue;
        expect(files?.get(path.replace('public', ''))?.bytes.toString()).toBe(`${after.join('\n')}\n`);
      }
    },
  );

  it.each([['sitemap.xml'], ['mcp/server.json']])(
    'doesn’t pass the gate with a file of its own for %s, which a published site has',
    async (path) => {
      await using copy = copyWith([{ guide: '', files: [{ path: `public/${path}`, before: [], after: ['x'] }] }]);
      const { code, stderr } = await runCommands('npm run gate', copy.path, {});
      expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${path}: .*rename or remove it$`, 'm'))]);
    },
  );

  it('passes the suite after all documented edits', async () => {
    await using copy = copyWith(edits);
    const { code, stdout, stderr } = await runCommands('npx vitest run --reporter=dot', copy.path, {});
    expect(code, stdout + stderr).toBe(0);
  });
});
