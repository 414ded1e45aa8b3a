import type { ServerResponse } from 'node:http';
import { Response } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionHeader } from '../../api/format/headers.ts';
import { type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { conversion } from '../published/instance-requests.ts';
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

describe('withoutUsedUp (ignores problems caused by a used-up daily quota of the Pages Function)', () => {
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
      'ignores a problem if a deployment that worked before now responds without its Pages Function',
      conversion,
      cloudflares(404),
      [files],
      true,
    ],
    [
      'ignores a problem if a deployment that worked before now responds with Cloudflare’s error',
      conversion,
      cloudflares(429),
      [closed],
      true,
    ],
    [
      'ignores a wrong response with status 200 if a deployment that worked before now responds without its Pages Function',
      odd,
      cloudflares(200),
      [files],
      true,
    ],
    [
      'ignores a problem if three deployments that worked before now respond without their Pages Functions',
      conversion,
      cloudflares(404),
      [files, closed, files],
      true,
    ],
    [
      'reports a problem if the Pages Function of one of two earlier deployments still responds',
      conversion,
      cloudflares(404),
      [files, works],
      false,
    ],
    [
      'reports a problem if an earlier deployment’s Pages Function responds with 404',
      conversion,
      cloudflares(404),
      [isBroken],
      false,
    ],
    [
      'reports a problem if an earlier deployment’s Pages Function throws',
      conversion,
      cloudflares(404),
      [throws],
      false,
    ],
    ['reports a problem if no earlier deployment has a tested Pages Function', conversion, cloudflares(404), [], false],
    ['reports a problem if the new Pages Function responds with 404', conversion, ours(404), [files], false],
    ['reports a problem if the new Pages Function throws', conversion, cloudflares(500), [files], false],
    ['reports a problem if the request got no response', conversion, undefined, [files], false],
    ['reports a problem if a static file is missing', '/api/rates', cloudflares(404), [files], false],
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
    ['the time of the newest deployment if only this deployment wasn’t tested', a, [untried(a), tried(b)]],
    [
      'the time of the first deployment after the last test',
      b,
      [untried(a), deployment({ created_on: b }), tried(c), untried(d)],
    ],
    ['undefined if no deployment was ever tested', undefined, [untried(a)]],
    ['undefined if no deployment exists', undefined, []],
  ])('sets untriedSince (start of the time without a test) to %s', (_, since, all) => {
    expect(functionHistory(all).untriedSince).toBe(since);
  });
});
