import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { FileError } from '../text/site-problem.ts';
import { SiteError } from './errors.ts';
import { isAbsent, SiteFiles } from './site-files.ts';

const path = 'api/v1/status.json';
const failureOf = (site: string) => new SiteFiles(site).bytes(path, 100).catch((error: unknown) => error);

it.each([
  ['missing', 'responds with 404', answers.status(404), true],
  ['unreadable, not missing,', 'responds with 503', answers.status(503), false],
  ['unreadable, not missing,', 'responds with 403', answers.status(403), false],
  ['unreadable, not missing,', 'closes the connection', answers.drop, false],
])('SiteFiles (reads the files of a site) > reports a file as %s if the server %s', async (_, __, answer, expected) => {
  await using server = await startMirror(answer);
  const error = await failureOf(new URL(server.url).origin);
  expect(error).toBeInstanceOf(FileError);
  expect([(error as FileError).path, isAbsent(error)]).toEqual([path, expected]);
});

it('SiteFiles (reads the files of a site) > rejects a folder that doesn’t exist, and a file', async () => {
  await using folder = temporaryFolder();
  const [missing, file] = [join(folder.path, 'nowhere'), join(folder.path, 'file')];
  writeFileSync(file, '');
  const advice = 'Name the folder of a site, or a URL such as http://localhost:8080.';
  expect(() => new SiteFiles(missing)).toThrow(new SiteError(`${missing} doesn't exist. ${advice}`));
  expect(() => new SiteFiles(file)).toThrow(new SiteError(`${file} isn't a folder. ${advice}`));
});

it('SiteFiles (reads the files of a site) > distinguishes a missing file from a folder of that name', async () => {
  await using folder = temporaryFolder();
  const missing = await failureOf(folder.path);
  expect([String(missing), isAbsent(missing)]).toEqual([`FileError: ${path}: is missing`, true]);
  mkdirSync(join(folder.path, path), { recursive: true });
  const other = await failureOf(folder.path);
  expect([String(other), isAbsent(other)]).toEqual([`FileError: ${path}: isn't a file`, false]);
});

it('SiteFiles (reads the files of a site) > rejects a file that is too large', async () => {
  await using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'large'), Buffer.alloc(101));
  await expect(new SiteFiles(folder.path).bytes('large', 100)).rejects.toThrow('large: has more than 100 bytes');
});

it('SiteFiles (reads the files of a site) > keeps a byte order mark, and rejects text that isn’t UTF-8', async () => {
  await using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'marked'), '\ufeffa');
  writeFileSync(join(folder.path, 'broken'), Buffer.of(0xff, 0x0a));
  expect(await new SiteFiles(folder.path).text('marked', 100)).toBe('\ufeffa');
  await expect(new SiteFiles(folder.path).text('broken', 100)).rejects.toThrow("broken: isn't UTF-8");
});
