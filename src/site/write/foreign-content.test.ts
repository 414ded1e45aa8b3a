import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
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

/** The path of a new folder, which has the given files. */
function folderWith(...files: string[]): string {
  const path = join(folder.path, String(folders++));
  mkdirSync(path);
  for (const file of files) write(path, file);
  return path;
}

function write(path: string, file: string, text = 'Years of work.'): void {
  mkdirSync(dirname(join(path, file)), { recursive: true });
  writeFileSync(join(path, file), text);
}

function tinySite(...listed: string[]): string {
  const path = folderWith();
  writeTinySite(path, '{}', listed);
  return path;
}

const makeFifo = (path: string) => {
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
};

describe('foreignContent (names what a folder holds other than a site)', () => {
  describe('names nothing if the folder', () => {
    it('doesn’t exist', async () => {
      expect(await foreignContent(join(folder.path, 'nowhere'))).toBe('');
    });

    it('is empty', async () => {
      expect(await foreignContent(folderWith())).toBe('');
    });

    it('holds a site', async () => {
      const site = folderWith();
      await writeSmallSite(site, { ...fewCurrencies, fileLimit: 3950, contact: 'mailto:security@rates.example' });
      expect(await foreignContent(site)).toBe('');
    });

    it('holds a site without some of its files', async () => {
      const site = tinySite();
      rmSync(join(site, 'archive'), { recursive: true });
      expect(await foreignContent(site)).toBe('');
    });
  });

  it.each<[string, string, (path: string) => void]>([
    ['a file', 'notes.txt', (path) => write(path, 'notes.txt')],
    ['a hidden file', '.DS_Store', (path) => write(path, '.DS_Store')],
    ['an empty folder', 'drafts/', (path) => mkdirSync(join(path, 'drafts'))],
    ['a link to nothing', 'link', (path) => symlinkSync('nowhere', join(path, 'link'))],
    [
      'another project with a file api/v1/rates.json',
      'api/, src/',
      (path) => {
        write(path, 'api/v1/rates.json', '{}');
        write(path, 'src/main.py');
      },
    ],
    ['a folder api/v1/rates.json', 'api/', (path) => mkdirSync(join(path, 'api/v1/rates.json'), { recursive: true })],
    [
      'a website’s repository',
      '.git/, 404.html, CNAME and more',
      (path) => {
        for (const file of ['.git/HEAD', 'CNAME', '404.html', 'index.html', 'api/v1/rates.json']) write(path, file);
      },
    ],
    [
      'a release whose SHA256SUMS lists its files',
      'SHA256SUMS, app.tar.gz',
      (path) => {
        write(path, 'app.tar.gz');
        write(path, 'SHA256SUMS', checksumLines([checksumOf('app.tar.gz', 'Years of work.')]));
      },
    ],
    [
      'another website on Cloudflare Pages whose SHA256SUMS lists its files',
      'SHA256SUMS, _headers, _redirects and more',
      (path) => {
        for (const file of controlFiles) write(path, file);
        write(path, 'SHA256SUMS', checksumLines(controlFiles.map((file) => checksumOf(file, 'Years of work.'))));
      },
    ],
  ])('names the content of a folder that isn’t a site: %s', async (_, named, fill) => {
    const path = folderWith();
    fill(path);
    expect(await foreignContent(path)).toBe(named);
  });

  const all = 'SHA256SUMS, _headers, _redirects and more';

  it.each<[string, string, (site: string) => void]>([
    ['is empty', all, (site) => write(site, 'SHA256SUMS', '')],
    ['isn’t text', all, (site) => writeFileSync(join(site, 'SHA256SUMS'), Buffer.alloc(100, 0xff))],
    ['is 1 TB large', all, (site) => truncateSync(join(site, 'SHA256SUMS'), 2 ** 40)],
    [
      'lists a path outside the site',
      all,
      (site) => write(site, 'SHA256SUMS', checksumLines([checksumOf('../notes.txt', '')])),
    ],
    ['doesn’t exist', '_headers, _redirects, _routes.json and more', (site) => rmSync(join(site, 'SHA256SUMS'))],
    [
      'is a folder',
      'SHA256SUMS/, _headers, _redirects and more',
      (site) => {
        rmSync(join(site, 'SHA256SUMS'));
        write(site, 'SHA256SUMS/notes.txt');
      },
    ],
    [
      'is a named pipe',
      all,
      (site) => {
        rmSync(join(site, 'SHA256SUMS'));
        makeFifo(join(site, 'SHA256SUMS'));
      },
    ],
    [
      'is a link to the SHA256SUMS of a site',
      'SHA256SUMS',
      (site) => {
        renameSync(join(site, 'SHA256SUMS'), `${site}.sums`);
        symlinkSync(`${site}.sums`, join(site, 'SHA256SUMS'));
      },
    ],
  ])('names the files of a site whose SHA256SUMS %s', async (_, named, change) => {
    const site = tinySite();
    change(site);
    expect(await foreignContent(site)).toBe(named);
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
    ['a named pipe', 'pipe', (site) => makeFifo(join(site, 'pipe'))],
    [
      'a link instead of a listed file',
      'index.html',
      (site) => {
        renameSync(join(site, 'index.html'), `${site}.html`);
        symlinkSync(`${site}.html`, join(site, 'index.html'));
      },
    ],
    [
      'a link instead of a folder of the site',
      'archive',
      (site) => {
        renameSync(join(site, 'archive'), `${site}.archive`);
        symlinkSync(`${site}.archive`, join(site, 'archive'));
      },
    ],
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
      'four other files',
      'a, b, c and more',
      (site) => {
        for (const file of ['d', 'c', 'b', 'a']) write(site, file);
      },
    ],
    [
      'only the files of a monthly backup',
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

  it('names a socket', async () => {
    const site = tinySite();
    const server = createServer().listen(join(site, 'socket'));
    await once(server, 'listening');
    expect(await foreignContent(site)).toBe('socket');
    server.close();
  });
});
