import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

const loader = join(import.meta.dirname, 'loader.js');

describe('loader.js', () => {
  it('hides variables that may be secrets from child processes, but not from the command', () => {
    const program = `
    await import(${JSON.stringify(loader)});
    const { execFileSync } = await import('node:child_process');
    const child = execFileSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { encoding: 'utf8' });
    console.log(JSON.stringify({ child: JSON.parse(child), own: process.env.CLOUDFLARE_API_TOKEN }));
  `;
    const env = { PATH: process.env['PATH'], CLOUDFLARE_API_TOKEN: 'secret', DATABASE_PASSWORD: 'secret', CI: 'true' };
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env,
    });
    const { child, own } = JSON.parse(output) as { child: Record<string, string>; own: string };
    expect(own).toBe('secret');
    expect(child).toMatchObject({ CI: 'true' });
    expect(Object.values(child)).not.toContain('secret');
  });

  describe.each(['18.20.4', '22.18.0'])('with Node %s, which is too old', (version) => {
    /** Starts a command in a folder with this Node. @param own a program that acts as the Node that npm installs */
    function start(folder: string, own: string | undefined) {
      const copy = join(folder, 'scripts/loader.js');
      mkdirSync(dirname(copy));
      copyFileSync(loader, copy);
      if (own !== undefined) {
        const { platform, arch } = process;
        const node = join(folder, `node_modules/node-${platform}-${arch}/bin/node`);
        mkdirSync(dirname(node), { recursive: true });
        writeFileSync(node, own, { mode: 0o755 });
      }
      const old = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
      const child = spawn(process.execPath, ['--import', copy, 'command.ts', '--port', '0'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(old)}"`, TOKEN: 'secret' },
      });
      const closed = once(child, 'close');
      const ended = Promise.all([text(child.stdout), text(child.stderr), closed.then(([code]) => code as number)]);
      return { child, ended };
    }

    it('runs the command with the Node that npm has installed, with its options, variables and exit code', async () => {
      await using folder = temporaryFolder();
      const { ended } = start(folder.path, '#!/bin/sh\necho "$@ $TOKEN"; exit 3');
      const [stdout, , code] = await ended;
      expect(stdout).toMatch(/^--import \S+loader\.js \S+command\.ts --port 0 secret\n$/);
      expect(code).toBe(3);
    });

    it('passes SIGTERM on', async () => {
      await using folder = temporaryFolder();
      const { child, ended } = start(
        folder.path,
        '#!/bin/sh\ntrap "echo stopped; exit 0" TERM; echo started; while :; do sleep 0.1; done',
      );
      child.stdout.once('data', () => child.kill('SIGTERM'));
      expect(await ended).toEqual(['started\nstopped\n', '', 0]);
    });

    it.each([
      ['is missing', undefined],
      ['can’t run', '#!/missing'],
    ])('says what to do, in one line, if that Node %s', async (_, own) => {
      await using folder = temporaryFolder();
      const { ended } = start(folder.path, own);
      const [, stderr, code] = await ended;
      expect(stderr).toMatch(/^Node [\d.]+ is too old\. Run npm ci, .* install Node 22\.19 or later\.\n$/);
      expect(code).toBe(1);
    });
  });
});
