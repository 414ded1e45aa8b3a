import type { Instant } from '../money/calendar.ts';
import fc from 'fast-check';
import day20251101 from '../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import day20251206 from '../testing/data/days/usd-2025-12-06.json' with { type: 'json' };
import day20251207 from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../money/currencies/catalogue.ts';
import { validateDataset } from '../validation/validate-dataset.ts';
import type { ValidatedDay } from '../validation/validate-archive.ts';
import { completenessProblems, defaultCompleteness } from '../validation/completeness.ts';
import { problemOf } from './errors.ts';
import { type Dataset, parseDataset } from './dataset.ts';
import { isPossibleRate } from '../money/rates.ts';
import { FIRST_DAY } from '../sources/provider.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { recordedDays } from '../testing/sites/small-site.ts';
import { DatasetSearch } from './dataset-search.ts';
import type { FoundDataset } from './fetch-dataset.ts';
import { firstAccepted } from '../testing/process/first-accepted.ts';

const now: Instant = '2026-09-30T06:00:00.000Z';
/** An archive of the recorded days that are used below, and of a few days near them. */
const archive = {
  days: recordedDays.days.filter(({ date }) => /^2025-1[01]|^2025-12-0|^2026-09-2[789]/.test(date)),
  gaps: [],
  comparisons: [],
};
const validSnapshot = ({ dataset, mirror }: Pick<FoundDataset, 'dataset' | 'mirror'>) => ({
  asOf: dataset.date,
  mirror,
  ...validateDataset(dataset, archive, catalogue).validated.newest(),
});
/** The problem of an error that Ratesheet's own code threw has this text. */
const BUG = 'a bug in Ratesheet';
const searchIn = (mirrors: string[]) => new DatasetSearch({ catalogue, now, mirrors });

/** A JSON object as pairs of key and JSON text, so that a key can appear twice and a value can be invalid JSON. */
type Members = readonly (readonly [key: string, json: string])[];
const write = (members: Members) => `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
const read = (object: object): Members => Object.entries(object).map(([key, value]) => [key, JSON.stringify(value)]);

const listed = catalogue.toSorted(byPublishedOrder).map(({ code }) => code);
/** Real datasets with few of the values outside the catalogue, because these values take time and are ignored. */
const days = [day20251101, day20251206, day20251207, recorded].map(({ date, usd }) => ({
  date,
  usd: read(usd).filter(([key], index) => listed.includes(key.toUpperCase()) || index % 20 === 0),
}));
const withUsd = (usd: Members) => write([...read({ date: recorded.date }), ['usd', write(usd)]]);
const recordedUsd = read(recorded.usd);
const changed = (code: string, json: string) =>
  recordedUsd.map(([key, value]) => [key, key === code ? json : value] as const);

const deepArray = '['.repeat(100_000) + ']'.repeat(100_000);
const deepObject = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000);
const manyKeys = Array.from({ length: 60_000 }, (_, index) => [`k${index}`, '"no"'] as const);

describe('DatasetSearch (downloads the newest dataset from the mirrors) with a hostile response', () => {
  it.each<[string, string]>([
    ['is a deeply nested array', deepArray],
    ['is a deeply nested object', deepObject],
    ['is a deeply nested array that is cut off', deepArray.slice(0, 150_000)],
    ['is an object with 60,000 unknown keys', write(manyKeys)],
    ['has a deeply nested object as its date', write([...read({ usd: recorded.usd }), ['date', deepObject]])],
    [
      'has a date of 900,000 digits',
      write([...read({ usd: recorded.usd }), ['date', JSON.stringify('2'.repeat(900_000))]]),
    ],
    ['has a date before the source’s first dataset', write([...read({ ...recorded, date: '0000-01-01' })])],
    ['has a deeply nested array in place of the rates', write([...read({ date: recorded.date }), ['usd', deepArray]])],
    ['has a deeply nested array as a rate', withUsd(changed('eur', deepArray))],
    ['has a deeply nested object as a rate', withUsd(changed('eur', deepObject))],
    [
      'has a long text in place of every rate',
      withUsd(recordedUsd.map(([key]) => [key, '"\\u001b[31m' + 'x'.repeat(1000) + '"'])),
    ],
    ['has 60,000 unknown currencies with invalid rates', withUsd(manyKeys)],
    ['has an infinite rate', withUsd(changed('eur', '1e999'))],
    ['has a rate of 400 digits', withUsd(changed('eur', '1'.repeat(400)))],
    ['has the rate of EUR twice, once valid and once invalid', withUsd([...recordedUsd, ['eur', '"0.88"']])],
    ['has its rates in a key named __proto__', withUsd([['__proto__', write(recordedUsd)]])],
    [
      'has currencies named constructor, toString and length',
      withUsd(['constructor', 'toString', 'toJSON', 'length'].map((key) => [key, '1'])),
    ],
    ['has invalid Unicode (a lone surrogate) as a rate', withUsd(changed('eur', '"\\ud800"'))],
  ])('uses the next mirror if the response %s', async (_, text) => {
    await using hostile = await startMirror(answers.text(text));
    await using good = await startMirror(answers.json(recorded));
    const search = searchIn([hostile.url, good.url]);
    const snapshot = await firstAccepted(search, validSnapshot);
    expect(snapshot?.mirror).toBe(good.url);
    const failures = search.outcomes(snapshot?.asOf).problems.map(({ problem }) => problem);
    expect(failures).toHaveLength(1);
    expect(failures[0]).not.toContain(BUG);
    expect(failures[0]?.length).toBeLessThan(2000);
    expect(failures[0]).not.toMatch(/\p{Cc}/u);
  });

  it('reports the line of code if Ratesheet’s own code throws while it checks a response', async () => {
    await using mirror = await startMirror(answers.json(recorded));
    const search = searchIn([mirror.url]);
    const snapshot = await firstAccepted(search, (): unknown => {
      throw new TypeError('unexpected');
    });
    expect(snapshot).toBeUndefined();
    const failures = search.outcomes().problems.map(({ problem }) => problem);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(
      /^the response can’t be checked \(a bug in Ratesheet\): TypeError at .*hostile-answers\.test\.ts.*$/,
    );
  });
});

describe('randomly changed response of a mirror', () => {
  /** JSON texts: mostly invalid rates and dates, and some valid values. */
  const anything = fc.oneof(
    fc.constantFrom(...['null', 'true', '""', '"0.88"', '[]', '{}', '[[[1]]]', '"\\ud800"', '"\\u0000\\n::error::"']),
    fc.constantFrom(...['0', '-0', '-1', '1', '1e999', '-1e999', '1e-999', '1e15', '1e-16', '5e-324', '1'.repeat(400)]),
    fc.constantFrom(...['"2026-09-29"', '"2026-09-31"', '"9999-12-31"', '"0000-01-01"', '20260929']),
    fc.constantFrom(...['{"usd":1}', '{"__proto__":{"eur":1}}']),
    fc.nat(6000).map((depth) => '['.repeat(depth) + '0' + ']'.repeat(depth)),
    fc.nat(2000).map((depth) => '{"a":'.repeat(depth) + '0' + '}'.repeat(depth)),
    fc.double().map((value) => JSON.stringify(value)),
    fc.json(),
  );
  const code = fc.constantFrom(...catalogue.map(({ code }) => code.toLowerCase()));
  const odd = fc.constantFrom('USD', 'Eur', '', '__proto__', 'constructor', 'toJSON', 'usd', 'date');
  const key = fc.oneof(
    { weight: 4, arbitrary: code },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.string() },
  );
  const factor = fc.constantFrom(0.01, 0.1, 0.9, 1.02, 1.5, 12, 100, 1e6, 1e30, -1);

  type Change = (members: Members) => Members;
  const times = (members: Members, factor: number, isMeant: (key: string) => boolean) =>
    members.map(([key, json]) => [key, isMeant(key) ? JSON.stringify(Number(json) * factor) : json] as const);
  const change = fc.oneof(
    fc.tuple(key, anything).map(
      ([at, json]): Change =>
        (all) =>
          all.map(([key, old]) => [key, key === at ? json : old]),
    ),
    fc.tuple(key, anything).map((member): Change => (all) => [...all, member]),
    fc.tuple(code, key).map(
      ([at, name]): Change =>
        (all) =>
          all.map(([key, json]) => [key === at ? name : key, json]),
    ),
    fc.tuple(code, factor).map(
      ([at, by]): Change =>
        (all) =>
          times(all, by, (key) => key === at),
    ),
    factor.map(
      (by): Change =>
        (all) =>
          times(all, by, (key) => key !== 'usd'),
    ),
    fc.array(code, { maxLength: 12 }).map(
      (gone): Change =>
        (all) =>
          all.filter(([key]) => !gone.includes(key)),
    ),
    fc.tuple(fc.nat(400), fc.nat(400)).map(
      ([first, end]): Change =>
        (all) =>
          all.slice(first, end),
    ),
  );
  const changes = fc.array(change, { maxLength: 3 });
  const apply = (changes: readonly Change[], members: Members) => changes.reduce((all, change) => change(all), members);
  /** Real responses, most of them with changed rates. One in seven also has a change to the outer object. */
  const changedAnswer = fc
    .tuple(fc.constantFrom(...days), changes, fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, fc.tuple(change)))
    .map(([{ date, usd }, inner, outer]) =>
      write(apply(outer, [...read({ date }), ['usd', write(apply(inner, usd))]])),
    );
  const answer = fc.oneof({ weight: 20, arbitrary: changedAnswer }, { weight: 1, arbitrary: anything });

  /** Returns an entry for each rule that a validated day breaks. Every snapshot must follow these rules. */
  function faultsOf({ asOf, rates, quality }: ValidatedDay & { readonly asOf: string }): unknown[] {
    return [
      // The archive has gaps of more than 30 days, so even EUR may be omitted.
      ...completenessProblems(catalogue, (code) => rates.has(code), { ...defaultCompleteness, required: ['USD'] }),
      ...listed.filter((code) => !rates.has(code) && quality.get(code)?.state !== 'omitted'),
      ...[...rates].filter(([, rate]) => !(rate >= 1e-15 && rate <= 1e15)),
      ...[...quality].filter(([code, { published }]) => published !== (rates.get(code) ?? null)),
      ...(rates.get('USD') === 1 ? [] : ['USD is not 1']),
      ...([...rates.keys()].join() === listed.filter((code) => rates.has(code)).join() ? [] : ['out of order']),
      ...(asOf >= FIRST_DAY && asOf <= '2026-10-01' ? [] : [asOf]),
    ];
  }

  /** Whether a problem is the mirror's and has a short text. */
  const isFailure = (problem: string) => !problem.includes(BUG) && problem.length < 2000;

  // Validation gets fewer runs, because it takes far longer than parsing.
  it.each<[string, number, (dataset: Dataset) => boolean]>([
    [
      'parsed',
      2000,
      ({ date, rates }) => date >= FIRST_DAY && rates.get('USD') === 1 && [...rates.values()].every(isPossibleRate),
    ],
    [
      'parsed and validated',
      200,
      (dataset) => faultsOf(validSnapshot({ dataset, mirror: 'https://mirror.example' })).length === 0,
    ],
  ])('yields valid rates or a problem of the mirror if it is %s (%i random cases)', (_, numRuns, isSound) => {
    const ends = { sound: 0, failure: 0 };
    fc.assert(
      fc.property(answer, (text) => {
        try {
          const result = isSound(parseDataset(JSON.parse(text), catalogue, now));
          ends.sound++;
          return result;
        } catch (error) {
          ends.failure++;
          return isFailure(problemOf(error));
        }
      }),
      { numRuns, seed: 7 },
    );
    // Valid and rejected responses are both frequent.
    expect(Math.min(ends.sound, ends.failure)).toBeGreaterThan(numRuns / 10);
  });

  it('yields valid rates or a problem of the mirror if it is downloaded (40 random cases)', async () => {
    let sent = '';
    await using mirror = await startMirror((response) => response.end(sent));
    const scrambled = fc
      .tuple(answer, fc.nat(8000), fc.nat(2), fc.constantFrom('', '\uFEFF', ' ', '\0', '}', ']'))
      .map(([text, at, gone, other]) => text.slice(0, at) + other + text.slice(at + gone));
    await fc.assert(
      fc.asyncProperty(fc.oneof(answer, scrambled), async (text) => {
        sent = text;
        const search = searchIn([mirror.url]);
        const snapshot = await firstAccepted(search, validSnapshot);
        if (snapshot) return faultsOf(snapshot).length === 0;
        const { problems } = search.outcomes();
        return problems.length === 1 && problems.every(({ problem }) => isFailure(problem));
      }),
      { numRuns: 40, seed: 7 },
    );
  });
});
