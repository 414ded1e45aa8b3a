import type { Instant, IsoDate } from '../../money/calendar.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RatesSnapshot } from '../../api/documents/rates-snapshot.ts';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { type PagesApi, fakeEnvironment, startPagesApi } from '../../testing/servers/pages-api.ts';
import type { FakeDeployment } from '../../testing/servers/pages-deployment.ts';
import { uploadHereTo } from '../../testing/servers/upload-here.ts';
import { type GitHubApiOptions, startGitHubApi } from '../../testing/servers/github-api.ts';
import { previousFiles, writeFiles } from '../../testing/sites/previous-site.ts';
import { fewPairs, recordedDay, recordedDays } from '../../testing/sites/small-site.ts';
import { sha256 } from '../../site/checksums.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../../testing/servers/witness-answers.ts';
import { CommandError, PublishFailure, StoppedError } from '../terminal/command.ts';
import type { wranglerUpload } from '../hosts/wrangler-upload.ts';
import { backUpSite } from './back-up-site.ts';
import { publishSite } from './publish-site.ts';

const folder = temporaryFolder();
const account = { token: 'a-token', account: 'an-account', project: 'rates' };
const uploadHere = uploadHereTo(account.account);
const out = join(folder.path, 'dist');
const output = join(folder.path, 'output');
const ordinary = { ...recorded.usd, syp: 110.5 };
/** The rate of a new day, with more digits than computed rates have. */
const nextEuro = ordinary.eur * 1.001;
let answer: (response: ServerResponse) => unknown;
let mirror: LoopbackMirror;
let witness: LoopbackMirror;
let api: PagesApi;

beforeAll(async () => {
  mirror = await startMirror((response) => answer(response));
  // The witness always has the ordinary rates, even if the mirror has different rates.
  const rates = new Map(Object.entries(ordinary).map(([code, rate]) => [code.toUpperCase(), rate]));
  witness = await startMirror(answers.json(witnessAnswers.coinbase(ratesOfAnotherSource(rates))));
  api = await startPagesApi({ ...account, isMissing: true });
  const environment = {
    ...fakeEnvironment(api.url, folder.path),
    WRANGLER_LOG: 'error',
    CLOUDFLARE_API_TOKEN: account.token,
    GITHUB_OUTPUT: output,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  api.fault = () => undefined;
  api.spoil = () => undefined;
  vi.restoreAllMocks();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await mirror[Symbol.asyncDispose]();
  await witness[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const never = new AbortController().signal;
const timeOf = (hour: string) => `${hour}:17:00.000Z` as Instant;

interface Changes {
  readonly startOver?: boolean;
  readonly previous?: string;
  readonly url?: string;
  readonly mirrors?: readonly string[];
  readonly witnesses?: readonly string[];
  readonly upload?: typeof wranglerUpload;
  readonly signal?: AbortSignal;
  /** The time on Cloudflare's clock. */
  readonly cloudflareTime?: Instant;
}

/** Publishes 17 minutes after an hour such as `2026-09-29T06`. */
async function publish(
  hour: string,
  { cloudflareTime = timeOf(hour), signal = never, upload = uploadHere, ...changes }: Changes = {},
) {
  const before = new Set(api.deployments);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    });
  }
  writeFileSync(output, '');
  api.setClock(cloudflareTime);
  const options = {
    now: timeOf(hour),
    mirrors: [mirror.url],
    witnesses: [witness.url],
    datedMirrors: [],
    backfill: 0,
    official: new Map(),
    out,
    fileLimit: fewPairs,
    url: api.siteUrl,
    commit: 'c0ffee',
    patience: 0,
    startOver: false,
    backUp: false,
    gitHubPages: false,
    cloudflare: { access: api.access, upload },
    ...changes,
  };
  let error: string | undefined;
  let failure: string | undefined;
  try {
    await publishSite(options, signal);
  } catch (thrown) {
    if (!(thrown instanceof CommandError || thrown instanceof StoppedError)) throw thrown;
    error = thrown.message;
    if (thrown instanceof CommandError) ({ failure } = thrown);
  } finally {
    vi.restoreAllMocks();
  }
  const made = api.deployments.filter((deployment) => !before.has(deployment));
  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  return { ...said, error, failure, made, outputs, branches: made.map(({ branch }) => branch) };
}

const offer = (date: IsoDate, usd: Record<string, number>) => {
  answer = answers.json({ date, usd });
};
const live = () => api.live() ?? expect.fail('nothing is live');
const liveBytes = (path: string) => live().files.get(`/${path}`)?.bytes ?? expect.fail(`${path} isn't live`);
const liveJson = (path: string) => JSON.parse(liveBytes(path).toString()) as unknown;
const liveRate = (code: string) => (liveJson('api/rates.json') as RatesSnapshot).rates[code];
const publishLog = () => liveBytes('receipts/2026.jsonl').toString().trimEnd().split('\n');
/** Cuts off a live file. */
function cutOff(files: FakeDeployment['files'], path: string): void {
  const whole = files.get(path) ?? expect.fail(path);
  files.set(path, { ...whole, bytes: whole.bytes.subarray(0, 100) });
}
const brokenFunction = 'export default { fetch: () => new Response("{}", { status: 404 }) };';

// The tests run one after the other, because each test builds on the site that the previous tests published.
describe('npm run publish (builds, checks and uploads a site to Cloudflare Pages)', () => {
  it('checks a project’s first site at a preview URL before the site goes live', async () => {
    offer('2026-09-29', ordinary);
    const { stdout, error, outputs } = await publish('2026-09-29T06');
    expect(error).toBeUndefined();
    expect(stdout).toContain('The account had no Pages project rates, so it was created.');
    // The live site has the same files as the checked site, and they were uploaded only once.
    const [candidate, published, ...others] = api.deployments;
    expect(others).toEqual([]);
    expect([candidate?.branch, published?.branch]).toEqual(['ratesheet-candidate', 'main']);
    expect(candidate?.uploaded).not.toEqual([]);
    expect(published?.uploaded).toEqual([]);
    expect(published).toMatchObject({ worker: candidate?.worker, commit: 'c0ffee', message: 'Rates of 2026-09-29' });
    // Unlike `toMatchObject`, `toEqual` doesn't compare the bytes of a file that both deployments share.
    expect(published?.files).toEqual(candidate?.files);
    expect(api.live()).toBe(published);
    const sha256sums = sha256(liveBytes('SHA256SUMS'));
    expect(outputs).toEqual({ mode: 'cloudflare', live: api.siteUrl, function: 'tried', sha256sums });
  });

  it('uploads only api/v1/rates.json if the dataset hasn’t changed, and deletes old deployments', async () => {
    const first = api.live();
    api.setClock(timeOf('2026-09-29T07'));
    api.addOld(30);
    const requests = api.functions.requests;
    const { error, branches, made } = await publish('2026-09-29T07');
    expect(error).toBeUndefined();
    expect(branches).toEqual(['ratesheet-candidate', 'main']);
    expect(made.map(({ uploaded }) => uploaded)).toEqual([['/api/v1/rates.json'], []]);
    // The witness isn't requested again, because the dataset hasn't changed.
    expect(witness.requests()).toBe(1);
    expect(api.deployments).toContain(first);
    const kept = (id: string) => api.deployments.some((deployment) => deployment.id === id);
    expect([kept('old-0'), kept('old-29')]).toEqual([false, true]);
    // 24 publishes a day, each with at most eight checks of each version, use less than a fifth of the quota.
    expect((api.functions.requests - requests) * 24).toBeLessThan(100_000 / 5);
  });

  it('publishes the rates of a new day, even if the first mirror is stuck', async () => {
    offer('2026-09-30', { ...ordinary, eur: nextEuro });
    await using stuck = await startMirror(answers.json({ date: '2026-09-29', usd: ordinary }));
    const { error } = await publish('2026-09-30T06', { mirrors: [stuck.url, mirror.url] });
    expect(error).toBeUndefined();
    expect(liveRate('EUR')).toBe(nextEuro);
    expect(publishLog()).toHaveLength(2);
  });

  describe('with a failure', () => {
    let before: FakeDeployment;
    beforeAll(() => {
      before = live();
    });
    afterEach(() => {
      expect(api.live()).toBe(before);
    });

    it.each([
      ['over an hour (61 minutes) behind', '2026-09-30T08:18:00.000Z'],
      ['ten years ahead of', '2016-09-30T07:17:00.000Z'],
    ] as const)('publishes nothing if the publisher’s clock is %s Cloudflare’s clock', async (_, cloudflareTime) => {
      const { error, branches } = await publish('2026-09-30T07', { cloudflareTime });
      expect([error, branches]).toEqual([expect.stringMatching(/clock is wrong/), []]);
    });

    it.each<[string, (files: FakeDeployment['files']) => unknown]>([
      [
        'is damaged',
        (files) => {
          cutOff(files, '/archive/2026.csv');
        },
      ],
      ['has lost its publish log', (files) => files.delete('/receipts/2026.jsonl')],
    ])('publishes nothing if the live site %s', async (_, damage) => {
      const files = new Map(before.files);
      damage(before.files);
      const { failure, branches } = await publish('2026-09-30T07');
      for (const [path, file] of files) before.files.set(path, file);
      expect([failure, branches]).toEqual(['live-site', []]);
    });

    it('publishes nothing if the live site can’t be reached', async () => {
      const { url } = before;
      Object.assign(before, { url: 'http://127.0.0.1:1' });
      const results = [await publish('2026-09-30T07'), await publish('2026-09-30T07', { previous: out })];
      Object.assign(before, { url });
      expect(results.map(({ failure, branches }) => [failure, branches])).toEqual([
        ['live-site', []],
        ['live-site', []],
      ]);
    });

    it('refuses a witness on the site’s own Pages project', async () => {
      const refused = publish('2026-09-30T07', { witnesses: ['https://rates.pages.dev/v2/rates'] });
      await expect(refused).rejects.toThrow('rates.pages.dev serves this site');
    });

    const refusal = (status: number, code: number, message: string) => () =>
      Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
    it.each<[string, PagesApi['fault'], string]>([
      ['a refused token', refusal(403, 10_000, 'Authentication error'), 'token'],
      ['a token in the wrong form', refusal(400, 6003, 'Invalid request headers'), 'token'],
      ['an unknown account', refusal(404, 7003, 'Could not route to /accounts/x, perhaps …'), 'account'],
      ['a suspended account', refusal(403, 1, 'The account is suspended'), 'suspended'],
      ['too many requests', refusal(429, 971, 'Please wait'), 'rate-limit'],
      ['a page instead of JSON', () => new Response('<html>', { status: 502 }), 'cloudflare'],
      [
        'a refused upload',
        (endpoint) => (endpoint.endsWith('/upload-token') ? refusal(403, 1, 'no\n::error::x')() : undefined),
        'deployment',
      ],
    ])('publishes nothing and names the cause if Cloudflare’s API responds with %s', async (_, fault, cause) => {
      const upload: typeof uploadHere = async (...args) => {
        try {
          return await uploadHere(...args);
        } catch {
          // As wranglerUpload does after any error of wrangler.
          throw new PublishFailure('deployment', 'The upload failed.');
        }
      };
      api.fault = fault;
      const { failure, branches } = await publish('2026-09-30T07', { upload });
      expect([failure, branches]).toEqual([cause, []]);
    });

    it('publishes nothing if the new site is broken at its preview URL', async () => {
      api.spoil = ({ worker }) => {
        worker.code = 'export default { fetch() { throw new Error("no"); } };';
      };
      const { error, failure, branches } = await publish('2026-09-30T07');
      expect(error).toMatch(/^\S+: status 500, not 200$/m);
      expect([failure, branches]).toEqual(['unhealthy', ['ratesheet-candidate']]);
    });

    it('rolls back if the new site fails its check once it is live, even if the command is stopped', async () => {
      const command = new AbortController();
      api.fault = (endpoint) => {
        if (endpoint.endsWith('/rollback')) command.abort();
        return undefined;
      };
      api.spoil = ({ branch, worker }) => {
        if (branch === 'main') worker.code = brokenFunction;
      };
      const { stderr, failure, branches } = await publish('2026-09-30T07', { signal: command.signal });
      expect(stderr).toMatch(/^\/api\/convert\?.*: status 404, not 200$/m);
      expect(command.signal.aborted).toBe(true);
      expect([failure, branches]).toEqual(['unhealthy', ['ratesheet-candidate', 'main']]);
    });

    it.each<[string, string, string]>([
      ['a day of it', 'nothing', 'lacks or changes'],
      ['a day that it lists although it’s damaged', '/archive/evidence.csv', '2026-09-30'],
      ['a day in a damaged year', '/archive/2026.csv', '2026-09-30'],
    ])('refuses to replace the live site by a restored site that lacks %s', async (_, damaged, expected) => {
      const older = join(folder.path, 'older');
      writeFiles(older, previousFiles(recordedDay, recordedDays));
      offer('2026-09-29', ordinary);
      const file = before.files.get(damaged);
      if (file) before.files.set(damaged, { ...file, bytes: Buffer.concat([file.bytes, Buffer.from('x\n')]) });
      const { error, branches } = await publish('2026-09-30T07', { previous: older });
      if (file) before.files.set(damaged, file);
      offer('2026-09-30', { ...ordinary, eur: nextEuro });
      expect([error, branches]).toEqual([expect.stringContaining(expected), []]);
    });
  });

  // scripts/lab/kills.lab.ts kills the process at every request.
  it.each([
    ['during the first upload', '/upload-token', 1],
    ['when the preview is deployed', 'POST deployments', 1],
    ['when the site goes live', 'POST deployments', 2],
  ])('leaves the old or the new checked site live if it is stopped %s', async (_, where, times) => {
    const before = live();
    const command = new AbortController();
    let left = times;
    api.fault = (endpoint) => {
      if (where.split(' ').every((part) => endpoint.includes(part)) && --left === 0) command.abort();
      return undefined;
    };
    const { error, made } = await publish('2026-09-30T07', { signal: command.signal });
    expect(error).toMatch(/^Stopped\. /);
    const candidate = made.find(({ branch }) => branch === 'ratesheet-candidate');
    if (live() !== before) expect(live().files).toEqual(candidate?.files);
  });

  it('doesn’t publish over a site that another publisher published meanwhile', async () => {
    let other: FakeDeployment | undefined;
    const upload: typeof uploadHere = (...args) => {
      other ??= api.publishElsewhere();
      return uploadHere(...args);
    };
    const { error, branches } = await publish('2026-09-30T08', { upload });
    expect(error).toMatch(/^Another publisher has meanwhile published /);
    expect(branches).toEqual(['main', 'ratesheet-candidate']);
    expect(api.live()).toBe(other);
  });

  describe('while the Pages Function’s daily requests are used up', () => {
    beforeAll(() => {
      api.functions.isUsedUp = true;
    });
    afterAll(() => {
      api.functions.isUsedUp = false;
    });

    it('publishes the site, and says that the Pages Function wasn’t tested', async () => {
      offer('2026-10-01', { ...ordinary, eur: ordinary.eur * 3 });
      const { stdout, error, outputs } = await publish('2026-10-01T09');
      expect(error).toBeUndefined();
      expect(stdout).toMatch(/^::warning::The Pages Function wasn’t tested: /m);
      expect(outputs).toMatchObject({ function: 'untried' });
      // The rate of EUR is held, because it is three times the live site's rate.
      expect(liveRate('EUR')).toBe(nextEuro);
    });

    it('fails after the site is live if the URL that callers use has other rates', async () => {
      const { failure, branches } = await publish('2026-10-01T10', { url: new URL(mirror.url).origin });
      expect([failure, branches]).toEqual(['address', ['ratesheet-candidate', 'main']]);
    });
  });

  it('restores a copy of the archive over a damaged site, and starts over only if it is told to', async () => {
    const backup = join(folder.path, 'backup');
    await backUpSite(live().url, backup, timeOf('2026-10-01T11'), never);
    const entries = publishLog();
    cutOff(live().files, '/archive/2026.csv');
    expect(await publish('2026-10-02T06', { previous: backup })).toMatchObject({ error: undefined });
    expect(publishLog().slice(0, entries.length)).toEqual(entries);
    live().files.delete('/receipts/2026.jsonl');
    expect(await publish('2026-10-02T07', { startOver: true })).toMatchObject({ error: undefined });
    expect(publishLog()).toHaveLength(1);
    // With both options, nothing of the live site is read, so it needn’t respond.
    Object.assign(live(), { url: 'http://127.0.0.1:1' });
    expect(await publish('2026-10-02T08', { startOver: true, previous: backup })).toMatchObject({ error: undefined });
    expect(publishLog().slice(0, entries.length)).toEqual(entries);
  });
});

describe('npm run publish to a project without a site', () => {
  const github = { GITHUB_TOKEN: 'a-token', GITHUB_REPOSITORY: 'me/fork', GITHUB_SERVER_URL: 'https://github.com' };
  afterEach(() => {
    for (const name of [...Object.keys(github), 'GITHUB_API_URL']) vi.stubEnv(name, undefined);
  });

  const published = { status: 'success', created_at: '2026-09-01T06:00:00Z', jobs: { report: 'success' } };
  it.each<[string, boolean, GitHubApiOptions & { hasPublished?: boolean }, Changes, string | undefined]>([
    ['creates a project in a repository that never published', true, {}, {}, undefined],
    ['refuses a missing project if there is a backup', true, { backedUp: '2026-09-01T06:00:00Z' }, {}, 'project'],
    ['refuses an empty project if a run has published', false, { hasPublished: true }, {}, 'project'],
    ['restores a copy of the archive', true, { hasPublished: true }, { previous: out }, undefined],
  ])('%s', async (_, isMissing, options, changes, expected) => {
    const { hasPublished, ...state } = options;
    await using gitHub = await startGitHubApi(hasPublished ? [published] : [], {
      createdAt: '2026-08-01T06:00:00Z',
      ...state,
    });
    for (const [name, value] of Object.entries({ ...github, GITHUB_API_URL: gitHub.url })) vi.stubEnv(name, value);
    await using empty = await startPagesApi({ ...account, isMissing });
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', empty.url);
    const usual = api;
    api = empty;
    offer('2026-10-03', ordinary);
    const { failure, made, error } = await publish('2026-10-03T06', changes);
    api = usual;
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', usual.url);
    expect(failure, error).toBe(expected);
    expect(made.length > 0).toBe(expected === undefined);
    // A project that must not be used isn't created either.
    expect(empty.requests.some((request) => request.endsWith('POST /accounts/an-account/pages/projects'))).toBe(
      isMissing && expected === undefined,
    );
  });
});
