import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { type MirrorError, NoUsableMirrorError } from './errors.ts';
import type { Dataset } from './dataset.ts';
import { fetchDataset, type FetchOptions } from './fetch-dataset.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { ImplausibleDatasetError } from '../validation/validate-dataset.ts';

const now = '2026-09-29T06:00:00.000Z';
const usd: Record<string, number> = recorded.usd;

const take = (dataset: Dataset, mirror: string) => ({ ...dataset, mirror });
const fetchFrom = (mirrors: string[], options: Partial<FetchOptions<ReturnType<typeof take>>> = {}) =>
  fetchDataset({ catalogue, now, accept: take, mirrors, limits: { backOff: 10 }, ...options });
const datasetFrom = async (...args: Parameters<typeof fetchFrom>) => (await fetchFrom(...args)).value;
const day = (date: string, changes: Record<string, number> = {}) => answers.json({ date, usd: { ...usd, ...changes } });

describe('fetchDataset (downloads the newest dataset from the mirrors)', () => {
  it('uses the first mirror if all mirrors have today’s dataset', async () => {
    await using good = await startMirror(day('2026-09-29'));
    await using spare = await startMirror(day('2026-09-29', { eur: 0.88 }));
    const { value: dataset, mirrors } = await fetchFrom([good.url, spare.url]);
    expect(dataset).toMatchObject({ date: '2026-09-29', mirror: good.url });
    expect(dataset.rates.get('EUR')).toBe(0.88022588);
    expect(mirrors).toEqual([
      { mirror: good.url, outcome: 'current', date: '2026-09-29' },
      { mirror: spare.url, outcome: 'current', date: '2026-09-29' },
    ]);
  });

  it.each([
    ['is published already', '2026-09-30'],
    ['isn’t published yet', '2026-09-29'],
  ])('uses tomorrow’s dataset, not the first mirror’s of today, if tomorrow’s %s', async (_, published) => {
    await using behind = await startMirror(day('2026-09-29'));
    await using ahead = await startMirror(day('2026-09-30'));
    const { value: dataset, mirrors } = await fetchFrom([behind.url, ahead.url], {
      now: '2026-09-29T23:17:00.000Z',
      published,
    });
    expect(dataset).toMatchObject({ date: '2026-09-30', mirror: ahead.url });
    expect(mirrors.map(({ outcome }) => outcome)).toEqual(['older', 'current']);
  });

  it('accepts no mirror’s dataset of today if tomorrow’s dataset is published already', async () => {
    await using behind = await startMirror(day('2026-09-29'));
    const fetching = fetchFrom([behind.url, behind.url], { published: '2026-09-30' });
    await expect(fetching).rejects.toThrow(NoUsableMirrorError);
  });

  it('uses the third mirror if the first two mirrors fail', async () => {
    await using down = await startMirror(answers.status(500));
    await using wrong = await startMirror(answers.json({ date: '2026-09-29', usd: { usd: 1 } }));
    await using good = await startMirror(day('2026-09-29'));
    const failures: string[] = [];
    const dataset = await datasetFrom([down.url, wrong.url, good.url], {
      onFailure: (mirror, { name }) => failures.push(`${mirror} ${name}`),
    });
    expect(dataset.mirror).toBe(good.url);
    expect(failures).toEqual([`${down.url} DownloadError`, `${wrong.url} DatasetError`]);
    expect([down.requests(), wrong.requests()]).toEqual([3, 1]);
  });

  it('uses the second mirror if the first mirror’s dataset is implausible', async () => {
    await using refused = await startMirror(day('2026-09-29', { eur: 9 }));
    await using good = await startMirror(day('2026-09-29'));
    const failures: string[] = [];
    const dataset = await datasetFrom([refused.url, good.url], {
      accept: (dataset, mirror) => {
        if (dataset.rates.get('EUR') === 9) throw new ImplausibleDatasetError('EUR');
        return take(dataset, mirror);
      },
      onFailure: (_, { message }) => failures.push(message),
    });
    expect(dataset.mirror).toBe(good.url);
    expect(failures).toEqual(['implausible dataset: EUR']);
  });

  it('uses the mirror with the newest dataset if no mirror has today’s dataset', async () => {
    await using stuck = await startMirror(day('2026-09-20'));
    await using newest = await startMirror(day('2026-09-28'));
    await using same = await startMirror(day('2026-09-28'));
    const failures: string[] = [];
    const { value: dataset, mirrors } = await fetchFrom([stuck.url, newest.url, same.url], {
      published: '2026-09-28',
      onFailure: (mirror, { message }) => failures.push(`${mirror} ${message}`),
    });
    expect(dataset).toMatchObject({ date: '2026-09-28', mirror: newest.url });
    expect(mirrors.map(({ outcome, date }) => [outcome, date])).toEqual([
      ['older', '2026-09-20'],
      ['current', '2026-09-28'],
      ['current', '2026-09-28'],
    ]);
    expect(failures).toEqual([
      `${stuck.url} lags behind: its dataset is from 2026-09-20, but the newest dataset is from 2026-09-28`,
    ]);
  });

  it('uses the second newest dataset if the newest dataset is implausible', async () => {
    await using old = await startMirror(day('2026-09-20'));
    await using next = await startMirror(day('2026-09-27'));
    await using newest = await startMirror(day('2026-09-28'));
    const { value: dataset, mirrors } = await fetchFrom([old.url, newest.url, next.url], {
      accept: (dataset, mirror) => {
        if (dataset.date === '2026-09-28') throw new ImplausibleDatasetError('of yesterday');
        return take(dataset, mirror);
      },
    });
    expect(dataset.mirror).toBe(next.url);
    expect(mirrors.map(({ outcome }) => outcome)).toEqual(['older', 'refused', 'current']);
  });

  it('fails if every mirror’s dataset is older than the dataset that is published already', async () => {
    await using stuck = await startMirror(day('2026-09-20'));
    await using down = await startMirror(answers.status(404));
    const failures: string[] = [];
    const failure: unknown = await fetchFrom([stuck.url, down.url], {
      published: '2026-09-28',
      onFailure: (_, { name }) => failures.push(name),
    }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoUsableMirrorError);
    expect((failure as NoUsableMirrorError).mirrors).toEqual([
      { mirror: stuck.url, outcome: 'older', date: '2026-09-20' },
      { mirror: down.url, outcome: 'failed', date: null },
    ]);
    expect(failures).toEqual(['DownloadError', 'LaggingMirrorError']);
  });

  it('never reports the path or query of a mirror’s URL, which may contain a key', async () => {
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
    const mirrors = [
      `${down.url}/secret?key=secret`,
      `${down.url}/secret?key=other`,
      `${good.url}/secret?key=secret#part`,
    ];
    const dataset = await datasetFrom(mirrors, { onFailure: (mirror) => told.push(mirror) });
    expect(asked.toSorted()).toEqual(['/secret?key=other', '/secret?key=secret', '/secret?key=secret']);
    expect([...told, dataset.mirror]).toEqual([down.url, down.url, good.url]);
  });

  it('reports no failure after the caller aborts', async () => {
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
    expect(failures).toEqual([]);
  });

  it('requests a failing mirror only once if the option limits.tries is 1', async () => {
    await using failing = await startMirror(answers.status(500));
    await expect(fetchFrom([failing.url], { limits: { tries: 1 } })).rejects.toThrow(NoUsableMirrorError);
    expect(failing.requests()).toBe(1);
  });

  it('fails if every mirror fails', async () => {
    await using down = await startMirror(answers.status(404));
    const failure = fetchFrom([down.url]);
    await expect(failure).rejects.toThrow(NoUsableMirrorError);
    await expect(failure).rejects.toThrow('No mirror gave usable rates (1 tried).');
  });
});

describe('fetchDataset (downloads the newest dataset) with dated mirrors (a URL for each day)', () => {
  /** Starts a dated mirror that has the datasets of some days, and lists the days that are requested. */
  async function startDated(dates: readonly string[], otherwise = answers.status(404)) {
    const asked: string[] = [];
    const mirror = await startMirror((response, request) => {
      const date = request.url?.slice(1) ?? '';
      asked.push(date.slice(5));
      (dates.includes(date) ? day(date) : otherwise)(response);
    });
    return { template: new URL('/{date}', mirror.url).href.replace('%7Bdate%7D', '{date}'), asked, mirror };
  }

  it('uses the newest dataset of the dated mirrors if the undated mirror has an older dataset', async () => {
    await using stuck = await startMirror(day('2026-09-20'));
    const [first, second] = [await startDated(['2026-09-26']), await startDated(['2026-09-26', '2026-09-27'])];
    await using _first = first.mirror;
    await using _second = second.mirror;
    const failures: string[] = [];
    const { value: dataset, mirrors } = await fetchFrom([stuck.url], {
      datedMirrors: [first.template, second.template],
      published: '2026-09-20',
      onFailure: (_, { name }) => failures.push(name),
    });
    const url = new URL(second.template).origin;
    expect(dataset).toMatchObject({ date: '2026-09-27', mirror: url });
    expect(mirrors).toEqual([
      { mirror: stuck.url, outcome: 'older', date: '2026-09-20' },
      { mirror: url, outcome: 'current', date: '2026-09-27' },
    ]);
    expect(failures).toEqual(['LaggingMirrorError']);
    expect([first.asked, second.asked]).toEqual([
      ['09-29', '09-28', '09-27'],
      ['09-29', '09-28', '09-27'],
    ]);
  });

  it.each([
    ['no dated mirror if the undated mirror has today’s dataset', '2026-09-29', '', []],
    [
      'only today’s dataset from the dated mirror if the undated mirror has yesterday’s dataset',
      '2026-09-28',
      '2026-09-28',
      ['09-29'],
    ],
    [
      'only today’s and yesterday’s datasets from the dated mirror if yesterday’s dataset is already published',
      '2026-09-20',
      '2026-09-28',
      ['09-29', '09-28'],
    ],
    [
      'the last seven days’ datasets from the dated mirror if the undated mirror has no usable dataset',
      '',
      '',
      ['09-29', '09-28', '09-27', '09-26', '09-25', '09-24', '09-23'],
    ],
    [
      'only the last seven days’ datasets from the dated mirror if the undated mirror’s dataset is 40 days old',
      '2026-08-20',
      '',
      ['09-29', '09-28', '09-27', '09-26', '09-25', '09-24', '09-23'],
    ],
  ])('requests %s', async (_, date, published, expected) => {
    await using mirror = await startMirror(day(date));
    const { template, asked, mirror: dated } = await startDated([]);
    await using _dated = dated;
    await fetchFrom([mirror.url], { datedMirrors: [template], published }).catch(() => undefined);
    expect(asked).toEqual(expected);
  });

  it('requests a dated mirror only once if the mirror fails', async () => {
    await using stuck = await startMirror(day('2026-09-20'));
    const failures: string[] = [];
    for (const answer of [answers.status(503), day('2026-09-20')]) {
      const { template, asked, mirror } = await startDated([], answer);
      await using _mirror = mirror;
      const onFailure = (_: string, { message }: MirrorError) => failures.push(message);
      expect(await datasetFrom([stuck.url], { datedMirrors: [template], onFailure })).toMatchObject({
        date: '2026-09-20',
      });
      expect(asked).toEqual(['09-29']);
    }
    expect(failures).toEqual(['responded with status 503', 'unusable dataset: date: is not 2026-09-29']);
  });
});
