import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { unstable_pages as pages } from 'wrangler';
import type { RatesSnapshot } from '../../api/documents/rates-snapshot.ts';
import type { Status } from '../../api/documents/status.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { sha256 } from '../../site/checksums.ts';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { type PagesApi, fakeEnvironment, startPagesApi } from '../../testing/servers/pages-api.ts';
import type { FakeDeployment } from '../../testing/servers/pages-deployment.ts';
import { recordedDays } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../../testing/servers/witness-answers.ts';
import { CommandError, StoppedError } from '../terminal/command.ts';
import { PagesProject } from '../hosts/pages-project.ts';
import { publishSite } from './publish-site.ts';
import type { upload } from '../hosts/upload.ts';

/** Uploads with wrangler's code in this process, because starting wrangler's command takes most of an upload's time. */
const uploadHere: typeof upload = async (directory, { branch, project, commit = '', message = '' }) => {
  const { deploymentResponse } = await pages.deploy({
    directory,
    accountId: account.account,
    projectName: project,
    branch,
    commitHash: commit,
    commitMessage: message,
    commitDirty: true,
    bundle: false,
    sourceMaps: false,
  });
  return deploymentResponse;
};

const folder = temporaryFolder();
const account = { token: 'a-token', account: 'an-account', project: 'rates' };
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
const timeOf = (hour: string) => `${hour}:17:00.000Z`;

interface Changes {
  readonly startOver?: boolean;
  readonly siteMirror?: string;
  readonly url?: string;
  readonly mirrors?: readonly string[];
  readonly witnesses?: readonly string[];
  readonly upload?: typeof upload;
  readonly signal?: AbortSignal;
  /** The time on Cloudflare's clock. */
  readonly cloudflareTime?: string;
}

/** Publishes 17 minutes after an hour such as `2026-09-29T06`. */
async function publish(hour: string, { cloudflareTime = timeOf(hour), signal = never, ...changes }: Changes = {}) {
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
    fileLimit: 5968,
    url: api.siteUrl,
    commit: 'c0ffee',
    patience: 0,
    startOver: false,
    upload: uploadHere,
    ...changes,
  };
  let error: string | undefined;
  try {
    await publishSite(options, new PagesProject(signal, api.access), signal);
  } catch (thrown) {
    if (!(thrown instanceof CommandError || thrown instanceof StoppedError)) throw thrown;
    error = thrown.message;
  } finally {
    vi.restoreAllMocks();
  }
  const made = api.deployments.filter((deployment) => !before.has(deployment));
  const outputs = Map.groupBy(readFileSync(output, 'utf8').split('\n'), (line) => line.replace(/=.*/, ''));
  const valuesOf = (name: string) => (outputs.get(name) ?? []).map((line) => line.slice(name.length + 1));
  return {
    ...{ ...said, error, made, branches: made.map(({ branch }) => branch) },
    ...{ liveUrls: valuesOf('live'), digests: valuesOf('sha256sums') },
  };
}

const offer = (date: string, usd: Record<string, number>) => {
  answer = answers.json({ date, usd });
};
const live = () => api.live() ?? expect.fail('nothing is live');
const liveBytes = (path: string) => live().files.get(`/${path}`)?.bytes ?? expect.fail(`${path} isn't live`);
const liveJson = (path: string) => JSON.parse(liveBytes(path).toString()) as unknown;
const liveRate = (code: string) => (liveJson('api/rates.json') as RatesSnapshot).rates[code];
const liveStatus = () => liveJson('api/v1/status.json') as Status;
const liveStates = () => liveStatus().currencies.map(({ code }) => code);
const liveDigest = () => sha256(liveBytes('SHA256SUMS'));
const publishLog = () => liveBytes('receipts/2026.jsonl').toString().trimEnd().split('\n');
const brokenFunction = 'export default { fetch: () => new Response("{}", { status: 404 }) };';

// The tests run one after the other, because each test builds on the site that the previous tests published.
describe('command publish (builds, tests and uploads a site)', () => {
  it('tests a project’s first site at a preview URL before the site goes live', async () => {
    offer('2026-09-29', ordinary);
    const { stdout, error } = await publish('2026-09-29T06');
    expect(error).toBeUndefined();
    expect(stdout).toContain('The account had no Pages project rates, so it was created.');
    expect(stdout).toContain('Nothing is published yet, so this is the first publish.');
    expect(stdout).toMatch(/^Tested at http:\S+: all checks passed\.$/m);
    expect(stdout).toMatch(/^Published: http:\S+$/m);
    // The live site has the same files as the tested site, and they were uploaded only once.
    const [candidate, published, ...others] = api.deployments;
    expect(others).toEqual([]);
    expect([candidate?.branch, published?.branch]).toEqual(['ratesheet-candidate', 'main']);
    expect(candidate?.uploaded.length).toBeGreaterThan(400);
    expect(published?.uploaded).toEqual([]);
    expect(published).toMatchObject({ worker: candidate?.worker, commit: 'c0ffee' });
    // Unlike `toMatchObject`, `toEqual` doesn't compare the bytes of a file that both deployments share.
    expect(published?.files).toEqual(candidate?.files);
    expect(published?.message).toMatch(/^Rates of 2026-09-29\. Function tried\. Publish [\da-f-]{36}$/);
    expect(api.live()).toBe(published);
    // The outputs for later jobs are set even if no currency needs a look.
    expect(readFileSync(output, 'utf8')).toBe(`live=${live().url}\nsha256sums=${liveDigest()}\n`);
    expect(liveStatus().witnesses).toMatchObject({
      requested: [{ witness: new URL(witness.url).host, outcome: 'compared', compared: catalogue.length - 1 }],
      disputed: [],
      unwitnessed: [],
    });
  });

  it('uploads only api/v1/rates.json if the dataset hasn’t changed', async () => {
    const first = api.live();
    api.setClock(timeOf('2026-09-29T07'));
    api.addOld(300);
    const before = api.deployments.length;
    const requests = api.functions.requests;
    const { stdout, error, branches, made, liveUrls, digests } = await publish('2026-09-29T07');
    expect(error).toBeUndefined();
    // The latest 24 deployments and the last deployment of each earlier date are kept.
    const [, deleted, old] = /^Deleted (\d+) of (\d+) old deployments\.$/m.exec(stdout) ?? [];
    expect(deleted).toBe(old);
    expect(api.deployments).toHaveLength(before + 2 - Number(deleted));
    expect(branches).toEqual(['ratesheet-candidate', 'main']);
    expect(made.map(({ uploaded }) => uploaded)).toEqual([['/api/v1/rates.json'], []]);
    expect(liveUrls).toEqual([first?.url, made[1]?.url]);
    // The unchanged checksum is output again, because GitHub may not have a signature of it yet.
    expect(digests).toEqual([liveDigest()]);
    // The witness isn't requested again, because the dataset hasn't changed.
    expect(witness.requests()).toBe(1);
    expect(api.deployments).toContain(first);
    expect(api.deployments.some(({ id }) => id === 'old-0')).toBe(false);
    expect(api.deployments.some(({ id }) => id === 'old-299')).toBe(true);
    // With the longest --patience, each of the three trials checks eight times. This must use little of the quota.
    expect((api.functions.requests - requests) * 8).toBeLessThan(1500);
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
    ])(
      'leaves the live site unchanged if the publisher’s clock is %s Cloudflare’s clock',
      async (_, cloudflareTime) => {
        const { error, branches } = await publish('2026-09-30T07', { cloudflareTime });
        expect(error).toMatch(
          /^This machine's clock is wrong: it shows 2026-09-30T07:17:00.000Z, but Cloudflare's shows \w{3}, 30 Sep /,
        );
        expect(branches).toEqual([]);
      },
    );

    it('leaves the live site unchanged if the live site can’t be reached', async () => {
      const { url } = before;
      Object.assign(before, { url: 'http://127.0.0.1:1' });
      const { error, branches } = await publish('2026-09-30T07');
      Object.assign(before, { url });
      expect(error).toMatch(/^The previous site cannot be used: http:.*ECONNREFUSED.* use --start-over [^\n]*$/);
      expect(branches).toEqual([]);
    });

    it.each([
      ['is damaged', '/api/v1/status.json', "isn't JSON"],
      ['has lost its publish log', '/receipts/2026.jsonl', 'responded with status 404'],
    ])('leaves the live site unchanged if the live site %s', async (_, path, problem) => {
      const whole = before.files.get(path) ?? expect.fail();
      if (problem.endsWith('404')) before.files.delete(path);
      else before.files.set(path, { ...whole, bytes: whole.bytes.subarray(0, 100) });
      const { error, branches } = await publish('2026-09-30T07');
      before.files.set(path, whole);
      expect(error).toMatch(new RegExp(`^The previous site cannot be used: http:.*${problem}.* use --start-over`));
      expect(branches).toEqual([]);
    });

    it('refuses a witness on the site’s own Pages project', async () => {
      const refused = publish('2026-09-30T07', { witnesses: ['https://rates.pages.dev/v2/rates'] });
      await expect(refused).rejects.toThrow('rates.pages.dev serves this site');
    });

    it('leaves the live site unchanged if Cloudflare’s API denies access', async () => {
      api.fault = (endpoint) => (endpoint.startsWith('GET') ? new Response('<html>', { status: 403 }) : undefined);
      const { error, branches } = await publish('2026-09-30T07');
      expect(error).toMatch(/^Cloudflare's API, GET the project: status 403: "<html>"$/);
      expect(branches).toEqual([]);
    });

    it('leaves the live site unchanged if the new site is broken', async () => {
      api.spoil = ({ worker, files, form }) => {
        worker.code = 'export default { fetch() { throw new Error("no"); } };';
        for (const path of files.keys()) if (path.startsWith('/series/')) files.delete(path);
        form['_headers'] = String(form['_headers']).replaceAll(/^ {2}(?=Cross|Ref)/gm, '');
      };
      const { error, branches } = await publish('2026-09-30T07');
      expect(error).toMatch(/^\/api\/convert\?.*: status 500, not 200$/m);
      expect(error).toMatch(/^series\/\w+\.json: responded with status 404$/m);
      expect(error).toMatch(/^\/.*: lacks the header referrer-policy: /m);
      expect(error).toMatch(/^The new site isn't healthy at http:\S+\. The live site is unchanged\.$/m);
      expect(branches).toEqual(['ratesheet-candidate']);
    });

    it('leaves the live site unchanged if the upload fails', async () => {
      const count = api.deployments.length;
      const upload = () => Promise.reject(new CommandError('The deployment failed.'));
      const { error, branches } = await publish('2026-09-30T07', { upload });
      expect(error).toBe('The deployment failed.');
      expect(branches).toEqual([]);
      // The older one of two preview deployments was deleted before the upload.
      expect(api.deployments).toHaveLength(count - 1);
    });

    it('rolls back to the previous site if the new site fails its test once it is live, even if the command is stopped', async () => {
      const command = new AbortController();
      api.fault = (endpoint) => {
        if (endpoint.endsWith('/rollback')) command.abort();
        return undefined;
      };
      api.spoil = ({ branch, worker }) => {
        if (branch === 'main') worker.code = brokenFunction;
      };
      const { stderr, error, branches, liveUrls, digests } = await publish('2026-09-30T07', { signal: command.signal });
      expect(stderr).toMatch(
        /^\/api\/convert\?.*: status 404, not 200\n[^]*The site that is live now, .* isn't healthy\.$/m,
      );
      expect(error).toMatch(/^The new site was rolled back\. http:\S+ is live again\.$/);
      expect(command.signal.aborted).toBe(true);
      expect(branches).toEqual(['ratesheet-candidate', 'main']);
      expect(liveUrls).toEqual([before.url]);
      expect(digests).toEqual([]);
    });
  });

  it('says in which state the site is if the command is stopped after the upload of the live site', async () => {
    const command = new AbortController();
    const upload: typeof uploadHere = async (directory, options, signal) => {
      const uploaded = await uploadHere(directory, options, signal);
      if (options.branch === 'main') command.abort();
      return uploaded;
    };
    const { error } = await publish('2026-09-30T07', { upload, signal: command.signal });
    expect(error).toBe('Stopped. The new site may be live, but wasn’t tested there. Run npm run smoke.');
  });

  it('makes another publisher’s site live again if it was published during the upload', async () => {
    let other: FakeDeployment | undefined;
    const upload: typeof uploadHere = (directory, options, signal) => {
      if (options.branch === 'main') other = api.publishElsewhere();
      return uploadHere(directory, options, signal);
    };
    const { error, branches } = await publish('2026-09-30T08', { upload });
    expect(error).toMatch(/^Another publisher has meanwhile published .* The new site was rolled back\. /);
    expect(branches).toEqual(['ratesheet-candidate', 'main', 'main']);
    expect(api.live()).toBe(other);
  });

  it('publishes the rates of a new day, even if the first mirror is stuck', async () => {
    offer('2026-09-30', { ...ordinary, eur: nextEuro });
    await using stuck = await startMirror(answers.json({ date: '2026-09-29', usd: ordinary }));
    const { error, digests } = await publish('2026-09-30T09', { mirrors: [stuck.url, mirror.url] });
    expect(error).toBeUndefined();
    expect(liveRate('EUR')).toBe(nextEuro);
    expect(liveStatus().mirrors).toMatchObject([{ outcome: 'older' }, { outcome: 'current' }]);
    expect(publishLog()).toHaveLength(2);
    expect(digests).toEqual([liveDigest()]);
  });

  describe('while the Pages Function’s daily requests are used up', () => {
    beforeAll(() => {
      api.functions.isUsedUp = true;
    });
    afterAll(() => {
      api.functions.isUsedUp = false;
    });

    it('publishes the site, and prints a warning that the Pages Function wasn’t tested', async () => {
      offer('2026-10-01', { ...ordinary, eur: ordinary.eur * 3 });
      // While the quota is used up, the trial can't detect that this Function is broken.
      api.spoil = ({ worker }) => {
        worker.code = brokenFunction;
      };
      api.fault = (endpoint) => {
        if (!endpoint.startsWith('DELETE')) return undefined;
        return Response.json({ success: false, errors: [{ code: 1, message: 'no\n::error::' }] }, { status: 403 });
      };
      const url = new URL(mirror.url).origin;
      const { stdout, stderr, error, branches } = await publish('2026-10-01T09', { url });
      expect(stdout).toMatch(
        /^::warning::The Pages Function wasn’t tested: .* are used up\. They are renewed at midnight UTC\./m,
      );
      expect(stdout).toMatch(/^Tested at .*: all checks passed\.$/m);
      expect(stderr).toMatch(
        /^Warning: \d+ old deployments could not be deleted: .*DELETE.* status 403: "no\\n::error::"$/m,
      );
      expect(error).toMatch(/^The site is published and healthy at its own URL, but not at http:/m);
      expect(error).toContain('/api/v1/rates.json: doesn’t have the new rates');
      expect(branches).toEqual(['ratesheet-candidate', 'main']);
      expect(api.live()?.message).toMatch(/^Rates of 2026-10-01\. Function not tried\. /);
      expect(liveJson('api/v1/rates.json')).toMatchObject({ checked_at: '2026-10-01T09:17:00.000Z' });
    });

    it('holds the rate of EUR if it is three times the live site’s rate', () => {
      expect(liveRate('EUR')).toBe(nextEuro);
      expect(liveStates()).toContain('EUR');
      expect(liveStatus().witnesses.disputed).toMatchObject([{ code: 'EUR', since: '2026-10-01' }]);
    });

    it('starts over without the lost publish log, and reports that no Pages Function was tested since midnight', async () => {
      live().files.delete('/receipts/2026.jsonl');
      const { stdout, error } = await publish('2026-10-02T00', { startOver: true });
      expect(stdout).toMatch(/^Starting over: the data of http:\S+ isn’t used\.$/m);
      expect(stdout).toMatch(/^Published: http:\S+$/m);
      expect(error).toMatch(/^The site is published, but its Pages Function hasn't been tried since 2026-10-01T/);
      // The source value of EUR is held, because it is three times the last recorded rate.
      expect(liveRate('EUR')).toBe(ordinary.eur);
      expect(publishLog()).toHaveLength(1);
      expect(liveJson('api/v1/archive.json')).toMatchObject({ days: recordedDays.days.length + 1 });
    });
  });
});

describe('command publish to an empty project', () => {
  it.each<[string, Changes, RegExp]>([
    [
      'the site’s mirror can’t be read',
      { siteMirror: 'http://127.0.0.1:1/fork' },
      /^The previous site cannot be used: http:\S+\/fork: /,
    ],
    [
      'it isn’t known whether the site has a mirror',
      { siteMirror: 'unknown' },
      /^It isn't known whether GitHub Pages has/,
    ],
  ])('publishes nothing if %s', async (_, changes, problem) => {
    await using empty = await startPagesApi(account);
    const before = api;
    api = empty;
    const { error, made } = await publish('2026-09-29T06', changes);
    api = before;
    expect([error, made]).toEqual([expect.stringMatching(problem), []]);
  });
});
