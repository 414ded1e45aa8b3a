import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestDay } from '../archive/archive.ts';
import { buildStatus } from '../api/documents/status.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { agreeing } from '../testing/data/agreeing.ts';
import { answers, type LoopbackMirror, startMirror } from '../testing/servers/loopback-mirror.ts';
import { recordedDays, recordedFiles } from '../testing/sites/small-site.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../testing/servers/witness-answers.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { terminalReport } from '../operate/generate/terminal-report.ts';
import { nextRates } from './make-site.ts';

const { date, rates } = newestDay(recordedDays) ?? expect.fail();
const { frankfurter, coinbase, map } = witnessAnswers;
const another = ratesOfAnotherSource(rates);
const rows = frankfurter(another, date);
/** A response with changed rates. A currency whose rate becomes null is missing. */
const changed = (change: (rate: number, code: string) => number | null) => {
  const rates = [...another].flatMap(([code, rate]) => {
    const now = code === 'USD' ? 1 : change(rate, code);
    return now === null ? [] : [[code, now] as const];
  });
  return answers.json(map(new Map(rates), date));
};
const text = (body: string) => answers.text(body);
const deep = '{"rates":'.repeat(100_000) + '1' + '}'.repeat(100_000);

/** A witness's failures, responses and outcomes in the status. The tests of the HTTP client cover other failures. */
const kinds: readonly [string, (response: ServerResponse) => unknown, string][] = [
  ['responds with status 404', answers.status(404), 'unreachable'],
  ['sends HTML', text('<!doctype html>'), 'unreachable'],
  ['sends deeply nested JSON', text(deep), 'unusable'],
  ['sends null', text('null'), 'unusable'],
  ['sends an empty list', text('[]'), 'unusable'],
  ['sends an error as JSON', answers.json({ success: false, error: 'invalid_access_key' }), 'unusable'],
  ['states a base other than USD', answers.json(rows.map((row) => ({ ...row, base: 'EUR' }))), 'unusable'],
  ['sends rates per 1 EUR, but states the base USD', changed((rate) => rate / 0.88), 'other_base'],
  ['sends inverted rates (USD per unit, not units per USD)', changed((rate) => 1 / rate), 'scattered'],
  ['sends exactly the dataset’s rates, so it isn’t independent', answers.json(map(rates, date)), 'copy'],
  ['has negative rates', changed((rate) => -rate), 'unusable'],
  ['has a rate that is zero', changed((rate, code) => (code === 'LTC' ? 0 : rate)), 'unusable'],
  ['has an infinite rate', text(`{"rates":{"EUR":1e999,"JPY":1}}`), 'unusable'],
  [
    'has rates that aren’t numbers',
    answers.json({ data: { currency: 'USD', rates: { EUR: 'NaN', JPY: 'Infinity' } } }),
    'unusable',
  ],
  ['lists each currency twice', answers.json([...rows, ...rows]), 'unusable'],
  ['sends rates with a date in the future', answers.json(frankfurter(another, '2027-01-01')), 'unusable'],
  ['sends rates with the invalid date 2026-02-30', answers.json(frankfurter(another, '2026-02-30')), 'unusable'],
  ['sends rates that are a week old', answers.json(frankfurter(another, '2026-09-22')), 'other_days'],
  ['has rates of only four currencies', changed((rate, code) => (code < 'AOA' ? rate : null)), 'unusable'],
  [
    'has its rates in the JSON key __proto__',
    text(`{"rates":{"__proto__":${JSON.stringify(map(another, date).rates)}}}`),
    'unusable',
  ],
  [
    'uses JavaScript property names, such as “constructor”, as currency codes',
    text('{"rates":{"constructor":1,"toString":1,"hasOwnProperty":1}}'),
    'unusable',
  ],
  [
    'has GitHub Actions commands in its currency codes',
    answers.json(coinbase(new Map([...rates.keys()].map((code) => [`${code}\n::error::`, 1])))),
    'unusable',
  ],
];

describe('nextRates (chooses the rates to publish) with a witness', () => {
  let mirror: LoopbackMirror;
  let unasked: Snapshot;
  beforeAll(async () => {
    mirror = await startMirror(answers.json(recorded));
    ({ snapshot: unasked } = await obtain([]));
  });
  afterAll(() => mirror[Symbol.asyncDispose]());

  const obtain = (witnesses: string[]) => {
    const options = {
      mirrors: [mirror.url],
      witnesses,
      datedMirrors: [],
      backfill: 0,
      official: new Map(),
      recorded: false,
    };
    return nextRates({ ...options, now: '2026-09-30T06:17:00.000Z' }, terminalReport(options));
  };

  it.concurrent.each(kinds)(
    'ignores a witness that %s',
    async (_, answer, outcome) => {
      await using witness = await startMirror(answer);
      const { snapshot, archive } = await obtain([witness.url]);
      const { counts, witnesses } = buildStatus(snapshot, { ...recordedFiles, days: archive.days.length });
      expect(witnesses.requested).toEqual([
        expect.objectContaining({ witness: new URL(witness.url).host, outcome, compared: 0 }),
      ]);
      expect(witnesses.disputed).toEqual([]);
      expect(witnesses.unwitnessed).toHaveLength((newestDay(archive)?.rates.size ?? NaN) - 1);
      expect(archive.comparisons).toEqual([]);
      expect(counts).toEqual(buildStatus(unasked, { ...recordedFiles, days: archive.days.length }).counts);
      expect(snapshot.rates).toEqual(unasked.rates);
    },
    30_000,
  );

  it.each([
    ['an array of objects, one for each currency', rows],
    ['an object whose values are numbers', map(another, date)],
    ['an object whose values are strings', coinbase(another)],
  ])('accepts a witness’s rates as %s', async (_, body) => {
    await using witness = await startMirror(answers.json(body));
    const { snapshot } = await obtain([witness.url]);
    const compared = rates.size - 1;
    expect(snapshot.witnesses.requested).toEqual([
      expect.objectContaining({
        outcome: 'compared',
        compared,
        agreeing: agreeing(compared, compared, compared, compared),
      }),
    ]);
  });
});
