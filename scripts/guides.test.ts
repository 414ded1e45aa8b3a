import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The guides that people read on GitHub. Those in `public/docs` are pages of the site. */
const guides = execFileSync('git', ['ls-files', '-z', '*.md', ':!public'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .slice(0, -1);

/** The anchors that GitHub gives to the headings of a guide. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

it.each(guides)('%s > links only to files and headings that exist', (guide) => {
  const links = readFileSync(join(root, guide), 'utf8').matchAll(/\]\((?!\w+:|\/)([^\s#)]*)(?:#([^\s)]+))?\)/g);
  const broken = Array.from(links, ([, path = '', anchor]) => ({ path, anchor })).filter(({ path, anchor }) => {
    const file = path === '' ? join(root, guide) : join(root, dirname(guide), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && statSync(file).isFile() && !anchorsOf(file).includes(anchor);
  });
  expect(broken).toEqual([]);
});
