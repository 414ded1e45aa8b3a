import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import type { ReferenceRates } from '../src/api/documents/reference-rates.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { readJson } from '../src/testing/sites/read-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { commandOf } from '../src/testing/process/spawn-script.ts';

const now = '2026-09-29T06:17:00.000Z';
let mirror: LoopbackMirror;
beforeAll(async () => {
  mirror = await startMirror(answers.json(recorded));
});
afterAll(() => mirror[Symbol.asyncDispose]());

const options = (out: string, ...more: string[]) => [
  '--now',
  now,
  '--out',
  out,
  '--file-limit',
  '5068',
  ...onlyMirror(mirror.url),
  ...more,
];
const isWritten = (site: string) => (readJson(site, 'api/v1/rates.json') as ReferenceRates).checked_at === now;

// On Linux, /dev/full acts as a full disk.
describe.runIf(existsSync('/dev/full'))(
  'command generate with standard output closed and standard error written to a full disk',
  () => {
    it('still writes the complete site', async () => {
      await using folder = temporaryFolder();
      const site = join(folder.path, 'site');
      const child = spawn(...commandOf('generate', options(site)), {
        stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
      });
      child.stdout?.destroy();
      await once(child, 'close');
      expect(child.exitCode).toBe(0);
      expect(isWritten(site)).toBe(true);
      expect(readdirSync(folder.path)).toEqual(['site']);
    });
  },
);

describe.runIf(process.platform === 'linux')('command generate with a limit on file sizes (ulimit -f)', () => {
  it('prints one error line if a file is larger than allowed', async () => {
    await using folder = temporaryFolder();
    const command = commandOf('generate', options(join(folder.path, 'site'))).flat();
    const child = spawn('sh', ['-c', 'ulimit -f 1 && exec "$@"', 'sh', ...command], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(stderr).toMatch(
      /^EFBIG: .*\. Files of that size are not allowed here\. Allow larger files \(ulimit -f\).*\n$/m,
    );
    expect(child.exitCode).toBe(1);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
