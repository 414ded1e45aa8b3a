import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { digestOf, filesOf, readJson } from '../src/testing/sites/read-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { writeTinySite } from '../src/testing/sites/tiny-site.ts';
import { startScript } from '../src/testing/process/spawn-script.ts';

const now = '2026-09-29T06:17:00.000Z';
const noNetwork = 'http://127.0.0.1:1/usd.json';
const generate = (url: string, ...args: string[]) => runScript('generate', ['--now', now, ...onlyMirror(url), ...args]);

describe('command generate (builds a site)', () => {
  let mirror: LoopbackMirror;
  beforeAll(async () => {
    mirror = await startMirror(answers.json(recorded));
  });
  afterAll(() => mirror[Symbol.asyncDispose]());

  describe('with failing mirrors', () => {
    // The tests of downloads, datasets and validation cover the other ways in which a mirror can fail.
    it('exits with 1 and writes nothing if the only mirror drops the connection', async () => {
      await using folder = temporaryFolder();
      await using bad = await startMirror(answers.drop);
      const { code, stdout, stderr } = await generate(bad.url, '--out', join(folder.path, 'site'));
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.split('\n')).toEqual([
        'Downloading the newest rates.',
        expect.stringMatching(`^${bad.url}: the connection was closed before the response was complete`) as string,
        expect.stringMatching(/^No mirror gave usable rates \(1 tried\)\. Nothing was written\./) as string,
        '',
      ]);
      expect(readdirSync(folder.path)).toEqual([]);
    });

    it('leaves the old site unchanged if no mirror can be reached', async () => {
      await using folder = temporaryFolder();
      const out = join(folder.path, 'site');
      writeTinySite(out);
      const before = digestOf(out);
      const { code } = await generate(noNetwork, '--out', out);
      expect(code).toBe(1);
      expect(digestOf(out)).toBe(before);
    });

    it('writes a site with recorded rates after one attempt per mirror if all mirrors hang and --recorded is set', async () => {
      await using folder = temporaryFolder();
      await using bad = await startMirror(answers.hang);
      const out = join(folder.path, 'site');
      const args = ['--mirror', `${bad.url}?2`, '--recorded', '--file-limit', '5068', '--out', out];
      const { code, stderr } = await generate(bad.url, ...args);
      expect(code).toBe(0);
      // Without --recorded, each mirror has three attempts of 10 s.
      expect(bad.requests()).toBe(2);
      expect(stderr).toContain('The site serves the recorded rates of 2026-09-29 instead, marked as stale.');
      expect(readJson(out, 'api/v1/rates.json')).toMatchObject({
        rate_as_of: '2026-09-29',
        checked_at: now,
        stale: true,
        stale_reason: 'cached_fallback',
      });
    });
  });

  describe('with wrong usage', () => {
    // The tests of the options and of generateSite cover the other errors.
    it('exits with 2 and prints one error line without the password for a mirror’s URL with a password', async () => {
      expect(await runScript('generate', ['--mirror', 'https://:secret@example.com/'])).toEqual({
        code: 2,
        stdout: '',
        stderr: '--mirror: omit user name and password, because they would be printed or published. See --help.\n',
      });
    });

    it('prints the smallest possible file limit if the given limit is too small', async () => {
      await using folder = temporaryFolder();
      const out = join(folder.path, 'site');
      const { code, stderr } = await generate(mirror.url, '--out', out, '--file-limit', '10');
      expect(code).toBe(2);
      const least = /the least that works is (\d+)/.exec(stderr)?.[1] ?? '';
      expect(readdirSync(folder.path)).toEqual([]);
      const again = await generate(mirror.url, '--out', out, '--file-limit', least);
      expect(again.code).toBe(0);
      expect(filesOf(out).filter((path) => !path.startsWith('_'))).toHaveLength(Number(least));
    });

    it('exits with 2 if the output folder contains something other than a site', async () => {
      await using folder = temporaryFolder();
      const out = join(folder.path, 'thesis');
      mkdirSync(out);
      writeFileSync(join(out, 'chapter-1.md'), 'Years of work.');
      const { code, stderr } = await generate(mirror.url, '--out', out);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `${out} holds something other than a site: chapter-1.md. Nothing there was touched. Name another folder, or empty this folder.\n`,
      );
      expect(readdirSync(folder.path, { recursive: true }).sort()).toEqual(['thesis', 'thesis/chapter-1.md']);
    });

    it('prints the options if called with --help', async () => {
      const { code, stdout } = await runScript('generate', ['--help']);
      expect(code).toBe(0);
      for (const option of ['--out', '--mirror', '--recorded', '--file-limit', '--now']) {
        expect(stdout).toContain(option);
      }
    });
  });

  describe('with an interruption', () => {
    // The tests of runCommand cover the other signals. The tests of replaceSite cover SIGKILL at each step.
    it('leaves the old site unchanged if SIGINT stops the command', async () => {
      await using folder = temporaryFolder();
      const out = join(folder.path, 'site');
      writeTinySite(out);
      const before = digestOf(out);
      const args = [...onlyMirror(mirror.url), '--out', out, '--file-limit', '10000'];
      const { child, ended } = startScript('generate', args);
      await new Promise<void>((resolve) => {
        child.stderr.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('Wrote 25%')) resolve();
        });
      });
      // Twice, because a terminal sends the signal to npm and to the command, and npm forwards it to the command.
      child.kill('SIGINT');
      child.kill('SIGINT');
      expect((await ended).code).toBe(130);
      expect(digestOf(out)).toBe(before);
      expect(readdirSync(folder.path)).toEqual(['site']);
    });
  });

  it.each([
    ['a mirror hangs', '--mirror', answers.hang],
    ['the previous site hangs', '--previous', answers.hang],
    ['a witness hangs', '--witness', answers.hang],
    ['the European Central Bank’s server hangs', '--official', answers.hang],
  ])('ends immediately if it is stopped while %s', async (_, option, answer) => {
    await using folder = temporaryFolder();
    await using slow = await startMirror(answer);
    const out = join(folder.path, 'site');
    const others = ['--witness', '--official'].flatMap((name) => (name === option ? [] : [name, 'none']));
    const ended = runScript('generate', [option, slow.url, '--mirror', mirror.url, ...others, '--out', out]);
    await expect.poll(() => slow.requests()).toBeGreaterThan(0);
    // Calls the command's own listener, because a real signal would end the tests as well.
    const stop = process.listeners('SIGINT').at(-1) as ((name: string, number: number) => void) | undefined;
    stop?.('SIGINT', 2);
    expect(await ended).toEqual({
      code: 130,
      stdout: '',
      stderr: 'Downloading the newest rates.\nStopped. Nothing was changed.\n',
    });
    // A second request would mean that the command waited for the first request to time out.
    expect(slow.requests()).toBe(1);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('exits with 2 and prints one error line if the output folder can’t be created', async () => {
    await using folder = temporaryFolder();
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    const args = ['--out', join(file, 'site'), '--file-limit', '5068'];
    const { code, stderr } = await generate(mirror.url, ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^E[A-Z]+: .*\. A file has the name of this folder or of a folder above it\. Name another folder\.\n$/,
    );
  });
});
