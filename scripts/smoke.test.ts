import { instantAt } from '../src/money/calendar.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteRequests } from '../src/site/check/requests.ts';
import { startPreview } from '../src/site/serve/preview-server.ts';
import { runScript, signalScript } from '../src/testing/process/run-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { freePort } from '../src/testing/servers/free-port.ts';
import { answers, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { fewCurrencies, writeSmallSite } from '../src/testing/sites/small-site.ts';

const { length: checks } = siteRequests;
const folder = temporaryFolder();
const site = join(folder.path, 'site');

beforeAll(async () => {
  const checked_at = instantAt(Date.now());
  const snapshot = { ...fewCurrencies.snapshot, checked_at, stale_reason: null, stale_since: null };
  await writeSmallSite(site, { ...fewCurrencies, snapshot });
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('command smoke (checks a running site)', () => {
  it('prints the number of checks for a valid site', async () => {
    await using preview = await startPreview(site, 0);
    const { stdout, stderr } = await runScript('smoke', [preview.url]);
    expect({ stdout, stderr }).toEqual({ stdout: `${preview.url}/: ${checks} checks passed.\n`, stderr: '' });
  });

  it('lists wrong files and wrong responses', async () => {
    const worker = readFileSync(join(site, '_worker.js'));
    const page = readFileSync(join(site, 'docs/index.html'));
    writeFileSync(join(site, '_worker.js'), 'export default { fetch: () => new Response("no", { status: 400 }) };');
    rmSync(join(site, 'docs/index.html'));
    await using preview = await startPreview(site, 0);
    const { code, stdout, stderr } = await runScript('smoke', [preview.url]);
    writeFileSync(join(site, '_worker.js'), worker);
    writeFileSync(join(site, 'docs/index.html'), page);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('docs/index.html: responded with status 404\n');
    expect(stderr).toContain('/api/convert?from=USD&to=EUR&amount=100: status 400, not 200\n');
  });

  it('prints one problem if the host doesn’t respond, and never the query of its URL', async () => {
    // A host name, because it may have several IP addresses, and then each of them refuses the connection.
    const address = `http://localhost:${await freePort()}/?key=secret`;
    const { code, stderr } = await runScript('smoke', [address]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^SHA256SUMS: no server listens at \S+ \(ECONNREFUSED\)\nCheck the URL, and that a site runs there\.\n$/,
    );
  });

  it('stops on Ctrl-C, even before the first response', async () => {
    await using hanging = await startMirror(answers.hang);
    const ended = runScript('smoke', [new URL('/', hanging.url).href]);
    await expect.poll(() => hanging.requests()).toBeGreaterThan(0);
    signalScript('SIGINT');
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'Stopped. Nothing was changed.\n' });
  });

  const expected = 'Name one http(s) URL, such as http://localhost:8080';
  it.each<[string, string[], string]>([
    ['without a URL', [], expected],
    ['with an ftp: URL', ['ftp://example.com'], expected],
    [
      'with a URL that contains a password',
      ['http://:secret@127.0.0.1:1'],
      'Leave user name and password out of the URL',
    ],
  ])('exits with 2 if called %s', async (_, args, message) => {
    const { code, stderr } = await runScript('smoke', args);
    expect([code, stderr]).toEqual([2, `${message}. See --help.\n`]);
  });
});
