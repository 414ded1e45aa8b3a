import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { fewCurrencies, writeSmallSite } from '../../testing/sites/small-site.ts';
import { writeTinySite } from '../../testing/sites/tiny-site.ts';
import { checksumLines, checksumOf } from '../checksums.ts';
import { controlFiles } from '../host-limits.ts';
import { foreignContent } from './foreign-content.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
let folders = 0;

function emptyFolder(): string {
  const path = join(folder.path, String(folders++));
  mkdirSync(path);
  return path;
}

function tinySite(): string {
  const path = emptyFolder();
  writeTinySite(path);
  return path;
}

function write(path: string, file: string, text = 'Years of work.'): void {
  mkdirSync(dirname(join(path, file)), { recursive: true });
  writeFileSync(join(path, file), text);
}

/** Moves a file or folder out of a site, and puts a link to it in its place. */
function link(site: string, path: string): void {
  const moved = join(emptyFolder(), 'moved');
  renameSync(join(site, path), moved);
  symlinkSync(moved, join(site, path));
}

const sumsOf = (...files: readonly string[]) => checksumLines(files.map((file) => checksumOf(file, 'Years of work.')));

describe('foreignContent (names what a folder holds other than a site)', () => {
  it('names nothing if the folder is empty, or holds a site', async () => {
    const site = emptyFolder();
    expect(await foreignContent(site)).toBe('');
    await writeSmallSite(site, { ...fewCurrencies, contact: 'mailto:security@rates.example' });
    expect(await foreignContent(site)).toBe('');
  });

  it('names nothing if the folder holds a site without some of its files', async () => {
    const site = tinySite();
    rmSync(join(site, 'archive'), { recursive: true });
    expect(await foreignContent(site)).toBe('');
  });

  it.each<[string, string, (path: string) => void]>([
    ['a hidden file', '.DS_Store', (path) => write(path, '.DS_Store')],
    ['an empty folder', 'drafts/', (path) => mkdirSync(join(path, 'drafts'))],
    ['a link to nothing', 'link', (path) => symlinkSync('nowhere', join(path, 'link'))],
    ['another project with a file api/v1/rates.json', 'api/', (path) => write(path, 'api/v1/rates.json', '{}')],
    [
      'a website’s repository',
      '.git/, 404.html, CNAME and more',
      (path) => {
        for (const file of ['.git/HEAD', 'CNAME', '404.html', 'index.html', 'api/v1/rates.json']) write(path, file);
      },
    ],
    [
      'another website on Cloudflare Pages whose SHA256SUMS lists its files',
      'SHA256SUMS, _headers, _redirects and more',
      (path) => {
        for (const file of controlFiles) write(path, file);
        write(path, 'SHA256SUMS', sumsOf(...controlFiles));
      },
    ],
  ])('names the content of a folder that isn’t a site: %s', async (_, named, fill) => {
    const path = emptyFolder();
    fill(path);
    expect(await foreignContent(path)).toBe(named);
  });

  it.each<[string, string, (site: string) => void]>([
    ['a file', 'notes.txt', (site) => write(site, 'notes.txt')],
    ['a file in a folder of the site', 'archive/2026.xlsx', (site) => write(site, 'archive/2026.xlsx')],
    ['a file with a listed name in other case', 'Index.html', (site) => write(site, 'Index.html')],
    ['a file whose name has a line end', String.raw`"a\n::error::b"`, (site) => write(site, 'a\n::error::b')],
    ['a repository', '.git/', (site) => write(site, '.git/HEAD')],
    ['an empty folder', 'archive/drafts/', (site) => mkdirSync(join(site, 'archive/drafts'))],
    ['another site', 'old/', (site) => cpSync(tinySite(), join(site, 'old'), { recursive: true })],
    ['a link to a folder', 'link', (site) => symlinkSync('/', join(site, 'link'))],
    ['a named pipe', 'pipe', (site) => spawnSync('mkfifo', [join(site, 'pipe')])],
    ['a link instead of a listed file', 'index.html', (site) => link(site, 'index.html')],
    ['a link instead of a folder of the site', 'archive', (site) => link(site, 'archive')],
    ['a link instead of SHA256SUMS', 'SHA256SUMS', (site) => link(site, 'SHA256SUMS')],
    [
      'folders instead of files that SHA256SUMS doesn’t list',
      'api/v1/rates.json/, receipts/2026.jsonl/',
      (site) => {
        for (const path of ['api/v1/rates.json', 'receipts/2026.jsonl']) {
          rmSync(join(site, path));
          mkdirSync(join(site, path));
        }
      },
    ],
    [
      'a file instead of a folder of the site',
      'archive',
      (site) => {
        rmSync(join(site, 'archive'), { recursive: true });
        write(site, 'archive');
      },
    ],
    [
      'the files of a site whose SHA256SUMS lists a path outside the site',
      'SHA256SUMS, _headers, _redirects and more',
      (site) => write(site, 'SHA256SUMS', sumsOf('../notes.txt')),
    ],
    [
      'the files of a site without SHA256SUMS',
      '_headers, _redirects, _routes.json and more',
      (site) => rmSync(join(site, 'SHA256SUMS')),
    ],
    [
      'the files of a monthly backup',
      'SHA256SUMS, api/, archive/ and more',
      (site) => {
        for (const file of [...controlFiles, 'index.html']) rmSync(join(site, file));
      },
    ],
  ])('names %s in a folder that is a site otherwise', async (_, named, change) => {
    const site = tinySite();
    change(site);
    expect(await foreignContent(site)).toBe(named);
  });
});
