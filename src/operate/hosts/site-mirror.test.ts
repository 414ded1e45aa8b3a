import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syntheticSeriesSchema } from '../../api/documents/currency-series.ts';
import type * as contract from '../../client/ratesheet.d.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { sha256 } from '../../site/checksums.ts';
import { filesBelow } from '../../site/files-below.ts';
import { SiteFiles } from '../../site/site-files.ts';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { runScript } from '../../testing/process/run-script.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { runCommands } from '../../testing/process/workflows.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { problemLine } from '../../text/site-problem.ts';
import { checkResponses } from '../../site/check/check-responses.ts';
import { readFilesOnly } from '../../site/check/files-only.ts';
import { askAt } from '../../site/check/get.ts';
import { makeSiteMirror } from './make-site-mirror.ts';

const { signal } = new AbortController();
const days = ['2026-09-30', '2026-10-01'] as const;
const folder = temporaryFolder();
/** The mirror after the publish of each day. */
const mirrors = days.map((day) => join(folder.path, day));
const mirror = mirrors[1] ?? '';
const completeSite = 'https://rates.example';
const repository = 'https://github.com/me/fork';
/** The outputs of each publish. */
const outputs: string[] = [];
let host: Preview;

/** Publishes a day as the workflow does in a repository that publishes only to GitHub Pages. */
async function publish(day: string, live: string) {
  await using dataset = await startMirror(answers.json({ ...recorded, date: day }));
  const [out, output, now] = [join(folder.path, 'dist'), join(folder.path, `output-${day}`), `${day}T06:17:00.000Z`];
  writeFileSync(output, '');
  const args = ['--out', out, '--now', now, '--mirror', dataset.url, '--witness', 'none', '--official', 'none'];
  const { code, stderr } = await runScript(
    'workflow/build-for-github-pages',
    [...args, '--file-limit', '5968', '--contact', 'mailto:me@example.com'],
    {
      ...{ SITE_MIRROR: live, GITHUB_OUTPUT: output },
    },
  );
  expect(code, stderr).toBe(0);
  outputs.push(readFileSync(output, 'utf8'));
  makeSiteMirror(out, join(folder.path, day), { completeSite, repository });
}

beforeAll(async () => {
  await publish(days[0], '');
  await using first = await startPreview(mirrors[0] ?? '', 0, { base: '/fork' });
  await publish(days[1], first.url);
  host = await startPreview(mirror, 0, { base: '/fork' });
}, 60_000);
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Damages a file of the mirror while a test runs. */
async function damaged<T>(path: string, change: (text: string) => string, test: () => Promise<T>): Promise<T> {
  const file = join(mirror, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
  try {
    return await test();
  } finally {
    writeFileSync(file, text);
  }
}

/** Checks the host soon after its publish, as `npm run smoke` does. */
async function smoke() {
  const now = new Date(`${days[1]}T07:00:00Z`);
  const known = await readFilesOnly(new SiteFiles(host.url));
  const { problems } = await checkResponses(askAt(host.url, signal), { now, host: known });
  return problems.map(problemLine);
}

describe('a site that is published only to GitHub Pages', () => {
  it('has the days and publish log entries of all its publishes', () => {
    const archive = readFileSync(join(mirror, 'archive/2026.csv'), 'utf8');
    expect(days.filter((day) => archive.includes(`\n${day},`))).toEqual(days);
    const log = readFileSync(join(mirror, 'receipts/2026.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => (JSON.parse(line) as { date: string }).date)).toEqual(days);
  });

  it('says which live version each publish continued', () => {
    const [first = '', second] = mirrors.map((path) => sha256(readFileSync(join(path, 'SHA256SUMS'))));
    expect(outputs).toEqual([`sha256sums=${first}\ncontinues=nothing\n`, `sha256sums=${second}\ncontinues=${first}\n`]);
  });
});

describe('makeSiteMirror (copies the files that any host can serve)', () => {
  it('copies the data and its checksums byte for byte, and adds only files that say what they are', async () => {
    expect(readdirSync(mirror).sort()).toEqual([
      ...[
        '.nojekyll',
        '.well-known',
        '404.html',
        'SHA256SUMS',
        'api',
        'archive',
        'client',
        'feed.xml',
        'files-only.json',
      ],
      ...['index.html', 'licenses.txt', 'receipts', 'series'],
    ]);
    const page = readFileSync(join(mirror, 'index.html'), 'utf8');
    const [, command = ''] = /<code>(grep [^<]*)<\/code>/.exec(page) ?? [];
    const { code, stdout } = await runCommands(`set -o pipefail; ${command}`, mirror, {});
    expect([code, stdout.match(/: OK$/gm)?.length]).toEqual([0, filesBelow(mirror).length - 7]);
    expect(JSON.parse(readFileSync(join(mirror, 'files-only.json'), 'utf8'))).toEqual({
      files_only: true,
      complete_site: completeSite,
      folders: ['api', 'archive', 'client', 'receipts', 'series'],
      files: ['SHA256SUMS', 'licenses.txt', 'feed.xml', '.well-known/security.txt'],
    });
  });

  it('writes a start page with relative links to files that exist', () => {
    const page = readFileSync(join(mirror, 'index.html'), 'utf8');
    const links = Array.from(page.matchAll(/href="([^"]*)"/g), ([, link = '']) => link);
    const relative = links.filter((link) => !link.startsWith('https:'));
    expect(relative.length).toBeGreaterThan(10);
    const invented = /<code>(series\/\w+\.json)<\/code>, have invented rates/.exec(page)?.[1] ?? '';
    expect(() => syntheticSeriesSchema.parse(JSON.parse(readFileSync(join(mirror, invented), 'utf8')))).not.toThrow();
    expect(relative.filter((link) => !existsSync(join(mirror, link)))).toEqual([]);
    expect(links.filter((link) => link.startsWith('https:'))).toEqual([completeSite, completeSite]);
  });

  it('names the repository if there is no other host', () => {
    const alone = join(folder.path, 'alone');
    makeSiteMirror(join(folder.path, 'dist'), alone, { completeSite: null, repository });
    const page = readFileSync(join(alone, 'index.html'), 'utf8');
    expect(page).toContain(`published from <a href="${repository}">`);
    expect(page).toContain('don’t work here. Neither do the feed’s links to pages.');
    expect(readFileSync(join(alone, '404.html'), 'utf8')).not.toContain('http');
  });

  it('refuses a folder that exists', () => {
    expect(() => makeSiteMirror(mirror, mirror, { completeSite, repository })).toThrow(/exists already/);
  });
});

describe('npm run smoke on a mirror', () => {
  it('checks the files, and says that it checked nothing else', async () => {
    expect(await smoke()).toEqual([]);
    const { stdout, stderr } = await runScript('smoke', [host.url]);
    // The site is older than the clock of this machine allows.
    expect([stdout, stderr]).toEqual([
      '',
      expect.stringMatching(/^\/api\/v1\/rates: the source was last checked .*\n$/),
    ]);
    const checkedAt = `"checked_at":"${new Date().toISOString()}"`;
    const said = await damaged(
      'api/v1/rates.json',
      (text) => text.replace(/"checked_at":"[^"]*"/, checkedAt),
      () => runScript('smoke', [host.url]),
    );
    expect(said.stdout).toMatch(
      /^http:\S+\/fork: \d+ checks passed\.\nOnly files were checked, because this host has nothing else, as its files-only\.json says\.\n$/,
    );
    expect(Number(/\d+(?= checks)/.exec(said.stdout)?.[0])).toBeGreaterThan(15);
  });

  it.each<[string, string, (text: string) => string, string]>([
    ['a file that isn’t JSON', 'api/currencies.json', () => '<!doctype html>', '/api/currencies.json: not JSON'],
    [
      'a rate that contradicts another file',
      'api/rates/usd-to-eur.json',
      (text) => text.replace('"rate":0.88', '"rate":0.89'),
      '/api/rates/usd-to-eur.json: has another rate than /api/rates',
    ],
  ])('reports %s', async (_, path, change, problem) => {
    expect(await damaged(path, change, smoke)).toEqual([problem]);
  });

  it('reports a folder that is missing, although the host says that it has it', async () => {
    const series = join(mirror, 'api/historical');
    renameSync(series, join(folder.path, 'away'));
    expect(await smoke()).toEqual([expect.stringMatching(/^\/api\/historical\/\S+\.json: status 404, not 200$/)]);
    renameSync(join(folder.path, 'away'), series);
  });

  it.each([
    ['responds to every path with a page', answers.text('<h1>Welcome</h1>')],
    ['responds to every path with JSON', answers.json({ files_only: 'true', folders: [], files: [] })],
    ['has no file of the API', answers.json({ files_only: true, complete_site: null, folders: ['client'], files: [] })],
    ['responds to every path with an error', answers.status(500)],
  ])('treats a host as a complete site if it %s', async (_, answer) => {
    await using broken = await startMirror(answer);
    expect(await readFilesOnly(new SiteFiles(new URL(broken.url).origin))).toBeUndefined();
  });
});

describe('npm run verify on a mirror', () => {
  it('rebuilds the complete site, and compares the files that the mirror has', async () => {
    const { code, stdout, stderr } = await runScript('verify', [host.url, '--patience', '0']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^(?:(?:Read|Rebuilt) \S+ of \d+ files\.\n)+$/)]);
    expect(stdout).toMatch(
      /\nVerified: http:\S+\/fork is identical to its rebuilt site\. Compared: all files of the site that this host has, and \d+ responses\.\n$/,
    );
  });

  it('compares the files of a mirror’s folder', async () => {
    const { code, stdout } = await runScript('verify', [mirror]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/\nVerified: .* Compared: all files of the site that this host has\.\n$/),
    ]);
    const stderr = await damaged(
      'api/currencies.json',
      (text) => text.replace('Euro', 'Neuro'),
      async () => (await runScript('verify', [mirror])).stderr,
    );
    expect(stderr).toMatch(/^api\/currencies\.json: doesn't match SHA256SUMS\nNot verified: /m);
    expect(stderr.match(/^\S+: /gm)).toEqual(['api/currencies.json: ']);
  });
});

describe('JavaScript client with a list of a site and its mirror', () => {
  let client: typeof contract;
  beforeAll(async () => {
    const module = join(folder.path, 'ratesheet.mjs');
    cpSync(join(mirror, 'client/ratesheet.js'), module);
    client = (await import(pathToFileURL(module).href)) as typeof contract;
  });

  it('reads the mirror while the site is down', async () => {
    const baseUrl = [`http://127.0.0.1:${await freePort()}`, host.url];
    const rates = client.ratesheet({ baseUrl, maxAge: Infinity });
    const expected = (JSON.parse(readFileSync(join(mirror, 'api/v1/rates.json'), 'utf8')) as { rates: { EUR: number } })
      .rates.EUR;
    expect(await rates.rate('USD', 'EUR')).toMatchObject({ rate: expected, date: days[1] });
    expect(await rates.rate('USD', 'EUR', { date: '2026-10-03', orEarlier: true })).toMatchObject({ date: days[1] });
    const history = await rates.history('USD', 'EUR', { start: days[0], end: days[1] });
    expect(history.map(({ date }) => date)).toEqual(days);
    await expect(rates.rate('USD', 'EUR', { date: '2026-10-03' })).rejects.toBeInstanceOf(client.NoRateForDate);
    await expect(rates.rate('USD', 'XYZ')).rejects.toBeInstanceOf(client.UnknownCurrency);
  });

  it('says that a mirror has only files if it asks only a mirror for averages', async () => {
    const rates = client.ratesheet({ baseUrl: host.url, maxAge: Infinity });
    const averages = rates.history('USD', 'EUR', { every: 'month', value: 'mean' });
    await expect(averages).rejects.toThrow(
      /\/api\/v1\/history\?\S+: Not found\. This host has only files, .* For everything else, use https:\/\/rates\.example$/,
    );
    await expect(averages).rejects.toMatchObject({ name: 'RequestFailed', status: 404, code: 'not_found' });
  });
});
