import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An edit of a file that a guide describes to operators or contributors. */
export interface DocumentedEdit {
  /** The guide, such as `HOSTING.md`. */
  readonly guide: string;
  /** The file to edit or to add. */
  readonly path: string;
  /** The lines of the file before and after the edit; no lines before if the file is new. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const root = join(import.meta.dirname, '../../..');

/**
 * The edits that the guides describe: each code block in the language `diff`, whose first line names the file. So an
 * edit can't be documented without being tried.
 */
export function documentedEdits(): DocumentedEdit[] {
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
export function applyEdit(copy: string, { path, before, after }: DocumentedEdit): void {
  const file = join(copy, path);
  if (before.length === 0) {
    if (existsSync(file)) throw new Error(`${path} exists already.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${after.join('\n')}\n`);
    return;
  }
  const text = readFileSync(file, 'utf8');
  const [old, ...others] = [before.join('\n'), after.join('\n')];
  const parts = text.split(old);
  if (parts.length !== 2)
    throw new Error(`${path} has the documented lines ${parts.length - 1} times, not once:\n${old}`);
  writeFileSync(file, parts.join(others[0]));
}
