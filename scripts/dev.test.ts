import { existsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { runScript, signalScript } from '../src/testing/process/run-script.ts';

it('command dev > serves recorded rates with the Pages Function, and removes its site on Ctrl-C', async () => {
  const run = runScript('dev', ['--port', '0']);
  const printed = () => (vi.isMockFunction(process.stdout.write) ? process.stdout.write.mock.calls.join('') : '');
  const [, url = ''] = await vi.waitUntil(() => /^Ratesheet is ready: (\S+)$/m.exec(printed()), { timeout: 60_000 });
  expect(await (await fetch(`${url}/api/rates/zmw-to-bam`)).json()).toMatchObject({ from: { code: 'ZMW' } });
  const [, site = ''] = /^(\S+): rates of 2026-09-29 for/m.exec(printed()) ?? [];
  expect(existsSync(site)).toBe(true);
  signalScript('SIGINT');
  expect(await run).toMatchObject({ code: 0 });
  expect(existsSync(site)).toBe(false);
});
