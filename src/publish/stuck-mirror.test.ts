import { capturedStderr } from '../testing/process/captured-stderr.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset } from '../download/dataset.ts';
import { paths } from '../api/paths.ts';
import { answers, type LoopbackMirror, startMirror } from '../testing/servers/loopback-mirror.ts';
import { datasetOf, type Script } from '../testing/data/scripted-months.ts';
import { answerOf, startPublisher } from '../testing/process/start-publisher.ts';

/** The index of the first day that a test publishes, counted from the site's first day. */
const START = 20;
/** The last recorded rate of SYP is for the old Syrian pound, so it is 100 times the right rate. */
const rightPound: Script = { truth: () => 0.01 };
const dayOf = (day: number) => datasetOf({ SYP: rightPound }, '2026-09-10', day);
const before = Array.from({ length: START }, (_, day) => dayOf(day));
/** The newest day of a site at the start of a test. */
const last = dayOf(START - 1);

/** Datasets of the two mirrors and of the dated mirror. */
let first: Dataset;
let second: Dataset;
let dated: readonly Dataset[];
const servers: LoopbackMirror[] = [];
let urls: { readonly mirrors: readonly string[]; readonly datedMirrors: readonly string[] };

beforeAll(async () => {
  const [one, two, three] = await Promise.all([
    startMirror((response) => answers.json(answerOf(first))(response)),
    startMirror((response) => answers.json(answerOf(second))(response)),
    startMirror((response, { url }) => {
      const found = dated.find(({ date }) => url === `/${date}`);
      (found ? answers.json(answerOf(found)) : answers.status(404))(response);
    }),
  ]);
  servers.push(one, two, three);
  urls = { mirrors: [one.url, two.url], datedMirrors: [`${three.url}/{date}`] };
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});

const stderr = capturedStderr();
/** The printed lines about mirrors. */
const lags = () =>
  stderr
    .text()
    .split('\n')
    .filter((line) => line.startsWith('http'));
beforeEach(() => {
  [first, second, dated] = [last, last, []];
});

describe('site with mirrors that are stuck (still serve an old dataset) or down', () => {
  it('stays current for at least five days if only the first mirror is stuck', async () => {
    await using site = await startPublisher(before);
    for (let day = START; day < START + 5; day++) {
      const dataset = dayOf(day);
      // In the first hours of a day, the source's newest dataset is from the previous day.
      const early = await site.publish({ dataset, ...urls, now: `${dataset.date}T01:17:00.000Z` });
      expect(early.snapshot).toMatchObject({ rate_as_of: second.date, stale_reason: null });
      second = dataset;
      stderr.clear();
      const { snapshot } = await site.publish({ dataset, ...urls });
      expect(snapshot).toMatchObject({
        rate_as_of: dataset.date,
        stale_reason: null,
        stale_since: null,
        mirror: urls.mirrors[1],
      });
      expect(snapshot.mirrors).toEqual([
        { mirror: urls.mirrors[0], outcome: 'older', date: last.date },
        { mirror: urls.mirrors[1], outcome: 'current', date: dataset.date },
      ]);
      expect(lags()).toEqual([
        `${urls.mirrors[0] ?? ''}: lags behind: its dataset is from ${last.date}, but the newest rates are from ${dataset.date}`,
      ]);
      const files = site.files();
      await site.publish({ dataset, ...urls, now: `${dataset.date}T07:17:00.000Z` });
      expect([...site.files()].filter(([path, body]) => files.get(path) !== body).map(([path]) => path)).toEqual([
        paths.referenceRates,
      ]);
    }
    [first, second] = [dayOf(START + 5), dayOf(START + 5)];
    stderr.clear();
    const { snapshot, archive } = await site.publish({ dataset: first, ...urls });
    expect(snapshot).toMatchObject({ rate_as_of: first.date, mirror: urls.mirrors[0] });
    expect(archive.days).toHaveLength(START + 6);
    expect(lags()).toEqual([]);
  });

  it('stays current if a dated mirror (has a URL for each day) has the missing days', async () => {
    await using site = await startPublisher(before);
    for (const day of [START, START + 1]) {
      const dataset = dayOf(day);
      dated = [...dated, dataset];
      const { snapshot } = await site.publish({ dataset, ...urls });
      expect(snapshot).toMatchObject({ rate_as_of: dataset.date, stale_reason: null });
      expect(snapshot.mirrors.map(({ outcome, date }) => [outcome, date])).toEqual([
        ['older', last.date],
        ['older', last.date],
        ['current', dataset.date],
      ]);
      const later = await site.publish({ dataset, ...urls, now: `${dataset.date}T07:17:00.000Z` });
      expect(later.snapshot).toEqual({ ...snapshot, checked_at: `${dataset.date}T07:17:00.000Z` });
    }
  });

  it('becomes stale three days after the newest day that any mirror has', async () => {
    await using site = await startPublisher(before);
    const since: unknown[] = [];
    for (const day of [START, START + 1, START + 2, START + 3]) {
      const { snapshot } = await site.publish({ dataset: dayOf(day), ...urls });
      since.push([dayOf(day).date, snapshot.stale_reason, snapshot.stale_since]);
    }
    expect(since).toEqual([
      ['2026-09-30', null, null],
      ['2026-10-01', null, null],
      ['2026-10-02', 'source_date_old', '2026-10-02T06:17:00.000Z'],
      ['2026-10-03', 'source_date_old', '2026-10-02T06:17:00.000Z'],
    ]);
    second = dayOf(START + 4);
    const { snapshot } = await site.publish({ dataset: second, ...urls });
    expect(snapshot).toMatchObject({ rate_as_of: second.date, stale_reason: null, stale_since: null });
  });

  it('states for each mirror whether its download failed, during and after an outage of all mirrors', async () => {
    await using site = await startPublisher(before);
    const down = await site.publish({
      ...{ dataset: last, now: '2026-09-30T06:17:00.000Z' },
      mirrors: ['/nowhere', '/gone'].map((path) => new URL(path, servers[2]?.url).href),
    });
    expect(down.snapshot).toMatchObject({ stale_reason: 'cached_fallback', stale_since: '2026-09-30T06:17:00.000Z' });
    expect(down.snapshot.mirrors.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
    const back = await site.publish({ dataset: last, ...urls, now: '2026-09-30T07:17:00.000Z' });
    expect(back.snapshot).toMatchObject({ stale_reason: null, stale_since: null });
    expect(back.snapshot.mirrors.map(({ outcome }) => outcome)).toEqual(['current', 'current']);
  });
});
