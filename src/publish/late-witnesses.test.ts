import type { Instant } from '../money/calendar.ts';
import { capturedStderr } from '../testing/process/captured-stderr.ts';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { pegs } from '../money/currencies/facts.ts';
import type { Dataset } from '../download/dataset.ts';
import { paths } from '../api/paths.ts';
import { buildStatus } from '../api/documents/status.ts';
import { recordedFiles } from '../testing/sites/small-site.ts';
import { answers, type LoopbackMirror, startMirror } from '../testing/servers/loopback-mirror.ts';
import { datasetOf, type Script } from '../testing/data/scripted-months.ts';
import { type Publisher, startPublisher } from '../testing/process/start-publisher.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../testing/servers/witness-answers.ts';

const START = 20;
const scripts: Record<string, Script> = {
  // The last recorded rate of SYP is for the old Syrian pound, so it is 100 times the right rate.
  SYP: { truth: () => 0.01 },
  // A move of 20%, which needs the confirmation of only one witness.
  ZMW: { truth: (day) => (day < START ? 1 : 1.2) },
};
const dayOf = (day: number) => datasetOf(scripts, '2026-09-10', day);
const before = Array.from({ length: START }, (_, day) => dayOf(day));
const dataset = dayOf(START);
const right = ratesOfAnotherSource(dataset.rates);
const at = (hour: string): Instant => `2026-09-30T${hour}:17:00.000Z`;
const [morning, later, evenLater] = [at('06'), at('07'), at('08')];

/** The second witness's response, which may change between publishes. */
let second: (response: ServerResponse) => unknown;
let first: LoopbackMirror;
let late: LoopbackMirror;
let site: Publisher;
const stderr = capturedStderr();
let stdout: MockInstance<typeof process.stdout.write>;
const hostOf = (witness: LoopbackMirror) => new URL(witness.url).host;

beforeEach(async () => {
  stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  second = answers.status(401);
  // The first witness has no ZMW, and a different rate for THB.
  const ofFirst = new Map(right).set('THB', (right.get('THB') ?? NaN) * 1.3);
  ofFirst.delete('ZMW');
  first = await startMirror(answers.json(witnessAnswers.map(ofFirst, dataset.date)));
  late = await startMirror((response) => second(response));
  site = await startPublisher(before);
});
afterEach(async () => {
  stdout.mockRestore();
  for (const each of [first, late, site]) await each[Symbol.asyncDispose]();
});
const publish = (now = morning, of: Dataset = dataset) =>
  site.publish({ dataset: of, witnesses: [first.url, late.url], now });

describe('witness (source for cross-checks) that returned no rates in the first publish', () => {
  it('confirms a held rate if it returns its rates an hour later', async () => {
    const { snapshot: held, archive } = await publish();
    expect(held.quality.get('ZMW')).toMatchObject({ state: 'held', reason: 'implausible_move' });
    expect(held.witnesses).toMatchObject({ requested_at: morning, unwitnessed: ['ZMW'] });
    expect(archive.comparisons).toMatchObject([{ code: 'THB', witness: hostOf(first) }]);

    second = answers.json(witnessAnswers.map(right, dataset.date));
    const again = await publish(later);
    expect(again.snapshot.quality.get('ZMW')).toMatchObject({
      ...{ state: 'accepted', reason: 'confirmed', witnesses: [hostOf(late)] },
      published: dataset.rates.get('ZMW'),
    });
    expect(again.archive.days).toEqual(archive.days);
    expect(again.archive.comparisons).toEqual([
      ...archive.comparisons,
      expect.objectContaining({ date: dataset.date, code: 'ZMW', witness: hostOf(late) }),
    ]);
    expect(again.snapshot).toMatchObject({ retrieved_at: morning, checked_at: later, disputed: held.disputed });
    const [ofFirst] = held.witnesses.requested;
    expect(again.snapshot.witnesses).toEqual({
      requested_at: later,
      requested: [ofFirst, expect.objectContaining({ witness: hostOf(late), outcome: 'compared', compared: 172 })],
      unwitnessed: [],
    });
    const { witnesses, counts } = buildStatus(again.snapshot, { ...recordedFiles, days: again.archive.days.length });
    expect(witnesses).toMatchObject({ requested_at: later, requested: [{ compared: 171 }, { outcome: 'compared' }] });
    expect(counts).toMatchObject({ held: 0, accepted: 1 });

    // After both witnesses have responded, no witness is requested again.
    const third = await publish(evenLater);
    expect(third.snapshot).toEqual({ ...again.snapshot, checked_at: evenLater });
    expect([first.requests(), late.requests()]).toEqual([1, 2]);
  });

  it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    ['still returns no rates', answers.status(401), /^Witness 127\S+: responded with status 401$/gm],
    ['returns an invalid response', answers.json({ rates: { EUR: 0 } }), /^Witness 127\S+: unusable response: EUR: /gm],
  ])('doesn’t change the published rates if an hour later it %s', async (_, answer, line) => {
    const { snapshot, archive } = await publish();
    const files = site.files();
    second = answer;
    stderr.clear();
    const again = await publish(later);
    expect(again.snapshot).toEqual({ ...snapshot, checked_at: later });
    expect(again.archive).toEqual(archive);
    expect([...site.files()].filter(([path, body]) => files.get(path) !== body).map(([path]) => path)).toEqual([
      paths.referenceRates,
    ]);
    expect(stderr.text().match(line)).toHaveLength(1);
    expect([first.requests(), late.requests()]).toEqual([1, 2]);
  });

  it('is ignored as a copy if its rates are identical to the dataset’s', async () => {
    const { archive } = await publish();
    second = answers.json(witnessAnswers.map(dataset.rates, dataset.date));
    const again = await publish(later);
    expect(again.snapshot.quality.get('ZMW')).toMatchObject({ state: 'held' });
    expect(again.snapshot.witnesses).toMatchObject({
      ...{ requested_at: later, unwitnessed: ['ZMW'] },
      requested: [{ outcome: 'compared' }, { witness: hostOf(late), outcome: 'copy', compared: 0 }],
    });
    expect(again.archive).toEqual(archive);
  });

  it('makes the published rates stale if its rates show that the dataset’s base isn’t USD', async () => {
    const isFloating = (code: string) => code !== 'USD' && pegs.get(code)?.anchor !== 'USD';
    const slipped: Dataset = {
      date: dataset.date,
      rates: new Map(Array.from(dataset.rates, ([code, rate]) => [code, isFloating(code) ? rate * 1.028 : rate])),
    };
    const { snapshot } = await site.publish({ dataset: slipped, witnesses: [late.url] });
    expect(snapshot.stale_reason).toBeNull();
    second = answers.json(witnessAnswers.map(right, dataset.date));
    const again = await site.publish({ dataset: slipped, witnesses: [late.url], now: later });
    expect(again.snapshot).toEqual({
      ...snapshot,
      ...{ checked_at: later, stale_reason: 'cached_fallback', stale_since: later },
      mirrors: [{ mirror: snapshot.mirror, outcome: 'refused', date: dataset.date }],
    });
    expect(stderr.text()).toContain(`as the rates of ${hostOf(late)} show: its base isn’t USD`);
  });
});
