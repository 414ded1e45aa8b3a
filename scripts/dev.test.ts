import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runScript, signalScript, untilPrinted } from '../src/testing/process/run-script.ts';

it('command dev > serves recorded rates with the Pages Function, and removes its site on Ctrl-C', async () => {
  const run = runScript('dev', ['--port', '0']);
  const [, site = '', url = ''] = await untilPrinted(
    /^(\S+): rates of 2026-09-29 for [^]*^Ratesheet is ready: (\S+)$/m,
  );
  expect(await (await fetch(`${url}/api/rates/zmw-to-bam`)).json()).toMatchObject({ from: { code: 'ZMW' } });
  expect(existsSync(site)).toBe(true);
  signalScript('SIGINT');
  expect(await run).toMatchObject({ code: 0 });
  expect(existsSync(site)).toBe(false);
});
