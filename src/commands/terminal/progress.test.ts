import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { filesOf } from '../../testing/sites/read-site.ts';
import { commandOf } from '../../testing/process/spawn-script.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { hasTerminals, startInTerminal } from '../../testing/process/terminal.ts';

// Terminal control sequences: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (DECTCEM, DECAWM)
const [hideCursor, showCursor] = ['\u001b[?25l', '\u001b[?25h'];
const [noWrapping, wrapping] = ['\u001b[?7l', '\u001b[?7h'];
const CTRL_C = '\u0003';

const generateTo = (out: string, ...args: string[]) =>
  startInTerminal(
    ...commandOf('generate', [
      '--witness',
      'none',
      '--official',
      'none',
      '--mirror',
      'http://127.0.0.1:1/',
      '--recorded',
      '--out',
      out,
      ...args,
    ]),
  );

/** Expects that the cursor and line wrapping were switched off, and are switched on again at the end. */
function expectGivenBack(shown: string): void {
  for (const [off, on] of [
    [hideCursor, showCursor],
    [noWrapping, wrapping],
  ] as const) {
    expect(shown).toContain(off);
    expect(shown.lastIndexOf(on)).toBeGreaterThan(shown.lastIndexOf(off));
  }
}

// The tests run at the same time, because each test waits for a mirror that is down.
describe.runIf(hasTerminals)('command “generate” on a terminal', () => {
  it.concurrent('shows a progress bar while it writes files', async () => {
    await using folder = temporaryFolder();
    const out = join(folder.path, 'site');
    const { shown, ended } = generateTo(out, '--file-limit', '5068');
    expect(await ended).toBe(0);
    const files = filesOf(out).length;
    const bars = [...shown().matchAll(/Writing files ([█░]+) (\d+)% \| (\d+)\/(\d+) \| \S+ left/g)];
    expect(bars[0]?.slice(2)).toEqual(['0', '0', String(files)]);
    expect(bars.at(-1)?.slice(2)).toEqual(['100', String(files), String(files)]);
    expect(bars.at(-1)?.[1]).toMatch(/^█+$/);
    expectGivenBack(shown());
    expect(shown()).not.toContain('Wrote 25%');
    const afterwards = shown().slice(shown().lastIndexOf(' left'));
    expect(afterwards).toMatch(/\r\n\S+: rates of 2026-09-29 for \d+ currencies, .*\r\n$/);
  });

  it.concurrent('ends the progress bar and restores the terminal if Ctrl-C stops the command', async () => {
    await using folder = temporaryFolder();
    const { child, shown, type, ended } = generateTo(join(folder.path, 'site'));
    await vi.waitUntil(() => / [1-9]\d*\/\d+ \| /.test(shown()) || child.exitCode !== null, { timeout: 30_000 });
    type(CTRL_C);
    expect(await ended).toBe(130);
    expectGivenBack(shown());
    expect(shown()).not.toContain('100%');
    expect(shown().slice(shown().lastIndexOf(' left'))).toMatch(/\r\nStopped\. Nothing was changed\.\r\n$/);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.concurrent('prints no error if Ctrl-C also stops esbuild’s process', async () => {
    await using folder = temporaryFolder();
    const { child, shown, type, ended } = generateTo(join(folder.path, 'site'));
    await vi.waitUntil(() => shown().includes('instead, marked as stale') || child.exitCode !== null, {
      timeout: 30_000,
    });
    type(CTRL_C);
    expect(await ended).toBe(130);
    expect(shown()).toMatch(/\r\n(\^C)?Stopped\. Nothing was changed\.\r\n$/);
    expect(shown()).not.toContain('Error');
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
