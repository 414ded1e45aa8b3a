import type { Instant, IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import type { Dataset } from './dataset.ts';
import { firstAccepted } from '../testing/process/first-accepted.ts';
import { DatasetSearch, type DatasetSearchOptions } from './dataset-search.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { ImplausibleDatasetError } from '../validation/validate-dataset.ts';

const now: Instant = '2026-09-29T06:00:00.000Z';
const usd: Record<string, number> = recorded.usd;

interface Changes extends Partial<DatasetSearchOptions> {
  /** Throws the error for which a dataset is refused. */
  readonly validate?: (dataset: Dataset) => void;
}

/** The first valid dataset, with its mirror; the outcomes of all mirrors; and their problems by mirror. */
async function searchIn(mirrors: string[], { validate, ...options }: Changes = {}) {
  const search = new DatasetSearch({ catalogue, now, mirrors, limits: { backOff: 10 }, ...options });
  const dataset = await firstAccepted(search, ({ dataset, mirror }) => {
    validate?.(dataset);
    return { ...dataset, mirror };
  });
  const { mirrors: outcomes, problems } = search.outcomes(dataset?.date);
  return { dataset, outcomes, failures: problems };
}
const day = (date: IsoDate, changes: Record<string, number> = {}) =>
  answers.json({ date, usd: { ...usd, ...changes } });

describe('DatasetSearch (downloads the newest dataset from the mirrors)', () => {
  it('uses the first mirror if all mirrors have today’s dataset', async () => {
    await using good = await startMirror(day('2026-09-29'));
    await using spare = await startMirror(day('2026-09-29', { eur: 0.88 }));
    const { dataset, outcomes } = await searchIn([good.url, spare.url]);
    expect(dataset).toMatchObject({ date: '2026-09-29', mirror: good.url });
    expect(dataset?.rates.get('EUR')).toBe(0.88022588);
    expect(outcomes).toEqual([
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
    const { dataset, outcomes } = await searchIn([behind.url, ahead.url], {
      now: '2026-09-29T23:17:00.000Z',
      published,
    });
    expect(dataset).toMatchObject({ date: '2026-09-30', mirror: ahead.url });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['older', 'current']);
  });

  it('accepts no mirror’s dataset of today if tomorrow’s dataset is published already', async () => {
    await using behind = await startMirror(day('2026-09-29'));
    const { dataset } = await searchIn([behind.url, behind.url], { published: '2026-09-30' });
    expect(dataset).toBeUndefined();
  });

  it('uses the third mirror if the first two mirrors fail', async () => {
    await using down = await startMirror(answers.status(500));
    await using wrong = await startMirror(answers.json({ date: '2026-09-29', usd: { usd: 1 } }));
    await using good = await startMirror(day('2026-09-29'));
    const { dataset, failures } = await searchIn([down.url, wrong.url, good.url]);
    expect(dataset?.mirror).toBe(good.url);
    expect(failures).toMatchObject([
      { mirror: down.url, problem: 'responded with status 500' },
      { mirror: wrong.url, problem: expect.stringMatching(/^unusable dataset: /) as string },
    ]);
    expect([down.requests(), wrong.requests()]).toEqual([3, 1]);
  });

  it('uses the second mirror if the first mirror’s dataset is implausible', async () => {
    await using refused = await startMirror(day('2026-09-29', { eur: 9 }));
    await using good = await startMirror(day('2026-09-29'));
    const { dataset, failures } = await searchIn([refused.url, good.url], {
      validate: ({ rates }) => {
        if (rates.get('EUR') === 9) throw new ImplausibleDatasetError('EUR');
      },
    });
    expect(dataset?.mirror).toBe(good.url);
    expect(failures).toMatchObject([{ problem: 'implausible dataset: EUR' }]);
  });

  it('uses the mirror with the newest dataset if no mirror has today’s dataset', async () => {
    await using stuck = await startMirror(day('2026-09-20'));
    await using newest = await startMirror(day('2026-09-28'));
    await using same = await startMirror(day('2026-09-28'));
    const urls = [stuck.url, newest.url, same.url];
    const { dataset, outcomes, failures } = await searchIn(urls, { published: '2026-09-28' });
    expect(dataset).toMatchObject({ date: '2026-09-28', mirror: newest.url });
    expect(outcomes.map(({ outcome, date }) => [outcome, date])).toEqual([
      ['older', '2026-09-20'],
      ['current', '2026-09-28'],
      ['current', '2026-09-28'],
    ]);
    const problem = 'lags behind: its dataset is from 2026-09-20, but the newest rates are from 2026-09-28';
    expect(failures).toMatchObject([{ mirror: stuck.url, problem }]);
  });

  it('uses the second newest dataset if the newest dataset is implausible', async () => {
    await using old = await startMirror(day('2026-09-20'));
    await using next = await startMirror(day('2026-09-27'));
    await using newest = await startMirror(day('2026-09-28'));
    const { dataset, outcomes } = await searchIn([old.url, newest.url, next.url], {
      validate: ({ date }) => {
        if (date === '2026-09-28') throw new ImplausibleDatasetError('of yesterday');
      },
    });
    expect(dataset?.mirror).toBe(next.url);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['older', 'refused', 'current']);
  });

  it('fails if every mirror’s dataset is older than the dataset that is published already', async () => {
    await using stuck = await startMirror(day('2026-09-20'));
    await using down = await startMirror(answers.status(404));
    const found = await searchIn([stuck.url, down.url], { published: '2026-09-28' });
    expect(found).toMatchObject({
      dataset: undefined,
      outcomes: [
        { mirror: stuck.url, outcome: 'older', date: '2026-09-20' },
        { mirror: down.url, outcome: 'failed', date: null },
      ],
      failures: [
        { problem: 'responded with status 404' },
        { problem: expect.stringMatching(/^lags behind: /) as string },
      ],
    });
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
    const { dataset, failures } = await searchIn([
      `${down.url}/secret?key=secret`,
      `${down.url}/secret?key=other`,
      `${good.url}/secret?key=secret#part`,
    ]);
    expect(asked.toSorted()).toEqual(['/secret?key=other', '/secret?key=secret', '/secret?key=secret']);
    expect([...failures, dataset].map((each) => each?.mirror)).toEqual([down.url, down.url, good.url]);
  });

  it('stops with the caller’s reason after the caller aborts', async () => {
    const controller = new AbortController();
    await using hanging = await startMirror(() => {
      controller.abort();
    });
    await using good = await startMirror(day('2026-09-29'));
    const searching = searchIn([hanging.url, good.url], { signal: controller.signal });
    expect(await searching.catch((error: unknown) => error)).toBe(controller.signal.reason);
  });

  it('requests a failing mirror only once if the option limits.tries is 1', async () => {
    await using failing = await startMirror(answers.status(500));
    expect((await searchIn([failing.url], { limits: { tries: 1 } })).dataset).toBeUndefined();
    expect(failing.requests()).toBe(1);
  });
});

describe('DatasetSearch (downloads the newest dataset) with dated mirrors (a URL for each day)', () => {
  /** Starts a dated mirror that has the datasets of some days, and lists the days that are requested. */
  async function startDated(dates: readonly string[], otherwise = answers.status(404)) {
    const asked: string[] = [];
    const mirror = await startMirror((response, request) => {
      const date = request.url?.slice(1) as IsoDate;
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
    const { dataset, outcomes, failures } = await searchIn([stuck.url], {
      datedMirrors: [first.template, second.template],
      published: '2026-09-20',
    });
    const url = new URL(second.template).origin;
    expect(dataset).toMatchObject({ date: '2026-09-27', mirror: url });
    expect(outcomes).toEqual([
      { mirror: stuck.url, outcome: 'older', date: '2026-09-20' },
      { mirror: url, outcome: 'current', date: '2026-09-27' },
    ]);
    expect(failures).toMatchObject([{ problem: expect.stringMatching(/^lags behind: /) as string }]);
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
  ] as const)('requests %s', async (_, date, published, expected) => {
    await using mirror = await startMirror(date === '' ? answers.status(404) : day(date));
    const { template, asked, mirror: dated } = await startDated([]);
    await using _dated = dated;
    await searchIn([mirror.url], { datedMirrors: [template], published: published || undefined });
    expect(asked).toEqual(expected);
  });

  it('requests a dated mirror only once if the mirror fails', async () => {
    await using stuck = await startMirror(day('2026-09-20'));
    for (const [answer, problem] of [
      [answers.status(503), 'responded with status 503'],
      [day('2026-09-20'), 'unusable dataset: date: is not 2026-09-29'],
    ] as const) {
      const { template, asked, mirror } = await startDated([], answer);
      await using _mirror = mirror;
      const { dataset, failures } = await searchIn([stuck.url], { datedMirrors: [template] });
      expect(dataset?.date).toBe('2026-09-20');
      expect(asked).toEqual(['09-29']);
      expect(failures).toMatchObject([{ problem }]);
    }
  });
});
