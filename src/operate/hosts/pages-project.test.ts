import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PagesApi, startPagesApi } from '../../testing/servers/pages-api.ts';
import { PagesProject } from './pages-project.ts';

const account = { token: 'a-token', account: 'an-account', project: 'rates' };
const { signal } = new AbortController();
let api: PagesApi;

let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api[Symbol.asyncDispose]();
});

async function start(options: object = {}): Promise<PagesProject> {
  api = await startPagesApi({ ...account, ...options });
  return new PagesProject(signal, api.access);
}

const posted = () => api.requests.filter((request) => request.startsWith('POST'));

it('Cloudflare Pages project > is created with the production branch main if it doesn’t exist', async () => {
  const project = await start({ isMissing: true });
  const created = await project.open();
  expect(created).toMatchObject({
    subdomain: 'rates.pages.dev',
    production_branch: 'main',
    canonical_deployment: null,
  });
  expect(said).toBe(
    '::warning::The account had no Pages project rates, so it was created. Its URL is https://rates.pages.dev\n',
  );
  expect(await project.read()).toEqual(created);
  expect(posted()).toEqual(['POST /accounts/an-account/pages/projects']);
});

it('Cloudflare Pages project > keeps its production branch if that is “live” instead of “main”', async () => {
  const project = await start({ productionBranch: 'live' });
  expect(await project.open()).toMatchObject({ production_branch: 'live' });
  expect(posted()).toEqual([]);
});

it('PagesProject.date > is the time of Cloudflare’s first response, not of later responses', async () => {
  const project = await start();
  api.setClock('2026-09-29T06:00:00.000Z');
  await project.open();
  api.setClock('2026-09-30T06:00:00.000Z');
  await project.read();
  expect(new Date(project.date ?? '').toISOString()).toBe('2026-09-29T06:00:00.000Z');
});

it('PagesProject.newestOfProduction() > returns the newest deployment of the production branch', async () => {
  const project = await start();
  const { id } = api.publishElsewhere('a message');
  Object.assign(api.publishElsewhere(), { branch: 'other' });
  expect(await project.newestOfProduction()).toMatchObject([
    { id, deployment_trigger: { metadata: { commit_message: 'a message' } } },
  ]);
});
