import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { skippingClock } from '../../testing/process/skipping-clock.ts';
import { type PagesApi, startPagesApi } from '../../testing/servers/pages-api.ts';
import type { FakeDeployment } from '../../testing/servers/pages-deployment.ts';
import { CommandError } from '../terminal/command.ts';
import { goLive, rollBack } from './go-live.ts';
import { type Deployment, PagesProject } from './pages-project.ts';

const account = { token: 'a-token', account: 'an-account', project: 'rates' };
const { signal } = new AbortController();
const nonce = 'Publish 7';
let api: PagesApi;
let project: PagesProject;
/** The live deployment that the new site builds on, in the fake and as the API describes it. */
let before: FakeDeployment;
let built: Deployment | null | undefined;

beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  api = await startPagesApi(account);
  before = api.publishElsewhere();
  project = new PagesProject(signal, api.access);
  ({ canonical_deployment: built } = await project.read());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api[Symbol.asyncDispose]();
});

const deploy = () => Promise.resolve(api.publishElsewhere(`Rates. ${nonce}`));
const broken = () => Promise.reject(new CommandError('The upload broke.'));
const rollbacks = () => api.requests.filter((request) => request.endsWith('/rollback'));

const goLiveWith = (deploy: () => Promise<FakeDeployment>) =>
  goLive({ project, before: built, nonce, deploy, patience: 60, clock: skippingClock() }, signal);

/** The message of the error that goLive throws. */
async function refusalOf(deploy: () => Promise<FakeDeployment>): Promise<string> {
  const error = await goLiveWith(deploy).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CommandError);
  return (error as CommandError).message;
}

describe('goLive (deploys a new site to Cloudflare Pages)', () => {
  it('makes the new deployment live', async () => {
    const { id } = await goLiveWith(deploy);
    expect(api.live()?.id).toBe(id);
    expect(rollbacks()).toEqual([]);
  });

  it('makes the new deployment live if no deployment was live before', async () => {
    await using empty = await startPagesApi(account);
    const first = () => Promise.resolve(empty.publishElsewhere(`Rates. ${nonce}`));
    const options = { project: new PagesProject(signal, empty.access), before: null, nonce, deploy: first };
    expect(await goLive({ ...options, patience: 0 }, signal)).toMatchObject({ id: empty.live()?.id });
  });

  it('deploys nothing if another publisher has published since the new site was built', async () => {
    const other = api.publishElsewhere();
    const deploy = vi.fn();
    expect(await refusalOf(deploy)).toMatch(`Another publisher has meanwhile published ${other.url}`);
    expect(deploy).not.toHaveBeenCalled();
  });

  it('makes another publisher’s deployment live again if it was made just before the new deployment', async () => {
    let other = before;
    const message = await refusalOf(() => {
      other = api.publishElsewhere();
      return deploy();
    });
    expect(message).toBe(
      `Another publisher has meanwhile published ${other.url}, and the new site isn't built on it. ` +
        `The new site was rolled back. ${other.url} is live again.`,
    );
    expect(api.live()).toBe(other);
  });

  it('leaves another publisher’s deployment live if it was made just after the new deployment', async () => {
    let other = before;
    const message = await refusalOf(async () => {
      const ours = await deploy();
      other = api.publishElsewhere();
      return ours;
    });
    expect(message).toMatch(/^Another publisher has meanwhile published .* The live site was left alone\.$/);
    expect(api.live()).toBe(other);
    expect(rollbacks()).toEqual([]);
  });

  it('succeeds if the new deployment is live, even if the upload ended in an error', async () => {
    const { id } = await goLiveWith(async () => {
      await deploy();
      return broken();
    });
    expect(api.live()).toMatchObject({ id, message: `Rates. ${nonce}` });
  });

  it('succeeds if Cloudflare’s tool wrangler created the new deployment twice', async () => {
    const { id } = await goLiveWith(async () => {
      const first = await deploy();
      await deploy();
      return first;
    });
    expect(api.live()).toMatchObject({ id, message: `Rates. ${nonce}` });
    expect(rollbacks()).toEqual([]);
  });

  it('leaves another publisher’s deployment live if it was made while the upload failed', async () => {
    let other = before;
    const message = await refusalOf(() => {
      other = api.publishElsewhere('Rates. Publish 8');
      return broken();
    });
    expect(message).toBe('The upload broke.');
    expect(api.live()).toBe(other);
    expect(rollbacks()).toEqual([]);
  });

  it('waits until Cloudflare’s API lists the new deployment as live', async () => {
    let stale = 0;
    api.fault = (endpoint) => {
      if (!endpoint.endsWith('/projects/rates') || stale === 0) return undefined;
      stale--;
      const result = { subdomain: 'rates.pages.dev', production_branch: 'main', canonical_deployment: built };
      return Response.json({ success: true, result });
    };
    const { id } = await goLiveWith(() => {
      stale = 2;
      return deploy();
    });
    expect({ id, stale }).toEqual({ id: api.live()?.id, stale: 0 });
  });

  it('fails if Cloudflare’s API doesn’t list the new deployment as live within the time limit', async () => {
    const ours = { ...before, id: 'never', url: 'https://never.example' };
    expect(await refusalOf(() => Promise.resolve(ours))).toBe(
      "The new site was deployed, but isn't live after 60 seconds. See Cloudflare's dashboard.",
    );
    expect(api.live()).toBe(before);
  });
});

describe('rollBack (makes the previous deployment live again)', () => {
  it('returns an error message if no earlier deployment exists', async () => {
    expect(await rollBack(before, null, project)).toMatch(/^There is no earlier deployment to roll back to\./);
    expect(rollbacks()).toEqual([]);
  });

  it('returns a message with the next step if Cloudflare refuses the rollback', async () => {
    const ours = await deploy();
    api.fault = (endpoint) =>
      endpoint.endsWith('/rollback')
        ? Response.json({ success: false, errors: [{ code: 1, message: 'no' }] }, { status: 403 })
        : undefined;
    expect(await rollBack(ours, built, project)).toMatch(
      /^The new site couldn't be rolled back \(Cloudflare's API, POST .*\/rollback: status 403: "no"\)\. Roll back to https:/,
    );
    expect(api.live()).toBe(ours);
  });

  it('returns an error message if Cloudflare doesn’t respond within 60 seconds', async () => {
    const ours = await deploy();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(milliseconds / 1000));
    api.fault = () => new Promise(() => undefined);
    expect(await rollBack(ours, built, project)).toMatch(/couldn't be rolled back \(not done in 60 seconds\)/);
  });
});
