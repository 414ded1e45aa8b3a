import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { startScript } from '../src/testing/process/spawn-script.ts';
import { fewCurrencies, writeSmallSite } from '../src/testing/sites/small-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
beforeAll(() => writeSmallSite(site, fewCurrencies));
afterAll(() => folder[Symbol.asyncDispose]());

describe('command preview (serves a folder)', () => {
  it('serves a site until it is stopped', async () => {
    const { child, ended } = startScript('preview', ['--dir', site, '--port', '0']);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const url = /http:\/\/localhost:\d+/.exec(line.toString())?.[0] ?? '';
    const response = await fetch(`${url}/api/rates/eur-to-usd`);
    expect(await response.json()).toMatchObject({ from: { code: 'EUR' }, to: { code: 'USD' } });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['has no site', '', 'holds no site'],
    ['doesn’t exist', '/nowhere', "doesn't exist"],
  ])('exits with 2 if the folder %s', async (_, path, problem) => {
    await using empty = temporaryFolder();
    const dir = `${empty.path}${path}`;
    const { code, stderr } = await runScript('preview', ['--dir', dir]);
    expect(code).toBe(2);
    expect(stderr).toBe(`${dir} ${problem}. Write a site first: npm run generate -- --out ${dir}\n`);
  });

  it('exits with 1 if the port is in use or the given IP address isn’t an address of this machine', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runScript('preview', ['--dir', site, '--port', String(port)]);
    other.close();
    expect([code, stderr]).toEqual([1, `Port ${port} is in use. Use --port with another port.\n`]);

    // An IP address reserved for documentation: https://www.rfc-editor.org/rfc/rfc5737
    expect(await runScript('preview', ['--dir', site, '--port', '0', '--host', '192.0.2.1'])).toMatchObject({
      code: 1,
      stderr: 'This machine has no address 192.0.2.1. Use --host with an address of this machine.\n',
    });
  });
});
