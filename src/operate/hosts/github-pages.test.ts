import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../testing/servers/free-port.ts';
import { type GitHubApiOptions, startGitHubApi, stubGitHub } from '../../testing/servers/github-api.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { findGitHubPages } from './github-pages.ts';

const { signal } = new AbortController();

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Asks a fake GitHub about its site. */
async function find(options: GitHubApiOptions, repository = 'me/fork') {
  await using api = await startGitHubApi([], options);
  stubGitHub(api);
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com');
  vi.stubEnv('GITHUB_REPOSITORY', repository);
  return await findGitHubPages(signal);
}

const deployed = [{ created_at: '2026-09-30T06:00:00Z', states: ['success'] }];
const failed = [{ created_at: '2026-09-30T06:00:00Z', states: ['failure', 'in_progress'] }];
const setting =
  /Under Settings, Pages, Build and deployment, choose the source GitHub Actions: https:\/\/github\.com\/me\/fork\/settings\/pages$/;

describe('findGitHubPages (finds the repository’s site on GitHub Pages)', () => {
  it.each<[string, GitHubApiOptions['pages'], RegExp]>([
    ['is switched off', undefined, /^GitHub Pages is switched off\. /],
    ['publishes a branch', { html_url: null, build_type: 'legacy' }, /^GitHub Pages publishes a branch of this rep/],
  ])('says where to switch GitHub Pages on if it %s', async (_, pages, problem) => {
    const found = find({ ...(pages && { pages }), deployments: deployed });
    await expect(found).rejects.toThrow(problem);
    await expect(found).rejects.toThrow(setting);
  });

  it.each([
    ['the URL of a custom domain', 'https://rates.example/', 'https://rates.example'],
    ['the URL below the owner’s site', 'https://me.github.io/fork/', 'https://me.github.io/fork'],
    ['the default URL if GitHub names none', null, 'https://me.github.io/fork'],
  ])('returns %s', async (_, html_url, url) => {
    expect(await find({ pages: { html_url, build_type: 'workflow' }, deployments: deployed })).toEqual({
      url,
      isPublished: true,
    });
  });

  it.each<[string, GitHubApiOptions['deployments'], (typeof answers)['empty'], boolean | RegExp]>([
    ['not published if nothing was deployed and the site responds with 404', [], answers.status(404), false],
    ['not published if every deployment failed and the site responds with 404', failed, answers.status(404), false],
    ['published if something was deployed, even if the site responds with 404', deployed, answers.status(404), true],
    ['published if the site responds, even if GitHub lists no deployment', [], answers.text('Welcome'), true],
    [
      'unknown if the site responds with an error',
      [],
      answers.status(503),
      /can't be read \(status 503\), so it isn't/,
    ],
  ])('counts a site as %s', async (_, deployments = [], answer, expected) => {
    await using site = await startMirror(answer);
    const found = find({ pages: { html_url: site.url, build_type: 'workflow' }, deployments });
    if (expected instanceof RegExp) await expect(found).rejects.toThrow(expected);
    else expect((await found).isPublished).toBe(expected);
  });

  it('counts a site as unknown if it doesn’t respond', async () => {
    const html_url = `http://127.0.0.1:${await freePort()}`;
    await expect(find({ pages: { html_url, build_type: 'workflow' } })).rejects.toThrow(
      /can't be read \(.*ECONNREFUSED/,
    );
  });
});
