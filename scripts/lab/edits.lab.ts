import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyEdit, type DocumentedEdit, documentedEdits } from '../../src/testing/process/documented-edits.ts';
import { runCommands } from '../../src/testing/process/workflows.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').slice(0, -1);

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
