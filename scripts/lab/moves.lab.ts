import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { Instant } from '../../src/money/calendar.ts';
import { startPreview } from '../../src/site/serve/preview-server.ts';
import recorded from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { startGitHubApi, stubGitHub } from '../../src/testing/servers/github-api.ts';
import { answers, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { fakeEnvironment, startPagesApi } from '../../src/testing/servers/pages-api.ts';
import { uploadHereTo } from '../../src/testing/servers/upload-here.ts';
import { fewPairs } from '../../src/testing/sites/small-site.ts';
import { FolderServer } from '../../src/operate/serve/folder-server.ts';
import { publishSite, type PublishSiteOptions } from '../../src/operate/publish/publish-site.ts';

const { signal } = new AbortController();
const folder = temporaryFolder();
const account = { token: 'a-token', account: 'an-account', project: 'rates' };
/** The new sites, which stay up until the end, because another host continues them. */
const sites = new AsyncDisposableStack();
afterAll(async () => {
  vi.unstubAllEnvs();
  await sites.disposeAsync();
  await folder[Symbol.asyncDispose]();
});

type Options = Pick<PublishSiteOptions, 'now' | 'previous' | 'startOver' | 'mirrors'>;

async function publish(options: Options, ofHost: Partial<PublishSiteOptions>): Promise<void> {
  const writes = (['stdout', 'stderr'] as const).map((name) => vi.spyOn(process[name], 'write').mockReturnValue(true));
  try {
    const settings = { witnesses: [], datedMirrors: [], official: new Map(), backfill: 0, fileLimit: fewPairs };
    const ordinary = { out: join(folder.path, 'dist'), patience: 0, backUp: false, gitHubPages: false };
    await publishSite({ ...settings, ...ordinary, ...options, ...ofHost }, signal);
  } finally {
    for (const write of writes) write.mockRestore();
  }
}

/** Publishes to a new host of each kind. @returns the site's URL */
const hosts = {
  'a server': async (options: Options) => {
    const dir = mkdtempSync(join(folder.path, 'served-'));
    await publish(options, { dir });
    return sites.use(await FolderServer.start(dir, { port: 0, host: '127.0.0.1' }, signal)).url;
  },
  'GitHub Pages': async (options: Options) => {
    await using nothing = await startMirror(answers.status(404));
    const pages = { html_url: new URL(nothing.url).origin, build_type: 'workflow' };
    await using github = await startGitHubApi([], { pages });
    stubGitHub(github);
    vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com');
    const work = mkdtempSync(join(folder.path, 'work-'));
    await publish(options, { gitHubPages: true, work });
    vi.unstubAllEnvs();
    return sites.use(await startPreview(join(work, 'mirror'), 0)).url;
  },
  Cloudflare: async (options: Options) => {
    const api = sites.use(await startPagesApi({ ...account, isMissing: true }));
    api.setClock(options.now);
    const environment = { ...fakeEnvironment(api.url, folder.path), CLOUDFLARE_API_TOKEN: account.token };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const cloudflare = { access: api.access, upload: uploadHereTo(account.account) };
    await publish(options, { cloudflare, url: api.siteUrl });
    vi.unstubAllEnvs();
    return api.siteUrl;
  },
};

it('a site moves from any kind of host to any other with its archive and its publish log', async () => {
  const route = [
    'a server',
    'GitHub Pages',
    'Cloudflare',
    'Cloudflare',
    'a server',
    'Cloudflare',
    'GitHub Pages',
  ] as const;
  const days: string[] = [];
  let previous: string | undefined;
  for (const [index, host] of [...route, 'a server' as const].entries()) {
    const day = `2026-10-0${index + 1}`;
    days.push(day);
    await using dataset = await startMirror(answers.json({ ...recorded, date: day }));
    const now = `${day}T06:17:00.000Z` as Instant;
    previous = await hosts[host]({ now, previous, startOver: false, mirrors: [dataset.url] });
    const textOf = async (path: string) => (await fetch(`${previous}/${path}`)).text();
    expect((await textOf('archive/2026.csv')).match(/^2026-10-\d\d/gm), host).toEqual(days);
    expect((await textOf('receipts/2026.jsonl')).match(/"date":"2026-10-\d\d"/g)).toHaveLength(days.length);
  }
});
