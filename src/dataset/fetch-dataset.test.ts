import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { ImplausibleDatasetError, NoUsableMirrorError } from './errors.ts';
import type { Dataset } from './dataset.ts';
import { fetchDataset, type FetchOptions } from './fetch-dataset.ts';
import { answers, startMirror } from '../testing/loopback-mirror.ts';
import recorded from '../testing/days/usd-2026-09-29.json' with { type: 'json' };

const now = '2026-09-30T06:00:00.000Z';
const usd: Record<string, number> = recorded.usd;

const take = (dataset: Dataset, mirror: string) => ({ ...dataset, mirror });
const fetchFrom = (mirrors: string[], options: Partial<FetchOptions<ReturnType<typeof take>>> = {}) =>
  fetchDataset({ catalogue, now, accept: take, mirrors, limits: { backOff: 10 }, ...options });
const day = (date: string, changes: Record<string, number> = {}) => answers.json({ date, usd: { ...usd, ...changes } });

describe('the dataset', () => {
  it('comes from the first mirror that works, and later ones are not asked', async () => {
    await using good = await startMirror(day('2026-09-29'));
    await using spare = await startMirror(day('2026-09-29'));
    const dataset = await fetchFrom([good.url, spare.url]);
    expect(dataset).toMatchObject({ date: '2026-09-29', mirror: good.url });
    expect(dataset.rates.get('EUR')).toBe(0.88022588);
    expect(spare.requests()).toBe(0);
  });

  it('comes from a later mirror when earlier ones fail, each failure told', async () => {
    await using down = await startMirror(answers.status(500));
    await using wrong = await startMirror(answers.json({ date: '2026-09-29', usd: { usd: 1 } }));
    await using good = await startMirror(day('2026-09-29'));
    const failures: string[] = [];
    const dataset = await fetchFrom([down.url, wrong.url, good.url], {
      onFailure: (mirror, { name }) => failures.push(`${mirror} ${name}`),
    });
    expect(dataset.mirror).toBe(good.url);
    expect(failures).toEqual([`${down.url} DownloadError`, `${wrong.url} DatasetError`]);
    expect([down.requests(), wrong.requests()]).toEqual([3, 1]);
  });

  it('comes from a later mirror when that of an earlier one is not accepted', async () => {
    await using refused = await startMirror(day('2026-09-28'));
    await using good = await startMirror(day('2026-09-29'));
    const failures: string[] = [];
    const dataset = await fetchFrom([refused.url, good.url], {
      accept: (dataset, mirror) => {
        if (dataset.date === '2026-09-28') throw new ImplausibleDatasetError('of yesterday');
        return take(dataset, mirror);
      },
      onFailure: (_, { message }) => failures.push(message),
    });
    expect(dataset.mirror).toBe(good.url);
    expect(failures).toEqual(['implausible dataset: of yesterday']);
  });

  it('tells of a mirror without the query, in which a key may stand, and asks with it', async () => {
    const asked: (string | undefined)[] = [];
    await using down = await startMirror((response, { url }) => {
      asked.push(url);
      answers.status(404)(response);
    });
    await using good = await startMirror((response, { url }) => {
      asked.push(url);
      day('2026-09-29')(response);
    });
    const told: string[] = [];
    const mirrors = [`${down.url}?key=secret`, `${down.url}?key=other`, `${good.url}?key=secret#part`];
    const dataset = await fetchFrom(mirrors, { onFailure: (mirror) => told.push(mirror) });
    expect(asked).toEqual(['/usd.json?key=secret', '/usd.json?key=other', '/usd.json?key=secret']);
    expect([...told, dataset.mirror]).toEqual([down.url, down.url, good.url]);
  });

  it('is not waited for any longer when it is told to stop: no other mirror is asked', async () => {
    const controller = new AbortController();
    await using hanging = await startMirror(() => {
      controller.abort();
    });
    await using good = await startMirror(day('2026-09-29'));
    const failures: string[] = [];
    const fetching = fetchFrom([hanging.url, good.url], {
      signal: controller.signal,
      onFailure: (mirror) => failures.push(mirror),
    });
    const error: unknown = await fetching.catch((error: unknown) => error);
    expect(error).toBe(controller.signal.reason);
    expect([failures, good.requests()]).toEqual([[], 0]);
  });

  it('is asked for within the limits that are given', async () => {
    await using failing = await startMirror(answers.status(500));
    await expect(fetchFrom([failing.url], { limits: { tries: 1 } })).rejects.toThrow(NoUsableMirrorError);
    expect(failing.requests()).toBe(1);
  });

  it('is not to be had when every mirror fails', async () => {
    await using down = await startMirror(answers.status(404));
    const failure = fetchFrom([down.url]);
    await expect(failure).rejects.toThrow(NoUsableMirrorError);
    await expect(failure).rejects.toThrow('No mirror gave usable rates (1 tried).');
  });
});
