import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { buildStatus } from '../documents/status.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { NoUsableMirrorError } from './errors.ts';
import { fetchSnapshot, type FetchOptions } from './fetch-snapshot.ts';
import { answers, startMirror } from '../testing/loopback-mirror.ts';
import recorded from './recorded/usd-2026-09-29.json' with { type: 'json' };
import { inPresentUnit } from './former-units.ts';
import { checkPrevious } from './previous-snapshot.ts';
import { passGate } from './quality-gate.ts';
import { recordedSnapshot, recordedYardstick } from './recorded-snapshot.ts';

const now = '2026-09-30T06:00:00.000Z';
const yardstick = recordedYardstick(catalogue);
const usd: Record<string, number> = recorded.usd;

const fetchFrom = (mirrors: string[], options: Partial<FetchOptions> = {}) =>
  fetchSnapshot({
    catalogue,
    yardstick,
    previous: null,
    now,
    mirrors,
    limits: { backOff: 10 },
    ...options,
  });
const day = (date: string, changes: Record<string, number> = {}) => answers.json({ date, usd: { ...usd, ...changes } });

describe('the snapshot', () => {
  it('comes from the first mirror that works, and later ones are not asked', async () => {
    await using good = await startMirror(day('2026-09-29'));
    await using spare = await startMirror(day('2026-09-29'));
    const snapshot = await fetchFrom([good.url, spare.url]);
    expect(snapshot).toMatchObject({ asOf: '2026-09-29', retrievedAt: now, checkedAt: now, staleReason: null });
    expect(snapshot.mirror).toBe(good.url);
    expect(snapshot.rates.get('EUR')).toBe(0.88022588);
    expect(spare.requests()).toBe(0);
  });

  it('comes from a later mirror when earlier ones fail, each failure told', async () => {
    await using down = await startMirror(answers.status(500));
    await using wrong = await startMirror(answers.json({ date: '2026-09-29', usd: { usd: 1 } }));
    await using good = await startMirror(day('2026-09-29'));
    const failures: string[] = [];
    const snapshot = await fetchFrom([down.url, wrong.url, good.url], {
      onFailure: (mirror, { name }) => failures.push(`${mirror} ${name}`),
    });
    expect(snapshot.mirror).toBe(good.url);
    expect(failures).toEqual([`${down.url} DownloadError`, `${wrong.url} DatasetError`]);
    expect([down.requests(), wrong.requests()]).toEqual([3, 1]);
  });

  it('comes from a later mirror when too little of an earlier one’s can be believed for a first publish', async () => {
    await using spoilt = await startMirror(day('2026-09-29', { eur: 88 }));
    await using good = await startMirror(day('2026-09-29'));
    const failures: string[] = [];
    const snapshot = await fetchFrom([spoilt.url, good.url], { onFailure: (_, { name }) => failures.push(name) });
    expect(snapshot.mirror).toBe(good.url);
    expect(failures).toEqual(['ImplausibleDatasetError']);
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
    const snapshot = await fetchFrom(mirrors, { onFailure: (mirror) => told.push(mirror) });
    expect(asked).toEqual(['/usd.json?key=secret', '/usd.json?key=other', '/usd.json?key=secret']);
    expect([...told, snapshot.mirror]).toEqual([down.url, down.url, good.url]);
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

describe('beside what was published, the snapshot', () => {
  const published = async (): Promise<Snapshot> => {
    await using mirror = await startMirror(day('2026-09-29'));
    return await fetchFrom([mirror.url], { now: '2026-09-29T06:00:00.000Z' });
  };

  it('of the same dataset keeps all but the time of the check', async () => {
    const previous = await published();
    await using mirror = await startMirror(day('2026-09-29'));
    const snapshot = await fetchFrom([mirror.url], { previous });
    expect(snapshot).toEqual({ ...previous, checkedAt: now });
  });

  it('of the same dataset grows stale with its date', async () => {
    const previous = await published();
    await using mirror = await startMirror(day('2026-09-29'));
    const later = '2026-10-03T06:00:00.000Z';
    const snapshot = await fetchFrom([mirror.url], { previous, now: later });
    expect(snapshot).toEqual({ ...previous, checkedAt: later, staleReason: 'source_date_old' });
  });

  it('of another edition of the same day is a new one', async () => {
    const previous = await published();
    await using mirror = await startMirror(day('2026-09-29', { eur: 0.88 }));
    const snapshot = await fetchFrom([mirror.url], { previous });
    expect(snapshot).toMatchObject({ asOf: '2026-09-29', retrievedAt: now });
    expect(snapshot.rates.get('EUR')).toBe(0.88);
  });

  it('is never an older one: the next mirror is asked', async () => {
    const previous = await published();
    await using lagging = await startMirror(day('2026-09-28'));
    await using good = await startMirror(day('2026-09-30'));
    const failures: string[] = [];
    const snapshot = await fetchFrom([lagging.url, good.url], {
      previous,
      onFailure: (_, { message }) => failures.push(message),
    });
    expect(snapshot).toMatchObject({ asOf: '2026-09-30', mirror: good.url });
    expect(failures).toEqual(['lags behind: its dataset is of 2026-09-28, the published one of 2026-09-29']);
  });

  it('stays the published one where mirrors lag or fail', async () => {
    const previous = await published();
    await using lagging = await startMirror(day('2026-09-28'));
    await using down = await startMirror(answers.status(404));
    const snapshot = await fetchFrom([down.url, lagging.url], { previous });
    expect(snapshot).toEqual({ ...previous, checkedAt: now });
  });

  it('does not come from a mirror whose dataset is implausible as a whole', async () => {
    const previous = await published();
    const shifted = Object.fromEntries(
      Object.keys(usd).map((code) => [code, code === 'usd' ? 1 : (usd[code] ?? 0) * 7]),
    );
    await using broken = await startMirror(day('2026-09-30', shifted));
    await using good = await startMirror(day('2026-09-30'));
    const failures: string[] = [];
    const snapshot = await fetchFrom([broken.url, good.url], {
      previous,
      onFailure: (_, { name }) => failures.push(name),
    });
    expect(snapshot.mirror).toBe(good.url);
    expect(failures).toEqual(['ImplausibleDatasetError']);
  });

  it('with a held rate is the same one while the same dataset is offered', async () => {
    const previous = await published();
    await using spike = await startMirror(day('2026-09-30', { zmw: 0.2 }));
    const held = await fetchFrom([spike.url], { previous });
    expect(held.quality.get('ZMW')).toMatchObject({ state: 'held', offered: 0.2, agreeing: 1 });
    const again = await fetchFrom([spike.url], { previous: held, now: '2026-09-30T07:00:00.000Z' });
    expect(again).toEqual({ ...held, checkedAt: '2026-09-30T07:00:00.000Z' });
  });
});

describe('the Syrian pound, of which the source quotes the old unit again,', () => {
  /** What is published of it after each of these days, the first one without a previous site. */
  async function publish(quotes: (number | undefined)[], first: Snapshot | null = null) {
    let previous = first;
    const days: unknown[] = [];
    for (const [index, syp] of quotes.entries()) {
      const date = `2026-10-${10 + index}`;
      await using mirror = await startMirror(answers.json({ date, usd: { ...usd, syp } }));
      const context = { catalogue, yardstick, now: `${date}T06:00:00.000Z` };
      previous = previous && checkPrevious(previous, context);
      previous = await fetchFrom([mirror.url], { ...context, previous });
      days.push([previous.rates.get('SYP'), previous.quality.get('SYP')?.state ?? 'ok']);
    }
    return days;
  }
  const leftOut = [undefined, 'held'];

  it('is left out at a fresh start, however many datasets agree, until the source is right again', async () => {
    const days = await publish([13_003, 13_004, 13_002, 13_003, 13_001, undefined, 13_003, 110.5, 110.6]);
    expect(days).toEqual([...Array<unknown>(7).fill(leftOut), [110.5, 'ok'], [110.6, 'ok']]);
  });

  it('is published at a fresh start when the source is right', async () => {
    expect(await publish([110.5, 13_003, 13_003, 13_003, 13_003, 111])).toEqual([
      [110.5, 'ok'],
      ...Array<unknown>(4).fill([110.5, 'held']),
      [111, 'ok'],
    ]);
  });

  it('is left out once a site that had published the old unit is published again', async () => {
    const wrong = {
      ...recordedSnapshot(catalogue, now),
      rates: new Map([...yardstick, ['SYP', 13_003]]),
      quality: new Map(),
    };
    expect(await publish([13_003], wrong)).toEqual([leftOut]);
    const { rates, quality } = checkPrevious(wrong, { catalogue, yardstick, now });
    expect(rates.has('SYP')).toBe(false);
    // Said also where no mirror works and what was published stays.
    expect(quality.get('SYP')).toMatchObject({
      state: 'held',
      reason: 'implausible_move',
      published: null,
      offered: 13_003,
    });
  });

  it('has the new unit from the very day of its redenomination on', () => {
    const asOld = (date: string) => inPresentUnit('SYP', 11_057, date);
    expect([asOld('2026-01-07'), asOld('2026-01-08')]).toEqual([11_057, 110.52425171]);
    expect(inPresentUnit('SYP', 110, '2026-01-08')).toBe(110);
    expect(inPresentUnit('EUR', 11_057, '2026-01-08')).toBe(11_057);
  });

  it('may have any rate of before its redenomination', () => {
    const before = { date: '2026-01-06', rates: new Map([...yardstick, ['SYP', 11_057]]) };
    const previous = { asOf: '2026-01-05', rates: before.rates, quality: new Map() };
    expect(passGate({ catalogue, previous, yardstick, dataset: before }).quality.size).toBe(0);
  });
});

describe('the recorded snapshot', () => {
  it('is a real day as the gate lets it pass, and admits to be a fallback', () => {
    const snapshot = recordedSnapshot(catalogue, now);
    expect(snapshot).toMatchObject({
      asOf: '2026-09-29',
      retrievedAt: '2026-09-29T00:00:00.000Z',
      checkedAt: now,
      staleReason: 'cached_fallback',
    });
    expect(catalogue.filter(({ code }) => !snapshot.rates.has(code)).map(({ code }) => code)).toEqual(['SYP']);
    expect(snapshot.rates.get('EUR')).toBe(0.88022588);
  });

  it('leaves out the pound that Syria no longer has, and says so', () => {
    const { currencies, counts } = buildStatus(recordedSnapshot(catalogue, now));
    expect(counts).toEqual({ ok: 168, held: 1, accepted: 0, left_out: 1 });
    expect(currencies).toEqual([
      {
        code: 'SYP',
        state: 'held',
        reason: 'implausible_move',
        since: '2026-09-29',
        published: null,
        good_as_of: null,
        offered: 13003.41544707,
        offered_as_of: '2026-09-29',
        agreeing_datasets: 1,
      },
    ]);
  });
});
