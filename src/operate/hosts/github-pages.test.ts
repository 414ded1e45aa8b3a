import type { Instant, IsoDate } from '../../money/calendar.ts';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { syntheticSeriesSchema } from '../../api/documents/series/currency-series.ts';
import type * as contract from '../../client/ratesheet.d.ts';
import { sha256 } from '../../site/checksums.ts';
import { filesBelow } from '../../site/files-below.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { runScript } from '../../testing/process/run-script.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { runCommands } from '../../testing/process/workflows.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import { fewPairs } from '../../testing/sites/small-site.ts';
import { type GitHubApiOptions, startGitHubApi, stubGitHub } from '../../testing/servers/github-api.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { publishSite, type PublishSiteOptions } from '../publish/publish-site.ts';
import { PublishFailure } from '../terminal/command.ts';
import { makeSiteMirror } from './make-site-mirror.ts';

const { signal } = new AbortController();
const days = ['2026-09-30', '2026-10-01'] as const;
const folder = temporaryFolder();
/** The folder that the workflow's job deploys. */
const mirror = join(folder.path, 'mirror');
/** The copy of the archive that the workflow's job pushes, here of the first day. */
const backup = join(folder.path, 'kept');
/** What is live: the last deployed folder. */
const live = join(folder.path, 'live');
const repository = 'https://github.com/me/fork';
let server: Preview | undefined;
let url = '';

/** Publishes a day as the workflow does in a repository that publishes only to GitHub Pages. */
async function publish(
  day: string,
  changes: Partial<Pick<PublishSiteOptions, 'startOver' | 'previous'>> & GitHubApiOptions = {},
) {
  await using dataset = await startMirror(answers.json({ ...recorded, date: day }));
  const { startOver = false, previous, ...state } = changes;
  await using github = await startGitHubApi([], {
    pages: { html_url: url, build_type: 'workflow' },
    deployments: server ? [{ created_at: `${day}T06:00:00Z`, states: ['success'] }] : [],
    createdAt: '2026-08-01T06:00:00Z',
    backedUp: '2026-09-01T06:00:00Z',
    ...state,
  });
  const output = join(folder.path, 'output');
  writeFileSync(output, '');
  stubGitHub(github);
  vi.stubEnv('GITHUB_OUTPUT', output);
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com');
  for (const name of ['mirror', 'backup']) rmSync(join(folder.path, name), { recursive: true, force: true });
  let failure: string | undefined;
  try {
    await publishSite(
      {
        ...{
          now: `${day}T06:17:00.000Z` as Instant,
          mirrors: [dataset.url],
          witnesses: [],
          datedMirrors: [],
          official: new Map(),
        },
        ...{ backfill: 0, fileLimit: fewPairs, contact: 'mailto:me@example.com', out: join(folder.path, 'dist') },
        ...{ gitHubPages: true, backUp: false, patience: 0, work: folder.path, startOver, previous },
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof PublishFailure)) throw error;
    ({ failure } = error);
  } finally {
    vi.unstubAllEnvs();
  }
  const lines = readFileSync(output, 'utf8').split('\n');
  const outputs = new Map(lines.map((line) => line.split('=') as [string, string]));
  return { failure, outputs };
}

/** Makes the folder live, as GitHub does. */
async function deploy(): Promise<void> {
  rmSync(live, { recursive: true, force: true });
  renameSync(mirror, live);
  server ??= await startPreview(live, 0);
  ({ url } = server);
}

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
  // Nothing is published yet, and another host can't say so.
  await using nothing = await startMirror(answers.status(404));
  url = new URL(nothing.url).origin;
  expect(await publish(days[0])).toMatchObject({ failure: 'project' });
  expect(await publish(days[0], { startOver: true })).toMatchObject({ failure: undefined });
  await deploy();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server?.[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe('GitHub Pages as the only host', () => {
  it('gets a checked version that continues the live version', async () => {
    // In a copy of a repository, the original's backup of this month doesn't count.
    const copied = { createdAt: '2026-10-01T05:00:00Z', backedUp: '2026-10-01T04:00:00Z' };
    const { failure, outputs } = await publish(days[1], copied);
    const rates = sha256(readFileSync(join(mirror, 'api/v1/rates.json')));
    expect({ failure, outputs: Object.fromEntries(outputs) }).toMatchObject({
      failure: undefined,
      outputs: { mode: 'alone', live: url, pages: 'true', rates, backup: 'true', as_of: days[0] },
    });
    renameSync(join(folder.path, 'backup'), backup);
    await deploy();
    const archive = readFileSync(join(live, 'archive/2026.csv'), 'utf8');
    expect(days.filter((day) => archive.includes(`\n${day},`))).toEqual(days);
    const log = readFileSync(join(live, 'receipts/2026.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => (JSON.parse(line) as { date: IsoDate }).date)).toEqual(days);
  });

  it.each<[string, string | null]>([
    ['is switched off', null],
    ['publishes a branch', 'legacy'],
  ])('gets nothing if GitHub Pages %s', async (_, build_type) => {
    const { failure, outputs } = await publish('2026-10-02', { pages: { html_url: url, build_type } });
    expect([failure, outputs.get('pages')]).toEqual(['pages', undefined]);
  });

  it('gets nothing if the live site is damaged, until a backup is restored with all days of the live site', async () => {
    const results = await damaged(
      'receipts/newest.json',
      (text) => text.slice(9),
      async () => [
        await publish('2026-10-02'),
        // The backup lacks the day between, which the damaged site has.
        await publish('2026-10-02', { previous: backup }),
        await publish(days[1], { previous: backup }),
      ],
    );
    expect(results.map(({ failure, outputs }) => [failure, outputs.get('pages')])).toEqual([
      ['live-site', undefined],
      ['live-site', undefined],
      [undefined, 'true'],
    ]);
    const restored = readFileSync(join(mirror, 'archive/2026.csv'), 'utf8');
    expect(days.filter((day) => restored.includes(`\n${day},`))).toEqual(days);
  });

  it('gets nothing if the live site was emptied', async () => {
    await using nothing = await startMirror(answers.status(404));
    const own = url;
    url = new URL(nothing.url).origin;
    const { failure, outputs } = await publish('2026-10-02');
    url = own;
    expect([failure, outputs.get('pages')]).toEqual(['live-site', undefined]);
  });
});

/** Damages a file of the mirror while a test runs. */
async function damaged<T>(path: string, change: (text: string) => string, test: () => Promise<T>): Promise<T> {
  const file = join(live, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
  try {
    return await test();
  } finally {
    writeFileSync(file, text);
  }
}

describe('makeSiteMirror (copies the files that any host can serve)', () => {
  it('copies the data and its checksums byte for byte, and adds only files that say what they are', async () => {
    expect(readdirSync(live).sort()).toEqual([
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
    const page = readFileSync(join(live, 'index.html'), 'utf8');
    const [, command = ''] = /<code>(grep [^<]*)<\/code>/.exec(page) ?? [];
    const { code, stdout } = await runCommands(`set -o pipefail; ${command}`, live, {});
    expect([code, stdout.match(/: OK$/gm)?.length]).toEqual([0, filesBelow(live).length - 7]);
    expect(JSON.parse(readFileSync(join(live, 'files-only.json'), 'utf8'))).toEqual({
      files_only: true,
      complete_site: null,
      folders: ['api', 'archive', 'client', 'receipts', 'series'],
      files: ['SHA256SUMS', 'licenses.txt', 'feed.xml', '.well-known/security.txt'],
    });
  });

  it('writes a start page with relative links to files that exist', () => {
    const page = readFileSync(join(live, 'index.html'), 'utf8');
    const links = Array.from(page.matchAll(/href="([^"]*)"/g), ([, link = '']) => link);
    const relative = links.filter((link) => !link.startsWith('https:'));
    expect(relative.length).toBeGreaterThan(10);
    const invented = /<code>(series\/\w+\.json)<\/code>, have invented rates/.exec(page)?.[1] ?? '';
    expect(() => syntheticSeriesSchema.parse(JSON.parse(readFileSync(join(live, invented), 'utf8')))).not.toThrow();
    expect(relative.filter((link) => !existsSync(join(live, link)))).toEqual([]);
    expect(links.filter((link) => link.startsWith('https:'))).toEqual([repository]);
  });

  it('names the complete site if there is one', () => {
    const beside = join(folder.path, 'beside');
    const completeSite = 'https://rates.example';
    makeSiteMirror(join(folder.path, 'dist'), beside, { completeSite, repository });
    for (const name of ['index.html', '404.html', 'files-only.json'])
      expect(readFileSync(join(beside, name), 'utf8')).toContain(completeSite);
  });

  it('refuses a folder that exists', () => {
    expect(() => makeSiteMirror(live, live, { completeSite: null, repository })).toThrow(/exists already/);
  });
});

it('npm run smoke and npm run verify check the files of a host of files only, and say so', async () => {
  const checkedAt = `"checked_at":"${new Date().toISOString()}"`;
  const smoke = await damaged(
    'api/v1/rates.json',
    (text) => text.replace(/"checked_at":"[^"]*"/, checkedAt),
    () => runScript('smoke', [url]),
  );
  expect([smoke.code, smoke.stdout]).toEqual([0, expect.stringContaining('files-only.json')]);
  expect(await runScript('verify', [url, '--patience', '0'])).toMatchObject({ code: 0 });
  const changed = () => runScript('verify', [url, '--patience', '0']);
  const { code, stderr } = await damaged('api/currencies.json', (text) => text.replace('Euro', 'Neuro'), changed);
  expect([code, stderr]).toEqual([1, expect.stringContaining('api/currencies.json')]);
});

describe('JavaScript client with a list of a site and its mirror', () => {
  let client: typeof contract;
  beforeAll(async () => {
    const module = join(folder.path, 'ratesheet.mjs');
    cpSync(join(live, 'client/ratesheet.js'), module);
    client = (await import(pathToFileURL(module).href)) as typeof contract;
  });

  it('reads the mirror while the site is down', async () => {
    const baseUrl = [`http://127.0.0.1:${await freePort()}`, url];
    const rates = client.ratesheet({ baseUrl, maxAge: Infinity });
    const expected = (JSON.parse(readFileSync(join(live, 'api/v1/rates.json'), 'utf8')) as { rates: { EUR: number } })
      .rates.EUR;
    expect(await rates.rate('USD', 'EUR')).toMatchObject({ rate: expected, date: days[1] });
    expect(await rates.rate('USD', 'EUR', { date: '2026-10-03', orEarlier: true })).toMatchObject({ date: days[1] });
    const history = await rates.history('USD', 'EUR', { start: days[0], end: days[1] });
    expect(history.map(({ date }) => date)).toEqual(days);
    await expect(rates.rate('USD', 'EUR', { date: '2026-10-03' })).rejects.toBeInstanceOf(client.NoRateForDate);
    await expect(rates.rate('USD', 'XYZ')).rejects.toBeInstanceOf(client.UnknownCurrency);
  });

  it('says that a mirror has only files if it asks only a mirror for averages', async () => {
    const rates = client.ratesheet({ baseUrl: url, maxAge: Infinity });
    const averages = rates.history('USD', 'EUR', { every: 'month', value: 'mean' });
    await expect(averages).rejects.toThrow(/\/api\/v1\/history\?\S+: Not found\. This host has only files, /);
    await expect(averages).rejects.toMatchObject({ name: 'RequestFailed', status: 404, code: 'not_found' });
  });
});
