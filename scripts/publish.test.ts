import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveIndexSchema } from '../src/api/documents/archive-index.ts';
import type { Status } from '../src/api/documents/status.ts';
import { sha256 } from '../src/site/checksums.ts';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { runScript } from '../src/testing/process/run-script.ts';
import { runProcess } from '../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { answers, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { fakeEnvironment, startPagesApi } from '../src/testing/servers/pages-api.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../src/testing/servers/witness-answers.ts';
import { readJson } from '../src/testing/sites/read-site.ts';
import { recordedDays } from '../src/testing/sites/small-site.ts';

it('npm run publish takes its settings from variables, as in the workflow, and sets the outputs of its step', async () => {
  await using folder = temporaryFolder();
  const today = new Date().toISOString().slice(0, 10);
  await using mirror = await startMirror((response, { url }) => {
    // The mirror has one day of each past month, because each day adds a file to the upload.
    const date = /\d{4}-\d\d-\d\d/.exec(url ?? '')?.[0] ?? today;
    const isThere = date === today || date.endsWith('-20');
    (isThere ? answers.json({ date, usd: recorded.usd }) : answers.status(404))(response);
  });
  const rates = new Map(Object.entries(recorded.usd).map(([code, rate]) => [code.toUpperCase(), rate]));
  await using witness = await startMirror(answers.json(witnessAnswers.coinbase(ratesOfAnotherSource(rates))));
  await using other = await startMirror(answers.status(503));
  const account = { token: 'a-token', account: 'an-account', project: 'rates' };
  await using pages = await startPagesApi(account);
  const [site, output] = [join(folder.path, 'site'), join(folder.path, 'output')];
  writeFileSync(output, '');

  const published = await runProcess('publish', ['--out', site], {
    ...fakeEnvironment(pages.url, folder.path),
    CLOUDFLARE_API_TOKEN: 'a-token',
    CLOUDFLARE_ACCOUNT_ID: 'an-account',
    CLOUDFLARE_PAGES_PROJECT: 'rates',
    COMMIT: 'c0ffee',
    MIRRORS: mirror.url,
    DATED_MIRRORS: `${mirror.url}?{date}`,
    WITNESSES: `${witness.url} ${other.url}`,
    OFFICIAL: 'none',
    COMPOSE: 'none',
    SITE_URL: pages.siteUrl,
    CONTACT: 'mailto:me@example.com',
    FILE_LIMIT: '5968',
    // In the workflow, these are empty unless the operator sets them.
    ...{ SOURCE_NAME: '', SOURCE_URL: '', SOURCE_LICENSE: '', NEW_SOURCE: 'false', START_OVER: '', BACKFILL: '' },
    GITHUB_OUTPUT: output,
  });
  expect(published.code, published.stdout + published.stderr).toBe(0);
  expect(published.stdout).toContain(`Published: ${pages.siteUrl}`);
  const live = pages.live();
  expect(live).toMatchObject({ branch: 'main', commit: 'c0ffee' });
  expect(live?.files.size).toBeLessThanOrEqual(5968);

  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  expect(outputs).toMatchObject({ sha256sums: sha256(readFileSync(join(site, 'SHA256SUMS'))), live: live?.url });
  expect(readJson(site, 'receipts/newest.json')).toMatchObject({ commit: 'c0ffee' });
  expect(readFileSync(join(site, '.well-known/security.txt'), 'utf8')).toContain('Contact: mailto:me@example.com');
  const { witnesses } = readJson(site, 'api/v1/status.json') as Status;
  expect(witnesses.requested.map(({ outcome }) => outcome)).toEqual(['compared', 'unreachable']);
  const { days, last } = archiveIndexSchema.parse(readJson(site, 'api/v1/archive.json'));
  const yearAgo = new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 10);
  const older = recordedDays.days.filter(({ date }) => date < yearAgo).length;
  expect(last).toBe(today);
  expect(days).toBeGreaterThan(older + 12);
}, 180_000);

it('npm run publish names each variable that has an invalid value, and not the value', async () => {
  const { code, stderr } = await runScript('publish', [], {
    MIRRORS: 'https://a.example ftp://key',
    START_OVER: 'yes',
  });
  expect([code, stderr]).toEqual([
    2,
    'MIRRORS: expected an http(s) URL; START_OVER: expected true or false. See --help.\n',
  ]);
});
