import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import recorded from '../src/testing/days/usd-2026-09-29.json' with { type: 'json' };
import type { RatesSnapshot } from '../src/documents/rates-snapshot.ts';
import type { Status } from '../src/documents/status.ts';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/loopback-mirror.ts';
import { type PagesApi, standInEnvironment, startPagesApi, useUpFunctions } from '../src/testing/pages-api.ts';
import { readJson } from '../src/testing/read-site.ts';
import { recordedDays } from '../src/testing/small-site.ts';
import { runScript } from '../src/testing/spawn-script.ts';
import { ratesOfAnotherSource, witnessLayouts } from '../src/testing/witness-answers.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

const folder = temporaryFolder();
const account = { token: 'a-token', account: 'an-account', project: 'rates' };
const out = join(folder.path, 'dist');
const kept = join(folder.path, 'deployments');
const ordinary = { ...recorded.usd, syp: 110.5 };
let answer: (response: ServerResponse) => unknown;
let mirror: LoopbackMirror;
let witness: LoopbackMirror;
let api: PagesApi;

beforeAll(async () => {
  // A Function that throws is told of by whoever serves it.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  mirror = await startMirror((response) => answer(response));
  // It has the ordinary rates, whatever the mirror has.
  const rates = new Map(Object.entries(ordinary).map(([code, rate]) => [code.toUpperCase(), rate]));
  witness = await startMirror(answers.json(witnessLayouts.coinbase(ratesOfAnotherSource(rates))));
  api = await startPagesApi({ ...account, folder: kept });
});
afterEach(() => {
  api.fault = () => undefined;
  api.spoil = () => undefined;
});
afterAll(async () => {
  await mirror[Symbol.asyncDispose]();
  await witness[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** A run of the command as the workflow has it, at that time, by a commit's code. */
async function publish(now: string, more: { args?: string[]; url?: string } = {}) {
  const before = new Set(api.deployments);
  const output = join(folder.path, 'output');
  writeFileSync(output, '');
  const { code, stdout, stderr } = await runScript(
    'publish',
    [
      ...['--now', `${now}:17:00.000Z`, '--mirror', mirror.url, '--witness', witness.url],
      ...['--out', out, '--file-limit', '5018'],
      ...[
        '--url',
        more.url ?? api.siteUrl,
        '--commit',
        'c0ffee',
        '--patience',
        '0',
        '--backfill',
        '0',
        ...(more.args ?? []),
      ],
    ],
    {
      ...standInEnvironment(api.url, folder.path),
      GITHUB_OUTPUT: output,
      CLOUDFLARE_API_TOKEN: account.token,
      CLOUDFLARE_ACCOUNT_ID: account.account,
      CLOUDFLARE_PAGES_PROJECT: account.project,
    },
  );
  const made = api.deployments.filter((deployment) => !before.has(deployment));
  // What the jobs after it are told to be live.
  const outputs = (name: string) =>
    Array.from(readFileSync(output, 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value]) => value);
  const [told, doubts] = [outputs('live'), outputs('doubts')];
  return { code, stdout, stderr, branches: made.map(({ branch }) => branch), made, told, doubts };
}

const offer = (date: string, usd: Record<string, number>) => {
  answer = answers.json({ date, usd });
};
const liveSite = () => join(kept, api.live()?.id ?? expect.fail('nothing is live'));
const liveRate = (code: string) => (readJson(liveSite(), 'api/rates.json') as RatesSnapshot).rates[code];
const liveStatus = () => readJson(liveSite(), 'api/v1/status.json') as Status;
const liveStates = () => liveStatus().currencies.map(({ code }) => code);

// One after the other: each builds on what the ones before have published.
describe('publish', () => {
  it('begins where nothing is, and tries a site before it is live', async () => {
    offer('2026-09-29', ordinary);
    const { code, stdout, stderr, branches, made, told, doubts } = await publish('2026-09-29T06');
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('Nothing is published yet: this is the first time.');
    expect(stdout).toMatch(/^Tried at http:\S+: all is well\.$/m);
    expect(stdout).toMatch(/^Published: http:\S+$/m);
    expect(branches).toEqual(['candidate', 'main']);
    // What was tried is what is live, and travelled once.
    const [candidate, live] = made;
    expect(candidate?.uploaded.length).toBeGreaterThan(400);
    expect(live?.uploaded).toEqual([]);
    expect(live).toMatchObject({ manifest: candidate?.manifest, worker: candidate?.worker, commit: 'c0ffee' });
    expect(api.live()?.id).toBe(live?.id);
    expect(told).toEqual([live?.url]);
    // Also when no currency needs a look.
    expect(doubts).toEqual(['[]']);
    expect(liveStatus().witnesses).toMatchObject({
      asked: [{ witness: new URL(witness.url).host, outcome: 'heard', compared: 168 }],
      disputed: [],
      unwitnessed: [],
    });
  });

  it('of an hour without news sends one file, and deletes the oldest deployments of many', async () => {
    const first = api.live();
    api.addOld(300);
    const before = api.deployments.length;
    const { code, stdout, stderr, branches, made, told } = await publish('2026-09-29T07');
    expect(code, stdout + stderr).toBe(0);
    // 24 are kept, and one a day of the 12 days before; of what was only tried the last.
    expect(stdout).toMatch(/^Deleted 48 of 2[56]\d old deployments\.$/m);
    expect(api.deployments).toHaveLength(before + 2 - 48);
    expect(branches).toEqual(['candidate', 'main']);
    expect(made.map(({ uploaded }) => uploaded)).toEqual([['/api/v1/rates.json'], []]);
    expect(told).toEqual([first?.url, made[1]?.url]);
    // The witness was asked about the dataset, and that is the same.
    expect(witness.requests()).toBe(1);
    expect(api.deployments).toContain(first);
    expect(api.deployments.some(({ id }) => id === 'old-0')).toBe(false);
    expect(api.deployments.some(({ id }) => id === 'old-299')).toBe(true);
  });

  it('holds what jumps beside the site that is live; deployments that cannot be deleted fail nothing', async () => {
    offer('2026-09-30', { ...ordinary, eur: ordinary.eur * 3 });
    api.fault = (endpoint) => {
      if (!endpoint.startsWith('DELETE')) return undefined;
      return Response.json({ success: false, errors: [{ code: 1, message: 'no\n::error::' }] }, { status: 403 });
    };
    const { code, stdout, stderr, branches } = await publish('2026-09-30T06');
    expect(code, stdout + stderr).toBe(0);
    expect(branches).toEqual(['candidate', 'main']);
    expect(liveRate('EUR')).toBe(ordinary.eur);
    expect(liveStates()).toContain('EUR');
    expect(liveStatus().witnesses.disputed).toMatchObject([{ code: 'EUR', since: '2026-09-30' }]);
    expect(stderr).toMatch(
      /^Warning: 48 old deployments could not be deleted: .*DELETE.* status 403: "no\\n::error::"$/m,
    );
  });

  describe('changes nothing and exits with 1', () => {
    let before: PagesApi['live'] extends () => infer D ? D : never;
    beforeAll(() => {
      before = api.live();
    });
    afterEach(() => {
      expect(api.live()).toBe(before);
    });

    it('when the live site is out of reach, whatever the mirror offers', async () => {
      const url = before?.url;
      if (!before) return expect.fail();
      Object.assign(before, { url: 'http://127.0.0.1:1' });
      const { code, stderr, branches, doubts } = await publish('2026-09-30T07');
      Object.assign(before, { url });
      expect(doubts).toEqual([]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The previous site cannot be used: http:.*ECONNREFUSED.* give --anew .*\n$/);
      expect(branches).toEqual([]);
    });

    it('when the live site is damaged', async () => {
      const status = join(liveSite(), 'api/v1/status.json');
      const whole = readFileSync(status);
      writeFileSync(status, whole.subarray(0, 100));
      const { code, stderr, branches } = await publish('2026-09-30T07');
      writeFileSync(status, whole);
      expect(code, stderr).toBe(1);
      expect(stderr).toMatch(/^The previous site cannot be used: http:.*not JSON/);
      expect(branches).toEqual([]);
    });

    it('when Cloudflare does not tell what is live', async () => {
      api.fault = (endpoint) => (endpoint.startsWith('GET') ? new Response('<html>', { status: 403 }) : undefined);
      const { code, stderr, branches } = await publish('2026-09-30T07');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Cloudflare's API, GET the project: status 403: "<html>"\n$/);
      expect(branches).toEqual([]);
    });

    it('when the try finds a Function that throws, files that did not arrive and rules that do not parse', async () => {
      api.spoil = ({ worker, manifest, form }) => {
        worker.code = 'export default { fetch() { throw new Error("no"); } };';
        for (const path of Object.keys(manifest)) {
          if (path.startsWith('/series/')) Reflect.deleteProperty(manifest, path);
        }
        form['_headers'] = String(form['_headers']).replaceAll(/^ {2}(?=Cross|Ref)/gm, '');
      };
      const { code, stderr, branches } = await publish('2026-09-30T07');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^\/api\/convert\?.*: status 500, not 200$/m);
      expect(stderr).toMatch(/^\/series\/\w+\.json: status 404, not 200$/m);
      expect(stderr).toMatch(/^\/.*: the header referrer-policy is not /m);
      expect(stderr).toMatch(/^The site was tried at http:\S+ It is not sound: what was up stays up\.$/m);
      expect(branches).toEqual(['candidate']);
    });

    it('when Cloudflare does not take it', async () => {
      api.fault = (endpoint) =>
        endpoint === 'POST /accounts/an-account/pages/projects/rates/deployments'
          ? Response.json(
              { success: false, errors: [{ code: 8_000_000, message: 'An unknown error.' }] },
              { status: 500 },
            )
          : undefined;
      const { code, stderr, branches } = await publish('2026-09-30T07');
      expect(code).toBe(1);
      expect(stderr).toContain('The deployment failed: wrangler says why above. What was up stays up.');
      expect(branches).toEqual([]);
    });

    it('when the new site fails once it is live: it is taken back', async () => {
      api.spoil = ({ branch, worker }) => {
        if (branch === 'main') worker.code = 'export default { fetch: () => new Response("{}", { status: 404 }) };';
      };
      const { code, stderr, branches, told, doubts } = await publish('2026-09-30T07');
      expect(code).toBe(1);
      // The run knew the currencies before it failed.
      expect(doubts).toEqual(['[]']);
      expect(stderr).toMatch(/^\/api\/convert\?.*: status 404, not 200$/m);
      expect(stderr).toMatch(/is not sound: it was taken back\. Live is http:\S+ again\.\n$/);
      expect(branches).toEqual(['candidate', 'main']);
      expect(told).toEqual([before?.url]);
    });
  });

  it('notices that somebody else publishes at the same time', async () => {
    api.spoil = ({ branch }) => {
      if (branch === 'candidate') api.publishElsewhere();
    };
    const { code, stderr, branches } = await publish('2026-09-30T08');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Meanwhile somebody else has published http:\S+, of which .* try again\.\n$/m);
    // What somebody else has published stays live.
    expect(branches).toEqual(['main', 'candidate']);
    expect(api.live()).toBe(api.deployments.at(-2));
  });

  it('tells of what is sound but not at the address that callers know, even when the Function’s calls are used up', async () => {
    useUpFunctions(true);
    const { code, stdout, stderr, branches } = await publish('2026-09-30T08', { url: new URL(mirror.url).origin });
    useUpFunctions(false);
    expect(stdout).toMatch(/^::warning::The Function does not answer, at the live site neither: /m);
    expect(stdout).toMatch(/^Tried at .*: all is well\.$/m);
    expect(code).toBe(1);
    expect(branches).toEqual(['candidate', 'main']);
    expect(stderr).toMatch(/^The site is published and sound at its own address, but not all is well at http:/m);
    expect(readJson(liveSite(), 'api/v1/rates.json')).toMatchObject({ checked_at: '2026-09-30T08:17:00.000Z' });
  });

  it('begins anew where a person says so', async () => {
    rmSync(liveSite(), { recursive: true });
    const { code, stdout, stderr } = await publish('2026-09-30T09', { args: ['--anew'] });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^Begun anew: what http:\S+ knows does not count\.$/m);
    // By the recorded years, a euro does not cost a third.
    expect(liveRate('EUR')).toBe(ordinary.eur);
    expect(readJson(liveSite(), 'api/v1/archive.json')).toMatchObject({ days: recordedDays.days.length + 1 });
  });

  it('is wrong use without the three variables', async () => {
    const { code, stderr } = await runScript('publish', [], {
      CLOUDFLARE_API_TOKEN: '',
      CLOUDFLARE_ACCOUNT_ID: undefined,
      CLOUDFLARE_PAGES_PROJECT: undefined,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^CLOUDFLARE_API_TOKEN is not set: .* CLOUDFLARE_ACCOUNT_ID is not set: .* CLOUDFLARE_PAGES_PROJECT is not set: .*\n$/,
    );
  });
});
