import { capturedStderr } from '../testing/process/captured-stderr.ts';
import { describe, expect, it } from 'vitest';
import { isMetal, withoutMetals } from '../money/currencies/metals.ts';
import { pegs } from '../money/currencies/facts.ts';
import type { Dataset } from '../download/dataset.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { datasetOf, type Script } from '../testing/data/scripted-months.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { recordedCatalogue, recordedDays } from '../testing/sites/small-site.ts';
import { startPublisher } from '../testing/process/start-publisher.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../testing/servers/witness-answers.ts';

/** The index of the first day that a test publishes, counted from the site's first day. */
const START = 20;
/** The last recorded rate of SYP is for the old Syrian pound, so it is 100 times the right rate. */
const rightPound: Script = { truth: () => 0.01 };
const dayOf = (day: number, scripts: Record<string, Script> = {}) =>
  datasetOf({ SYP: rightPound, ...scripts }, '2026-09-10', day);
const before = Array.from({ length: START }, (_, day) => dayOf(day));
/** Leaves out currencies that the recorded days lack, because new currencies wait for a second dataset. */
const doubted = (quality: Snapshot['quality']) => [...quality.keys()].filter((code) => recordedCodes.has(code));
const recordedCodes = new Set(recordedCatalogue.map(({ code }) => code));
const recorded = (code: string) => recordedDays.days.at(-1)?.rates.get(code) ?? NaN;
const times = ({ date, rates }: Dataset, factorOf: (code: string) => number): Dataset => ({
  date,
  rates: new Map(Array.from(rates, ([code, rate]) => [code, code === 'USD' ? 1 : rate * factorOf(code)])),
});

const stderr = capturedStderr();

describe('site with daily publishes', () => {
  it('holds DKK at its official parity while the source has no rate of DKK', async () => {
    await using site = await startPublisher(before);
    const euro: Script = { truth: (day) => 1 + 0.002 * (day % 7) };
    const scripts = { EUR: euro, DKK: { ...euro, source: () => null } };
    for (const day of [START, START + 1, START + 2]) {
      const dataset = dayOf(day, scripts);
      const { rates, quality, rate_as_of } = (await site.publish({ dataset })).snapshot;
      expect(rate_as_of).toBe(dataset.date);
      const { DKK, ...others } = Object.fromEntries(rates);
      expect(others).toEqual(Object.fromEntries(dataset.rates));
      expect(DKK).toBeCloseTo((pegs.get('DKK')?.parity ?? NaN) * (rates.get('EUR') ?? NaN), 10);
      expect(doubted(quality)).toEqual(['DKK']);
      const held = { state: 'held', reason: 'missing', basis: 'official_parity', source_value: null };
      expect(quality.get('DKK')).toMatchObject({ ...held, published: DKK, published_as_of: dataset.date });
    }
    const { snapshot } = await site.publish({ dataset: dayOf(START + 3, { EUR: euro, DKK: euro }) });
    expect(doubted(snapshot.quality)).toEqual([]);
  });

  it('publishes metals with the second dataset after an update from a version without metals, and keeps its days', async () => {
    const older = before.map(({ date, rates }) => ({ date, rates: withoutMetals(rates) }));
    await using site = await startPublisher(older);
    const metalsIn = (rates: ReadonlyMap<string, unknown>) => [...rates.keys()].filter(isMetal);
    const first = await site.publish({ dataset: dayOf(START) });
    expect(first.archive.days.slice(0, -1)).toEqual(older);
    expect([metalsIn(first.snapshot.rates), metalsIn(first.snapshot.quality).length]).toEqual([[], 4]);
    expect(first.snapshot.quality.get('XAU')).toMatchObject({
      state: 'omitted',
      reason: 'no_recent_rate',
      needed_datasets: 2,
    });
    const second = await site.publish({ dataset: dayOf(START + 1) });
    expect(metalsIn(second.snapshot.rates)).toEqual(['XAG', 'XAU', 'XPD', 'XPT']);
    expect(second.archive.gaps).toEqual(first.archive.gaps);
  });

  it('holds HKD at its official parity until 30 datasets agree on a different rate', async () => {
    const off: Script = { truth: () => 7 / recorded('HKD') };
    // The first 24 datasets are in the archive from the start, because publishing each of them would take seconds.
    const archived = Array.from({ length: 24 }, (_, day) => dayOf(START + day, { HKD: off }));
    await using site = await startPublisher([...before, ...archived]);
    const states: [string, number | undefined, string][] = [];
    for (let day = START + archived.length; day < START + 33; day++) {
      const dataset = dayOf(day, { HKD: off });
      const { rates, quality, rate_as_of } = (await site.publish({ dataset })).snapshot;
      expect([rate_as_of, rates.size]).toEqual([dataset.date, dataset.rates.size]);
      const { state, reason, published_as_of } = quality.get('HKD') ?? {
        state: 'ok',
        reason: '',
        published_as_of: rate_as_of,
      };
      expect(published_as_of).toBe(rate_as_of);
      states.push([state, rates.get('HKD'), reason]);
    }
    expect(states).toEqual([
      ...Array.from({ length: 5 }, () => ['held', 7.8, 'off_parity']),
      ['accepted', 7, 'datasets_agreed'],
      ...Array.from({ length: 3 }, () => ['ok', 7, '']),
    ]);
  });

  it('keeps the previous day’s rates if all rates of the new dataset are 2.9% too high', async () => {
    await using site = await startPublisher(before);
    const { snapshot: good } = await site.publish({ dataset: dayOf(START) });
    const slipped = times(dayOf(START + 1), () => 1.029);
    const { snapshot } = await site.publish({ dataset: slipped });
    const checked_at = '2026-10-01T06:17:00.000Z';
    expect(snapshot).toEqual({
      ...good,
      ...{ checked_at, stale_reason: 'cached_fallback', stale_since: checked_at },
      mirrors: [{ mirror: good.mirror, outcome: 'refused', date: '2026-10-01' }],
    });
    expect(stderr.text()).toContain(
      'implausible dataset: its rates are off by one and the same factor, 1.029, as the official parities to USD show: ' +
        'its base isn’t USD\n',
    );
    expect((await site.publish({ dataset: dayOf(START + 2) })).snapshot).toMatchObject({
      rate_as_of: '2026-10-02',
      stale_reason: null,
    });
  });

  it('keeps the previous day’s rates if, except for USD’s pegs, the dataset is 2.9% above a witness’s rates', async () => {
    const dataset = dayOf(START);
    await using witness = await startMirror(
      answers.json(witnessAnswers.map(ratesOfAnotherSource(dataset.rates), dataset.date)),
    );
    await using site = await startPublisher(before);
    const slipped = times(dataset, (code) => (pegs.get(code)?.anchor === 'USD' ? 1 : 1.029));
    const { snapshot } = await site.publish({ dataset: slipped, witnesses: [witness.url] });
    expect(snapshot).toMatchObject({ rate_as_of: '2026-09-29', stale_reason: 'cached_fallback' });
    expect(stderr.text()).toMatch(
      new RegExp(
        `off by one and the same factor, 1\\.0(28|29|30)\\d*, as the rates of ${new URL(witness.url).host} show: `,
      ),
    );
  });

  it('publishes rates that stay the same for 8 days, and prints that they are frozen', async () => {
    await using site = await startPublisher(before);
    const { rates } = dayOf(START);
    for (let day = START; day < START + 8; day++) {
      const dataset = { date: dayOf(day).date, rates };
      stderr.clear();
      const { snapshot } = await site.publish({ dataset });
      expect(snapshot).toMatchObject({ rate_as_of: dataset.date, stale_reason: null, rates });
    }
    expect(stderr.text()).toMatch(
      /^Validation: \d+ frozen \(AFN, ALL, (\w+, ){3}…\)\. For the reasons, see api\/v1\/status\.$/m,
    );
  });

  it('is published even if a witness’s rate of ZMW is about 10^16 times the source’s rate', async () => {
    const dataset = dayOf(START);
    await using witness = await startMirror(
      answers.json(witnessAnswers.map(ratesOfAnotherSource(dataset.rates), dataset.date)),
    );
    await using site = await startPublisher(before);
    const edition = (zmw: number): Dataset => ({ ...dataset, rates: new Map(dataset.rates).set('ZMW', zmw) });
    const first = await site.publish({ dataset: edition(1e14), witnesses: [witness.url] });
    expect(first.archive.comparisons).toMatchObject([{ code: 'ZMW', date: dataset.date }]);
    // The witness's rate is about 20, about 10^16 times this edition's rate. The witness isn't requested again.
    const second = await site.publish({ dataset: edition(1e-15) });
    expect(second.archive.comparisons).toEqual([]);
    const next = await site.publish({ dataset: dayOf(START + 1) });
    expect(next.snapshot).toMatchObject({ rate_as_of: '2026-10-01', stale_reason: null });
  });
});
