import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPreview } from '../../src/preview/preview-server.ts';
import { sha256 } from '../../src/site/checksums.ts';
import recorded from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { type GitHubApiOptions, startGitHubApi } from '../../src/testing/servers/github-api.ts';
import type { Release } from '../../src/testing/servers/github-releases.ts';
import { answers, type LoopbackMirror, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { standInEnvironment, startPagesApi } from '../../src/testing/servers/pages-api.ts';
import { filesOf } from '../../src/testing/sites/read-site.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { ratesOfAnotherSource, witnessLayouts } from '../../src/testing/servers/witness-answers.ts';

const folder = temporaryFolder();
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The days of three states of the site, a line of receipts each; the first is older than the last two months. */
const days = [daysFromNow(-100), daysFromNow(-1), daysFromNow(0)];
const [first, second, site] = days.map((day) => join(folder.path, day)) as [string, string, string];
let mirror: LoopbackMirror;
let witness: LoopbackMirror;
let offered: string;

/** Writes the site of a day. */
const generate = (out: string, day: string, ...args: string[]) => {
  offered = day;
  return runScript('generate', [
    ...['--out', out, '--now', `${day}T00:17:00.000Z`, '--mirror', mirror.url, '--witness', witness.url],
    ...args,
  ]);
};
const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');
const receiptsOf = (dir: string) =>
  filesOf(dir)
    .filter((path) => /^receipts\/\d{4}\.jsonl$/.test(path))
    .sort()
    .flatMap((path) => read(dir, path).trimEnd().split('\n'));
const sumsOf = (line: string) => (JSON.parse(line) as { sha256sums: string }).sha256sums;

beforeAll(async () => {
  mirror = await startMirror((response) => {
    answers.json({ ...recorded, date: offered })(response);
  });
  // It disputes SEK, which is evidence.
  const rates = new Map(Object.entries(recorded.usd).map(([code, rate]) => [code.toUpperCase(), rate]));
  witness = await startMirror(answers.json(witnessLayouts.coinbase(ratesOfAnotherSource(rates).set('SEK', 20))));
  for (const [index, out] of [first, second, site].entries()) {
    const previous = index > 0 ? ['--previous', [first, second][index - 1] ?? ''] : [];
    const { code, stderr } = await generate(out, days[index] ?? '', '--file-limit', '9000', ...previous);
    expect(code, stderr).toBe(0);
  }
});
afterAll(async () => {
  await mirror[Symbol.asyncDispose]();
  await witness[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Run {
  /** Where GitHub's API is. */
  readonly api: string;
  /** The live site. */
  readonly live: string;
  /** @default 'schedule' */
  readonly event?: string;
  readonly summary?: string;
}

/** Runs the script as the workflow does: with plain Node and no package. */
async function keep({ api, live, event = 'schedule', summary }: Run) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'keep-release.ts')], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder.path,
      GITHUB_API_URL: api,
      GITHUB_REPOSITORY: 'me/fork',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_EVENT_NAME: event,
      GITHUB_TOKEN: 'a-token',
      GITHUB_STEP_SUMMARY: summary,
      LIVE: live,
    },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** The same of a site in a folder, with a stand-in for GitHub. */
async function keepFolder(dir: string, options: GitHubApiOptions = {}) {
  await using api = await startGitHubApi([], options);
  await using preview = await startPreview(dir, 0);
  return { ...(await keep({ api: api.url, live: preview.url })), releases: api.releases };
}

/** What the script calls the last month, and today. */
function tags(): { month: string; today: string } {
  const now = new Date();
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  return { month: `archive-${last.toISOString().slice(0, 7)}`, today: `archive-${now.toISOString().slice(0, 10)}` };
}

/** Writes the files of a release into a folder, as who downloads them has them. */
function download(release: Release | undefined, to: string): void {
  for (const { name, bytes } of release?.assets ?? expect.fail('no release')) writeFileSync(join(to, name), bytes());
}

const bundle = (of: string, index = 0) => ({ mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json', of, index });

describe('a release of the month', () => {
  it('has what a site is begun anew from, the hashes, and what GitHub has signed since the month began', async () => {
    await using other = temporaryFolder();
    const summary = join(other.path, 'summary');
    const states = receiptsOf(site).map(sumsOf);
    const [oldest = '', ...later] = states;
    const attested = new Map(states.map((of) => [of, [bundle(of)]]));
    attested.set(later[1] ?? '', [bundle('twice', 0), bundle('twice', 1)]);
    await using api = await startGitHubApi([], { attested });
    await using preview = await startPreview(site, 0);
    const { month } = tags();
    const { code, stdout, stderr } = await keep({ api: api.url, live: preview.url, summary });
    const page = `https://github.com/me/fork/releases/tag/${month}`;
    expect({ code, stdout, stderr }).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: `Kept: the archive up to ${days[2] ?? ''}; receipts: 3, attestations by GitHub: 3. ${page}\n`,
    });
    expect(readFileSync(summary, 'utf8').trim()).toBe(stdout.trim());
    expect(api.releases).toHaveLength(1);
    const [release] = api.releases;
    expect(release).toMatchObject({ tag_name: month, name: month, draft: false, make_latest: 'false' });
    expect(release?.assets.map(({ name }) => name)).toEqual([
      ...[`${month}.tar.gz`, 'attestations.jsonl', `${month}.sha256`],
    ]);
    download(release, other.path);
    for (const line of read(other.path, `${month}.sha256`).trimEnd().split('\n')) {
      const [sum = '', name = ''] = line.split('  ');
      expect(sha256(readFileSync(join(other.path, name)))).toBe(sum);
      expect(release?.body).toContain(`    ${line}\n`);
    }
    const lines = read(other.path, 'attestations.jsonl').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      ...[bundle(later[0] ?? ''), bundle('twice', 0), bundle('twice', 1)],
    ]);
    expect(lines.join('')).not.toContain(oldest);

    expect(spawnSync('tar', ['-xzf', `${month}.tar.gz`], { cwd: other.path }).status).toBe(0);
    const kept = join(other.path, month);
    const expected = filesOf(site).filter((path) => /^(archive|receipts)\/|^SHA256SUMS$/.test(path));
    expect(filesOf(kept).sort()).toEqual(
      [...expected, 'api/v1/archive.json', 'api/v1/rates.json', 'api/v1/status.json'].sort(),
    );
    expect(expected).toContain('archive/source.json');
    expect(read(kept, 'archive/evidence.csv')).toContain(`${days[2] ?? ''},SEK,`);
    for (const path of filesOf(kept)) expect(read(kept, path)).toBe(read(site, path));
  });

  it('has the same bytes whenever it is made, and is left as it is once it is there', async () => {
    await using api = await startGitHubApi([]);
    const { month, today } = tags();
    await using preview = await startPreview(site, 0);
    expect((await keep({ api: api.url, live: preview.url })).code).toBe(0);
    expect((await keep({ api: api.url, live: preview.url, event: 'workflow_dispatch' })).code).toBe(0);
    expect(api.releases.map(({ tag_name }) => tag_name)).toEqual([month, today]);
    const before = api.releases.map(({ assets }) => assets.map(({ digest }) => digest));
    // The site is not even asked for.
    for (const event of ['schedule', 'workflow_dispatch']) {
      const { code, stdout } = await keep({ api: api.url, live: 'http://127.0.0.1:1', event });
      const tag = event === 'schedule' ? month : today;
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `Kept already: https://github.com/me/fork/releases/tag/${tag}\n`,
      });
    }
    expect(api.releases.map(({ assets }) => assets.map(({ digest }) => digest))).toEqual(before);
    const again = await keepFolder(site);
    expect(again.releases[0]?.assets.map(({ digest }) => digest)).toEqual(before[0]);
  });

  it('has no attestations where the repository is private', async () => {
    const { code, stderr, releases } = await keepFolder(site, { isPrivate: true });
    expect(code, stderr).toBe(0);
    expect(releases[0]?.assets.map(({ name }) => name)).toEqual([`${tags().month}.tar.gz`, `${tags().month}.sha256`]);
    expect(releases[0]?.body).toContain('attestations by GitHub: 0.');
  });

  it('has attestations whose bundles stand in the answer', async () => {
    const [, , last = ''] = receiptsOf(site).map(sumsOf);
    const { releases } = await keepFolder(site, { attested: new Map([[last, [bundle(last)]]]), inline: true });
    const kept = releases[0]?.assets.find(({ name }) => name === 'attestations.jsonl');
    expect(kept?.bytes().toString()).toBe(`${JSON.stringify(bundle(last))}\n`);
  });

  it('is there, though GitHub’s answers to what it did are lost', async () => {
    await using api = await startGitHubApi([]);
    await using preview = await startPreview(site, 0);
    const { month } = tags();
    api.faults.statusOf = (call) => (call.endsWith('/assets') ? 502 : undefined);
    expect((await keep({ api: api.url, live: preview.url })).code).toBe(1);
    api.faults.statusOf = () => undefined;
    const lost = new Set<string>();
    api.faults.statusAfter = (call) => {
      if (!/^(PATCH|DELETE) /.test(call) || lost.has(call)) return undefined;
      lost.add(call);
      return 502;
    };
    const { code, stdout, stderr } = await keep({ api: api.url, live: preview.url });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Kept: /);
    expect(api.releases).toMatchObject([{ tag_name: month, draft: false }]);
    expect(lost.size).toBe(2);
  });

  it('is begun anew where it was interrupted, and leaves alone what others have drafted', async () => {
    await using api = await startGitHubApi([]);
    await using preview = await startPreview(site, 0);
    api.faults.statusOf = (call) => (call.endsWith('/assets') ? 502 : undefined);
    const { month } = tags();
    const failed = await keep({ api: api.url, live: preview.url });
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `POST ${month}.tar.gz: status 502: "{\\"status\\":502,\\"message\\":\\"no\\"}"\n`,
    });
    expect(api.releases).toMatchObject([{ tag_name: month, draft: true, assets: [] }]);
    const [left] = api.releases;
    api.releases.push({ ...(left ?? expect.fail()), id: 1000, author: { login: 'somebody' } });
    api.faults.statusOf = () => undefined;
    expect((await keep({ api: api.url, live: preview.url })).code).toBe(0);
    expect(api.releases).toMatchObject([
      { id: 1000, draft: true },
      { tag_name: month, draft: false },
    ]);
    expect(api.releases[1]?.assets).toHaveLength(2);
  });

  it('is found behind a hundred others', async () => {
    await using api = await startGitHubApi([]);
    await using preview = await startPreview(site, 0);
    expect((await keep({ api: api.url, live: preview.url })).code).toBe(0);
    const [release] = api.releases;
    for (let id = 1000; id < 1150; id++) {
      api.releases.push({ ...(release ?? expect.fail()), id, tag_name: `v${id}` });
    }
    const { code, stdout } = await keep({ api: api.url, live: preview.url });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Kept already: /) as string });
  });

  it.each([
    ['may not make it', 'POST releases', 403, 'POST releases: status 403: '],
    ['does not publish it', 'PATCH releases/1', 422, 'PATCH releases/1: status 422: '],
    ['does not list it', 'GET releases', 401, 'GET releases?per_page=100&page=1: status 401: '],
    ['does not tell what is attested', 'GET attestations', 403, 'GET attestations/sha256:'],
  ])('is none where GitHub refuses: %s', async (_, refused, status, message) => {
    await using api = await startGitHubApi([]);
    await using preview = await startPreview(site, 0);
    api.faults.statusOf = (call) => (call.startsWith(refused) ? status : undefined);
    const { code, stderr } = await keep({ api: api.url, live: preview.url });
    expect(code).toBe(1);
    expect(stderr.startsWith(message), stderr).toBe(true);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(api.releases.filter(({ draft }) => !draft)).toEqual([]);
  });

  it('is none where a bundle cannot be had', async () => {
    const [, , last = ''] = receiptsOf(site).map(sumsOf);
    await using api = await startGitHubApi([], { attested: new Map([[last, [undefined]]]) });
    await using preview = await startPreview(site, 0);
    const { code, stderr } = await keep({ api: api.url, live: preview.url });
    expect({ code, stderr }).toEqual({ code: 1, stderr: `The attestation of ${last} cannot be had: status 404\n` });
    expect(api.releases).toEqual([]);
  });
});

describe('a site that is not whole', () => {
  /** Changes a file's text. */
  const change = (path: string, edit: (text: string) => string) => (dir: string) => {
    writeFileSync(join(dir, path), edit(read(dir, path)));
  };
  /** Changes a file that is listed, and its line in SHA256SUMS. */
  const changeListed = (path: string, edit: (text: string) => string) => (dir: string) => {
    change(path, edit)(dir);
    const line = `${sha256(read(dir, path))}  ${path}`;
    change('SHA256SUMS', (sums) => sums.replace(new RegExp(`^\\w{64}  ${path}$`, 'm'), line))(dir);
  };
  const index = 'api/v1/archive.json';
  const firstYear = `receipts/${days[0]?.slice(0, 4) ?? ''}.jsonl`;
  const lastYear = `receipts/${days[2]?.slice(0, 4) ?? ''}.jsonl`;

  it.each<[string, (dir: string) => void, RegExp]>([
    [
      'a changed table',
      change('archive/2026.csv', (csv) => csv.replace('3.67', '3.68')),
      /archive\/2026\.csv is not what SHA256SUMS says/,
    ],
    [
      'a table that is gone',
      (dir) => {
        rmSync(join(dir, 'archive/faults.csv'));
      },
      /archive\/faults\.csv cannot be fetched: status 404/,
    ],
    [
      'a huge one',
      (dir) => {
        writeFileSync(join(dir, 'archive/faults.csv'), 'x'.repeat(27_000_000));
      },
      /archive\/faults\.csv cannot be fetched: more than 26214400 bytes/,
    ],
    [
      'another list',
      changeListed('archive/2026.csv', (csv) => csv.replace('3.67', '3.68')),
      /receipts\/\d{4}\.jsonl does not end on receipts\/newest\.json with the hash of SHA256SUMS/,
    ],
    [
      'a list that leads out',
      change('SHA256SUMS', (sums) => sums.replace(/ {2}archive\/faults.csv$/m, '  archive/../../x')),
      /SHA256SUMS line \d+ is no file/,
    ],
    [
      'a list without the index',
      change('SHA256SUMS', (sums) => sums.replace(/^.* {2}api\/v1\/archive.json\n/m, '')),
      /SHA256SUMS does not have api\/v1\/archive\.json/,
    ],
    ['a list that is a page', change('SHA256SUMS', () => '<!doctype html>\n'), /SHA256SUMS line 1 is no file/],
    [
      'an index that leads out',
      changeListed(index, (json) => json.replace('/archive/faults.csv', '/archive/../../x')),
      /archive\.json names "\/archive\/\.\.\/\.\.\/x", which is no table/,
    ],
    [
      'an index that leads to other receipts',
      changeListed(index, (json) => json.replace(/"year":"\d{4}","url":"\/receipts/, '"year":"../x","url":"/receipts')),
      /archive\.json names receipts of what is no year/,
    ],
    ['an index that is none', changeListed(index, () => '[]'), /archive\.json names "", which is no table/],
    ['an index that is no JSON', changeListed(index, () => '{'), /archive\.json is no JSON document/],
    [
      'a changed receipt',
      change(firstYear, (lines) => lines.replace('"ok":', '"ok":1')),
      /receipts\/\d{4}\.jsonl line \d does not follow on the one before/,
    ],
    ['a receipt that is cut off', change(lastYear, (lines) => lines.slice(0, -1)), /receipts\/\d{4}\.jsonl is cut off/],
    [
      'rates without what is read back of them',
      change(
        'api/v1/rates.json',
        (json) => `{"rate_as_of":"${(JSON.parse(json) as { rate_as_of: string }).rate_as_of}"}`,
      ),
      /api\/v1\/rates\.json is not what a site writes/,
    ],
    [
      'rates of another day',
      change('api/v1/rates.json', (json) => json.replace(/"rate_as_of":"[\d-]+"/, '"rate_as_of":"2020-01-01"')),
      new RegExp(`rates\\.json is not of ${days[2] ?? ''}`),
    ],
    [
      'rates with another retrieval than in the status',
      change('api/v1/rates.json', (json) => json.replace(/(?<="retrieved_at":")2/, '1')),
      /rates\.json has retrieved_at "1.*", but api\/v1\/status\.json has "2/,
    ],
    [
      'rates from another mirror than in the newest receipt',
      change('api/v1/rates.json', (json) => json.replace(/"mirror":"[^"]+"/, '"mirror":"https://x.example/"')),
      /rates\.json has source\.mirror "https:\/\/x\.example\/", but receipts\/newest\.json has "/,
    ],
  ])('is not kept: %s', async (_, spoil, message) => {
    await using other = temporaryFolder();
    const copy = join(other.path, 'copy');
    cpSync(site, copy, { recursive: true });
    spoil(copy);
    const { code, stdout, stderr, releases } = await keepFolder(copy);
    expect({ code, stdout, releases }).toEqual({ code: 1, stdout: '', releases: [] });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^http:\/\/localhost:\d+\/: .*\. Nothing was kept\.\n$/);
  });

  it('is not kept: it is out of reach, or never ends', async () => {
    await using api = await startGitHubApi([]);
    await using endless = await startMirror(answers.endless);
    for (const [live, reason] of [
      ['http://127.0.0.1:1', /connect ECONNREFUSED|bad port/],
      [new URL(endless.url).origin, /more than 26214400 bytes/],
    ] as const) {
      const { code, stderr } = await keep({ api: api.url, live });
      expect(code).toBe(1);
      expect(stderr).toMatch(/: SHA256SUMS cannot be fetched: .* Nothing was kept\.\n$/);
      expect(stderr).toMatch(reason);
    }
    expect(api.releases).toEqual([]);
  });
});

describe('a site that is begun anew from a release, as the guide says', () => {
  const root = join(import.meta.dirname, '../..');
  const guide = readFileSync(join(root, '.github/HOSTING.md'), 'utf8');
  const [, commands = ''] = /```sh\n(\s*sha256sum -c [^`]*)```/.exec(guide) ?? [];

  it('carries on the archive, the evidence and the receipts, and is what the next publish goes on from', async () => {
    await using other = temporaryFolder();
    const checkout = join(other.path, 'checkout');
    for (const path of ['src', 'scripts', 'public', 'package.json', 'tsconfig.json', 'wrangler.jsonc']) {
      cpSync(join(root, path), join(checkout, path), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    const { releases } = await keepFolder(site);
    const { month } = tags();
    download(releases[0], checkout);

    // Months later, when the rates that were kept are much too old to be published.
    const later = daysFromNow(100);
    offered = later;
    const account = { token: 'a-token', account: 'an-account', project: 'rates' };
    await using pages = await startPagesApi({ ...account, folder: join(other.path, 'deployments'), isMissing: true });
    const sources = `--mirror ${mirror.url} --witness none`;
    const lines = commands
      .split('\n')
      .map((line) => line.trim().replaceAll('archive-2026-10', month))
      // What npm ci brings is there, and the sources are this machine's.
      .filter((line) => line !== 'npm ci')
      .map((line) => (line.startsWith('npm run generate') ? `${line} ${sources} --now ${later}T06:00:00Z` : line));
    expect(lines.filter((line) => line.includes(month) || line.startsWith('npm run'))).toHaveLength(5);
    const environment = {
      ...process.env,
      ...standInEnvironment(pages.url, other.path),
      ...{ CLOUDFLARE_API_TOKEN: 'a-token', CLOUDFLARE_ACCOUNT_ID: 'an-account', CLOUDFLARE_PAGES_PROJECT: 'rates' },
    };
    const run = async (script: string) => {
      const child = spawn('bash', ['-eo', 'pipefail', '-c', script], { cwd: checkout, env: environment });
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      expect(child.exitCode, stdout + stderr).toBe(0);
      return stdout;
    };
    expect(await run(lines.join('\n'))).toContain(`${month}.tar.gz: OK\n`);

    const liveSite = () => join(other.path, 'deployments', pages.live()?.id ?? expect.fail('nothing is live'));
    expectCarriedOn(site, liveSite(), later);
    const before = liveSite();
    offered = daysFromNow(101);
    pages.setClock(`${offered}T06:00:00Z`);
    await run(
      `npm run publish -- ${sources} --file-limit 9000 --backfill 0 --patience 0 --url ${pages.siteUrl} --now ${offered}T06:00:00Z`,
    );
    expectCarriedOn(before, liveSite(), offered);
  }, 180_000);

  it('serves the last archived day where the source is no more', async () => {
    await using other = temporaryFolder();
    const { releases } = await keepFolder(site);
    download(releases[0], other.path);
    const { month } = tags();
    expect(spawnSync('tar', ['-xzf', `${month}.tar.gz`], { cwd: other.path }).status).toBe(0);
    const [kept, out] = [join(other.path, month), join(other.path, 'dist')];
    const gone = ['--mirror', 'http://127.0.0.1:1/usd.json', '--witness', 'none', '--file-limit', '9000'];
    const now = ['--now', `${daysFromNow(100)}T06:00:00Z`];
    const options = ['--out', out, '--previous', kept, ...gone, ...now];
    expect((await runScript('generate', options)).code).toBe(1);
    const { code, stderr } = await runScript('generate', [...options, '--recorded']);
    expect(code, stderr).toBe(0);
    expectCarriedOn(kept, out, days[2] ?? '');
  });

  /** That a site has all that another one had, and one state more. */
  function expectCarriedOn(before: string, after: string, day: string): void {
    const [old, lines] = [receiptsOf(before), receiptsOf(after)];
    expect(lines.slice(0, -1)).toEqual(old);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ date: day, previous: sha256(old.at(-1) ?? '') });
    for (const path of filesOf(before).filter((name) => /^archive\/(\d{4}|evidence)\.csv$/.test(name))) {
      expect(read(after, path).startsWith(read(before, path)), path).toBe(true);
    }
    expect(JSON.parse(read(after, 'api/v1/rates.json'))).toMatchObject({ rate_as_of: day });
  }
});
