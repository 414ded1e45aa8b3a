import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { filesOf } from '../../testing/sites/read-site.ts';
import { onlyMirror } from '../../testing/process/only-mirror.ts';
import { commandOf } from '../../testing/process/spawn-script.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { hasTerminals, startInTerminal } from '../../testing/process/terminal.ts';

const CTRL_C = '\u0003';

const generateTo = (out: string, ...args: string[]) =>
  startInTerminal(
    ...commandOf('generate', [...onlyMirror('http://127.0.0.1:1/'), '--recorded', '--out', out, ...args]),
  );

// The tests run at the same time, because each test waits for a mirror that is down.
describe.runIf(hasTerminals)('command “generate” on a terminal', () => {
  it.concurrent('shows on one line how many files it has written', async () => {
    await using folder = temporaryFolder();
    const out = join(folder.path, 'site');
    const { shown, ended } = generateTo(out, '--file-limit', '8000');
    expect(await ended).toBe(0);
    const lines = [...shown().matchAll(/\rWriting files: (\d+)% of (\d+)/g)];
    const percents = lines.map(([, percent]) => Number(percent));
    expect(percents.length).toBeGreaterThan(3);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    expect(new Set(lines.map(([, , total]) => Number(total)))).toEqual(new Set([filesOf(out).length]));
    expect(shown()).not.toContain('Wrote 25%');
    expect(shown()).toMatch(/ 100% of \d+\r\n\S+: rates of 2026-09-29 for \d+ currencies, .*\r\n$/);
  });

  it.concurrent('ends the line with the progress if Ctrl-C stops the command', async () => {
    await using folder = temporaryFolder();
    const { child, shown, type, ended } = generateTo(join(folder.path, 'site'));
    await vi.waitUntil(() => / [1-9]\d*% of /.test(shown()) || child.exitCode !== null, { timeout: 30_000 });
    type(CTRL_C);
    expect(await ended).toBe(130);
    expect(shown()).not.toContain('100%');
    expect(shown()).toMatch(/% of \d+(\^C)?\r\nStopped\. Nothing was changed\.\r\n$/);
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
