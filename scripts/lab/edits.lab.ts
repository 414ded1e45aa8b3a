import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommands } from '../../src/testing/process/workflows.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').slice(0, -1);

/** An edit of a file that a guide describes to operators or contributors. */
interface DocumentedEdit {
  /** The guide, such as `HOSTING.md`. */
  readonly guide: string;
  /** The file to edit or to add. */
  readonly path: string;
  /** The lines of the file before and after the edit; no lines before if the file is new. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The edits that the guides describe: each code block in the language `diff`, whose first line names the file. So an
 * edit can't be documented without being tried.
 */
function documentedEdits(): DocumentedEdit[] {
  return readdirSync(join(root, '.github'))
    .filter((name) => name.endsWith('.md'))
    .flatMap((guide) => {
      const text = readFileSync(join(root, '.github', guide), 'utf8');
      const blocks = text.matchAll(/^( *)```diff\n\s*--- (\S+)\n([^]*?)^ *```$/gm);
      return Array.from(blocks, ([, indent = '', path = '', body = '']) => {
        const lines = body
          .trimEnd()
          .split('\n')
          .map((line) => line.slice(indent.length));
        const without = (sign: string) =>
          lines.filter((line) => !line.startsWith(sign)).map((line) => line.replace(/^[-+ ]/, ''));
        return { guide, path, before: without('+'), after: without('-') };
      });
    });
}

/** Makes an edit in a copy of the project. @throws {Error} if the file doesn't have the lines that the guide shows */
function applyEdit(copy: string, { path, before, after }: DocumentedEdit): void {
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
  for (const edit of edits) applyEdit(copy.path, edit);
  return copy;
}

describe('a copy of the project', () => {
  const edits = documentedEdits();
  it.each([
    ...edits.map((edit) => [`the edit of ${edit.path} in ${edit.guide}`, [edit]] as const),
    ['all documented edits', edits] as const,
  ])('passes the gate after %s', async (_, some) => {
    await using copy = copyWith(some);
    const { code, stdout, stderr } = await runCommands('npm run gate', copy.path, {});
    expect(code, stdout + stderr).toBe(0);
  });

  it('passes the suite after all documented edits', async () => {
    await using copy = copyWith(edits);
    const { code, stdout, stderr } = await runCommands('npx vitest run --reporter=dot', copy.path, {});
    expect(code, stdout + stderr).toBe(0);
  });
});
