import type { ServerResponse } from 'node:http';
import { Response } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionHeader } from '../../api/headers.ts';
import { type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { conversion } from '../../site/check/requests.ts';
import { functionHistory, functionNote, withoutUsedUp } from './function-quota.ts';
import type { Deployment } from './pages-project.ts';

const { signal } = new AbortController();
const ours = (status: number) => new Response('{}', { status, headers: functionHeader });
const cloudflares = (status: number) => new Response('', { status });

const deployment = (changes: Partial<Deployment> & { message?: string } = {}): Deployment => ({
  ...{ id: 'a', url: 'https://a.example', environment: 'production', created_on: '2026-09-29T06:00:00Z' },
  deployment_trigger: { metadata: { commit_message: changes.message ?? '' } },
  ...changes,
});

describe('withoutUsedUp (ignores a new deployment’s failures if the Pages Function’s daily quota is used up)', () => {
  const responses: Record<string, (response: ServerResponse) => unknown> = {
    works: (response) => response.writeHead(200, functionHeader).end('{}'),
    'is broken': (response) => response.writeHead(404, functionHeader).end('{}'),
    throws: (response) => response.writeHead(500).end(),
    'gets no request, as files respond': (response) => response.writeHead(404).end(),
    'gets no request, as the project fails closed': (response) => response.writeHead(429).end(),
  };
  const mirrors = new Map<string, LoopbackMirror>();
  beforeAll(async () => {
    for (const [name, answer] of Object.entries(responses)) mirrors.set(name, await startMirror(answer));
  });
  afterAll(async () => {
    for (const mirror of mirrors.values()) await mirror[Symbol.asyncDispose]();
  });
  const [works, isBroken, throws, files, closed] = Object.keys(responses) as [string, string, string, string, string];

  const odd = '/oxr/latest.json?base=XXX';
  it.each<[string, string, Response | undefined, string[], boolean]>([
    [
      'ignores status 404 if the previous deployment’s Pages Function doesn’t respond either',
      conversion,
      cloudflares(404),
      [files],
      true,
    ],
    [
      'ignores status 429 if Cloudflare also responds with 429 for the previous deployment',
      conversion,
      cloudflares(429),
      [closed],
      true,
    ],
    [
      'ignores a wrong response with status 200 if the previous deployment’s Pages Function doesn’t respond either',
      odd,
      cloudflares(200),
      [files],
      true,
    ],
    [
      'ignores status 404 if the Pages Functions of the three previous deployments don’t respond either',
      conversion,
      cloudflares(404),
      [files, closed, files],
      true,
    ],
    [
      'reports status 404 if the Pages Function of one of two previous deployments still responds',
      conversion,
      cloudflares(404),
      [files, works],
      false,
    ],
    [
      'reports status 404 if the previous deployment’s Pages Function responds, also with 404',
      conversion,
      cloudflares(404),
      [isBroken],
      false,
    ],
    [
      'reports status 404 if the previous deployment’s Pages Function throws',
      conversion,
      cloudflares(404),
      [throws],
      false,
    ],
    ['reports status 404 if no previous deployment can be compared', conversion, cloudflares(404), [], false],
    ['reports status 404 if this response comes from the new Pages Function', conversion, ours(404), [files], false],
    ['reports status 500 if the new Pages Function throws', conversion, cloudflares(500), [files], false],
    ['reports a request that got no response', conversion, undefined, [files], false],
    ['reports a static file that is missing', '/api/rates', cloudflares(404), [files], false],
  ])('%s', async (_, path, response, names, isExcused) => {
    const references = names.map((name) => deployment({ url: new URL(mirrors.get(name)?.url ?? '').origin }));
    const problem = { path, problem: 'is wrong', response };
    expect(await withoutUsedUp([problem], references, signal)).toEqual(isExcused ? [] : [problem]);
  });
});

describe('functionHistory (finds deployments whose Pages Function was tested)', () => {
  const tried = (created_on: string) => deployment({ created_on, message: `a. ${functionNote(true)}. b` });
  const untried = (created_on: string) => deployment({ created_on, message: `a. ${functionNote(false)}. b` });
  const [a, b, c, d, e] = ['05', '04', '03', '02', '01'] as const;

  it('returns the newest three deployments whose Pages Function was tested', () => {
    const all = [
      tried(a),
      untried(b),
      { ...tried(c), environment: 'preview' },
      deployment(),
      tried(c),
      tried(d),
      tried(e),
    ];
    const { references } = functionHistory(all);
    expect(references.map(({ created_on }) => created_on)).toEqual([a, c, d]);
  });

  it.each([
    ['undefined if the newest deployment was tested', undefined, [tried(a), untried(b)]],
    ['the time of the newest deployment if only this deployment is untested', a, [untried(a), tried(b)]],
    [
      'the time of the first deployment after the last tested deployment',
      b,
      [untried(a), deployment({ created_on: b }), tried(c), untried(d)],
    ],
    ['undefined if no deployment was ever tested', undefined, [untried(a)]],
    ['undefined if no deployment exists', undefined, []],
  ])(
    'sets untriedSince (the time of the first untested deployment after the last tested deployment) to %s',
    (_, since, all) => {
      expect(functionHistory(all).untriedSince).toBe(since);
    },
  );
});
