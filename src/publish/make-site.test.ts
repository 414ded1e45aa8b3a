import type { Instant, IsoDate } from '../money/calendar.ts';
import { capturedStderr } from '../testing/process/captured-stderr.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { type Dataset, parseDataset } from '../download/dataset.ts';
import { answers, type LoopbackMirror, startMirror } from '../testing/servers/loopback-mirror.ts';
import { type Archive, withDays } from '../archive/archive.ts';
import { undoubted } from '../archive/official-rates.ts';
import { paths, proofPaths } from '../api/paths.ts';
import { composedProvider, defaultProvider, type ProviderChanges, providerOn } from '../sources/provider.ts';
import { ValidatedArchive } from '../validation/validate-archive.ts';
import { previousFiles, writeFiles } from '../testing/sites/previous-site.ts';
import { recordedCatalogue, recordedDays, recordedOfficial } from '../testing/sites/small-site.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../testing/servers/witness-answers.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { CommandError } from '../operate/terminal/command.ts';
import { printError } from '../operate/terminal/print.ts';
import { advised } from '../operate/generate/advised.ts';
import { terminalReport } from '../operate/generate/terminal-report.ts';
import { nextRates, type RatesOptions } from './make-site.ts';

// The recorded day's rates with a plausible rate of the Syrian pound, because the recorded rate of SYP is wrong.
const quoted = Object.entries({ ...recorded.usd, syp: 110.5 });
const usd = Object.fromEntries(
  quoted.filter(([code]) => recordedCatalogue.some((entry) => entry.code === code.toUpperCase())),
);
const now: Instant = '2026-10-01T06:17:00.000Z';
const { rates } = parseDataset({ ...recorded, usd }, recordedCatalogue, now);
const another = ratesOfAnotherSource(rates);
const hundredfold = Object.fromEntries(
  Object.entries(usd).map(([code, rate]) => [code, code === 'usd' ? 1 : rate * 100]),
);

/** The previous site's archive: some recorded days, then a day without wrong rates. */
const withRightPound = ({ date, rates }: Dataset) => ({ date, rates: new Map(rates).set('SYP', 110.5) });
const recent = recordedDays.days.slice(-20).map(withRightPound);
const archive = withDays({ days: recent, gaps: ['2025-12-10'], comparisons: [] }, [{ date: '2026-09-30', rates }]);
const published: Snapshot = {
  rate_as_of: '2026-09-30',
  retrieved_at: '2026-09-30T06:17:00.000Z',
  checked_at: '2026-10-01T05:17:00.000Z',
  stale_reason: null,
  stale_since: null,
  recorded: false,
  providers: [],
  mirror: 'https://mirror.example',
  mirrors: [{ mirror: 'https://mirror.example', outcome: 'current', date: '2026-09-30' }],
  witnesses: { requested_at: null, requested: [], unwitnessed: [...rates.keys()].slice(1) },
  ...new ValidatedArchive(archive, catalogue).newest(),
};

const fallenBack = { stale_reason: 'cached_fallback', stale_since: now };

const folder = temporaryFolder();
let sites = 0;

/** Official rates of only 20 days, because each publish reads all official rates of the previous site. */
const official = new Map([['ecb', undoubted(recordedOfficial.get('ecb')?.days.slice(-20) ?? [])]]);
const filesOf = (snapshot: Snapshot, of = archive, changes: Record<string, string | null> = {}) =>
  previousFiles(snapshot, of, official, changes);

/** Writes a published site's documents, with changes, and returns their folder. */
function siteOf(snapshot: Snapshot, changes: Record<string, unknown> = {}, of = archive): string {
  const site = join(folder.path, `site-${sites++}`);
  const bodyOf = (change: unknown) => (change === null || typeof change === 'string' ? change : JSON.stringify(change));
  const bodies = Object.entries(changes).map(([path, change]) => [path, bodyOf(change)] as const);
  writeFiles(site, filesOf(snapshot, of, Object.fromEntries(bodies)));
  return site;
}

const stderr = capturedStderr();
afterAll(() => folder[Symbol.asyncDispose]());

const obtainAll = (changes: Partial<RatesOptions> & Pick<RatesOptions, 'mirrors'>) => {
  const none = { witnesses: [], datedMirrors: [], backfill: 0, official: new Map(), recorded: false };
  const options = { ...none, now, ...changes };
  return advised(nextRates(options, terminalReport(options)));
};
const obtain = async (...args: Parameters<typeof obtainAll>) => (await obtainAll(...args)).snapshot;

describe('nextRates (chooses the rates to publish)', () => {
  const dates = {
    'today’s dataset': '2026-10-01',
    'yesterday’s dataset': '2026-09-30',
    'an older dataset': '2026-09-29',
  };
  const kinds = {
    'today’s dataset': answers.json({ date: '2026-10-01', usd }),
    'yesterday’s dataset': answers.json({ date: '2026-09-30', usd }),
    'an older dataset': answers.json({ date: '2026-09-29', usd }),
    'an implausible dataset': answers.json({ date: '2026-10-01', usd: hundredfold }),
    'status 404': answers.status(404),
  };
  type Kind = keyof typeof kinds;
  type Expected = keyof typeof dates | 'the same rates again' | 'the same rates, marked as stale' | 'nothing';
  const previousSites = {
    'nothing is published': null,
    'yesterday’s dataset is published': published,
    'yesterday’s dataset was published 80 hours ago': {
      ...published,
      retrieved_at: '2026-09-27T22:17:00.000Z' as const,
    },
  };
  type Previous = keyof typeof previousSites;

  const mirrors = new Map<Kind, LoopbackMirror>();
  const folders = new Map<Previous, string>();
  beforeAll(async () => {
    for (const [name, snapshot] of Object.entries(previousSites))
      if (snapshot) folders.set(name as Previous, siteOf(snapshot));
    for (const kind of Object.keys(kinds) as Kind[]) mirrors.set(kind, await startMirror(kinds[kind]));
  });
  afterAll(async () => {
    for (const mirror of mirrors.values()) await mirror[Symbol.asyncDispose]();
  });

  /** The expected result, by a simple form of the rules: the kind of the used mirror, or another outcome. */
  function expectation(first: Kind, second: Kind, previous: Previous): Expected {
    for (const kind of Object.keys(dates) as (keyof typeof dates)[]) {
      if (first !== kind && second !== kind) continue;
      const isNew = kind === 'today’s dataset' || previous === 'nothing is published';
      return isNew ? kind : 'the same rates again';
    }
    return previous === 'yesterday’s dataset is published' ? 'the same rates, marked as stale' : 'nothing';
  }
  /** A mirror's entry in the status if no mirror could be used. */
  const requestedMirror = (kind: Kind) => ({
    mirror: mirrors.get(kind)?.url,
    ...(kind === 'an implausible dataset'
      ? { outcome: 'refused', date: '2026-10-01' }
      : { outcome: 'failed', date: null }),
  });

  const unusable: readonly Kind[] = ['an implausible dataset', 'status 404'];
  const table = (Object.keys(previousSites) as Previous[]).flatMap((previous) => {
    // The time of the previous publish matters only if no mirror can be used.
    const isOld = previous === 'yesterday’s dataset was published 80 hours ago';
    const each = isOld ? unusable : (Object.keys(kinds) as Kind[]);
    return each.flatMap((first) =>
      each.map((second) => ({ previous, first, second, expected: expectation(first, second, previous) })),
    );
  });

  it.each(table)(
    'publishes $expected if the mirrors return $first and $second, and $previous',
    async ({ previous, first, second, expected }) => {
      const before = previousSites[previous];
      const result = await obtain({
        mirrors: [first, second].map((kind) => mirrors.get(kind)?.url ?? ''),
        previous: folders.get(previous),
      }).catch((error: unknown) => error);
      if (expected === 'nothing') {
        expect(result).toBeInstanceOf(CommandError);
        expect((result as Error).message).toMatch(/^No mirror gave usable rates .*Nothing was written\./);
      } else if (expected === 'the same rates again') {
        expect(result).toEqual({ ...before, checked_at: now });
      } else if (expected === 'the same rates, marked as stale') {
        expect(result).toEqual({
          ...before,
          checked_at: now,
          ...fallenBack,
          mirrors: [first, second].map(requestedMirror),
        });
      } else {
        const fetched = { retrieved_at: now, checked_at: now, stale_reason: null, stale_since: null };
        expect(result).toMatchObject({
          ...fetched,
          rate_as_of: dates[expected],
          mirror: mirrors.get(expected)?.url,
          rates,
        });
      }
    },
  );

  it('with --recorded --now 2025-12-07 and no working mirror, publishes the recorded dataset of that day', async () => {
    const down = [mirrors.get('status 404')?.url ?? ''];
    const past = '2025-12-07T12:00:00.000Z';
    const { snapshot, archive } = await obtainAll({ mirrors: down, recorded: true, now: past });
    expect([snapshot.rate_as_of, archive.days.at(-1)?.date, archive.gaps]).toEqual(['2025-12-07', '2025-12-07', []]);
  });

  it('with --recorded and no working mirror, publishes recorded rates unless the live site’s rates are recent', async () => {
    const down = [mirrors.get('status 404')?.url ?? ''];
    const day = await obtain({ mirrors: down, recorded: true });
    expect(day).toMatchObject({ rate_as_of: '2026-09-29', stale_reason: 'cached_fallback', recorded: true });
    const old = siteOf(previousSites['yesterday’s dataset was published 80 hours ago']);
    expect(await obtain({ mirrors: down, recorded: true, previous: old })).toMatchObject({
      rate_as_of: '2026-09-30',
      retrieved_at: '2026-09-30T00:00:00.000Z',
      stale_reason: 'cached_fallback',
    });
    const { retrieved_at } = published;
    const recent = siteOf(published);
    expect(await obtain({ mirrors: down, recorded: true, previous: recent })).toMatchObject({ retrieved_at });
  });

  it('never sets checked_at earlier than retrieved_at, even if the computer’s clock is behind', async () => {
    const site = siteOf(published);
    for (const [kind, stale_reason] of [
      ['yesterday’s dataset', null],
      ['status 404', 'cached_fallback'],
    ] as const) {
      const given = {
        mirrors: [mirrors.get(kind)?.url ?? ''],
        previous: site,
        now: '2026-09-30T06:00:00.000Z' as const,
      };
      expect(await obtain(given)).toMatchObject({ checked_at: published.retrieved_at, stale_reason });
    }
  });

  it('sets both times of a new dataset to now, even if the live site’s checked_at is almost a day ahead', async () => {
    const previous = siteOf({ ...published, checked_at: '2026-10-02T06:00:00.000Z' });
    const snapshot = await obtain({ mirrors: [mirrors.get('today’s dataset')?.url ?? ''], previous });
    expect(snapshot).toMatchObject({ retrieved_at: now, checked_at: now });
  });
});

let good: LoopbackMirror;
let down: LoopbackMirror;
beforeAll(async () => {
  good = await startMirror(answers.json({ date: '2026-10-01', usd }));
  down = await startMirror(answers.status(404));
});
afterAll(async () => {
  await good[Symbol.asyncDispose]();
  await down[Symbol.asyncDispose]();
});

/** The message of a publish that refuses the previous site, although a mirror has rates. */
async function refusalOf(previous: string): Promise<string> {
  const error = await obtain({ mirrors: [good.url], previous }).catch((error: unknown) => error);
  return error instanceof CommandError ? error.message : expect.fail(String(error));
}

describe('previous site that a publish builds on', () => {
  it('is found at a URL with or without a final slash', async () => {
    const files = filesOf(published);
    await using server = await startMirror((response, { url }) => {
      const body = files.get(url?.replace(/^\/base\//, '') ?? '');
      (body === undefined ? answers.status(404) : answers.text(body))(response);
    });
    for (const address of ['/base', '/base/']) {
      const snapshot = await obtain({ mirrors: [down.url], previous: new URL(address, server.url).href });
      expect(snapshot).toMatchObject({ ...published, mirrors: [{}], checked_at: now, ...fallenBack });
    }
  });

  it('is requested with the key in its URL, but the error message omits the key', async () => {
    const requested: (string | undefined)[] = [];
    await using server = await startMirror((response, { url }) => {
      requested.push(url);
      answers.status(404)(response);
    });
    const message = await refusalOf(new URL('/base?key=secret', server.url).href);
    expect(requested).toEqual([`/base/${proofPaths.newestEntry}?key=secret`]);
    expect(message).toContain(`${new URL('/base', server.url).href}: receipts/newest.json: responded with status 404`);
    expect(message).not.toContain('secret');
  });

  it('may contain a mirror’s URL with a password and a key, but the next site omits both', async () => {
    const mirror = 'https://me:secret@mirror.example/secret/usd.json?key=secret';
    const snapshot = await obtain({ mirrors: [down.url], previous: siteOf({ ...published, mirror }) });
    expect(snapshot).toMatchObject({ stale_reason: 'cached_fallback', mirror: 'https://mirror.example' });
  });

  it('may have different currencies than the current catalogue: XYZ in addition, and no ZMW', async () => {
    const others = archive.days.map(({ date, rates }) => ({
      date,
      rates: new Map([...[...rates].filter(([code]) => code !== 'ZMW'), ['XYZ', 5]] as const),
    }));
    const site = siteOf(published, {}, { days: others, gaps: [], comparisons: [] });
    const { snapshot, archive: grown } = await obtainAll({ mirrors: [good.url], previous: site });
    expect([...rates.keys()].filter((code) => !snapshot.rates.has(code))).toEqual(['ZMW']);
    expect(snapshot.quality.get('ZMW')).toMatchObject({ state: 'omitted', reason: 'no_recent_rate' });
    expect(grown.days.map(({ rates }) => rates.get('XYZ'))).toEqual([...others.map(() => 5), undefined]);
  });

  /** A published site with another text in a file, for which its publish log doesn't vouch. */
  const damaged = (path: string, text: string) => {
    const site = siteOf(published);
    writeFiles(site, new Map([[path, text]]));
    return site;
  };
  const newest = filesOf(published).get(proofPaths.newestEntry) ?? '';

  it.each<[string, string]>([
    ['is cut off', newest.slice(0, 200)],
    ['is an HTML page', '<!doctype html>'],
    ['is empty', ''],
    ['contains only null', 'null'],
    ['is larger than 2 MB', newest.replace('{', `{"padding":"${'x'.repeat(2_100_000)}",`)],
    ['has no date', newest.replace('"date"', '"day"')],
    ['is dated before the source’s first dataset', newest.replace('"date":"2026-09-30"', '"date":"0000-01-01"')],
    ['has an impossible date', newest.replace('"date":"2026-09-30"', '"date":"2026-02-30"')],
    ['has an invalid time', newest.replace(published.retrieved_at, 'yesterday')],
    ['isn’t the last line of its publish log', newest.replace('"ok":', '"ok":1')],
  ])('makes the publish fail if the newest entry of its publish log %s', async (_, text) => {
    expect(text).not.toBe(newest);
    expect(await refusalOf(damaged(proofPaths.newestEntry, text))).toMatch(
      /^The previous site cannot be used: .*\. Nothing was written\. Try again; or, .* use --start-over, without --previous\.$/,
    );
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['drops the connection', answers.drop],
    ['denies access', answers.status(403)],
    ['serves an HTML page in place of JSON', answers.text('<!doctype html>')],
  ])('makes the publish fail if its host %s', async (_, answer) => {
    await using server = await startMirror(answer);
    expect(await refusalOf(new URL(server.url).origin)).toMatch(
      /^The previous site cannot be used: http:.* use --start-over/,
    );
  });

  it('makes the publish fail if its folder doesn’t exist', async () => {
    // The message doesn't advise to start over, because the folder's name may be mistyped.
    const previous = join(folder.path, 'nowhere');
    await expect(obtain({ mirrors: [good.url], previous })).rejects.toThrow(/nowhere doesn't exist\. Name the folder/);
  });

  const state = filesOf(published).get(paths.state) ?? '';

  it.each<[string, Record<string, unknown>, string]>([
    ['is missing', { [paths.state]: null }, 'is missing'],
    ['is cut off', { [paths.state]: state.slice(0, 100) }, "isn't JSON"],
    [
      'is of another version',
      { [paths.state]: state.replace('"version":3', '"version":4') },
      'is invalid: version: Invalid input: expected 3',
    ],
    [
      'has an unknown reason of a doubt',
      {
        [paths.state]: state.replace(
          '"doubts":[]',
          '"doubts":[{"date":"2026-04-14","reason":"x","code":null,"value":null,"since":"2026-04-14"}]',
        ),
      },
      'is invalid: tables: ecb: doubts: 0: reason: Invalid option',
    ],
  ])('is continued from its archive and publish log if its state %s', async (_, changes, problem) => {
    stderr.clear();
    const next = await obtainAll({ mirrors: [good.url], previous: siteOf(published, changes) });
    expect(stderr.text()).toContain(`The previous site’s archive/state.json ${problem}`);
    expect(stderr.text()).toContain('. The site is continued from its archive and publish log.\n');
    expect(next.archive.days.slice(0, -1)).toEqual(archive.days);
    expect(next.archive.gaps).toEqual(archive.gaps);
    expect(next.official.get('ecb')).toEqual(official.get('ecb'));
    expect(next.previous?.publishLog).toMatchObject([{ date: '2026-09-30', previous: null }]);
  });

  it('is continued from its archive and publish log if its state doesn’t match its checksums', async () => {
    const site = damaged(paths.state, state.replace('"stale_since":null', '"stale_since":"2026-09-30T00:00:00.000Z"'));
    stderr.clear();
    const { previous } = await obtainAll({ mirrors: [good.url], previous: site });
    expect(previous).toMatchObject({ state: undefined, stateProblem: "doesn't match SHA256SUMS" });
  });

  it('makes the publish fail if its state can’t be reached, because it may exist', async () => {
    const files = filesOf(published);
    await using server = await startMirror((response, { url }) => {
      const body = files.get(url?.slice(1) ?? '') ?? '';
      (url === `/${paths.state}` ? answers.status(503) : answers.text(body))(response);
    });
    expect(await refusalOf(server.url)).toContain('archive/state.json: responded with status 503');
  });

  const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' };

  it('keeps the provider of each day if its state is missing, also of past days that were added later', async () => {
    const providers = [
      { first: '2026-09-26' as const, ...composedProvider },
      { first: '2026-09-28' as const, ...defaultProvider },
      { first: '2026-09-29' as const, ...composedProvider },
      { first: '2026-09-30' as const, ...bank },
    ];
    const site = siteOf({ ...published, providers }, { [paths.state]: null }, { ...archive, providers });
    const { previous } = await obtainAll({ mirrors: [good.url], previous: site, provider: bank });
    const ofDays = (changes: ProviderChanges = []) => archive.days.map(({ date }) => [date, providerOn(changes, date)]);
    expect(ofDays(previous?.archive.providers)).toEqual(ofDays(providers));
  });

  it('of an earlier version keeps the gaps that its state has', async () => {
    await using mirror = await startMirror(answers.json({ date: '2026-09-30', usd }));
    const state = JSON.stringify({ version: 1, gaps: ['2025-12-10'] });
    const next = await obtainAll({
      mirrors: [mirror.url],
      previous: siteOf(published, { [paths.state]: state, [paths.archiveMarket]: null }),
    });
    expect(next.archive.gaps).toEqual(['2025-12-10']);
  });

  it('of an earlier version is continued with the providers that its publish log has', async () => {
    const providers = [{ first: '2026-09-30' as const, ...bank }];
    const changes = { [paths.state]: null, [paths.archiveMarket]: null };
    const site = siteOf({ ...published, providers }, changes, { ...archive, providers });
    const { previous } = await obtainAll({ mirrors: [good.url], previous: site, provider: bank });
    expect(previous?.archive).toMatchObject({ providers, gaps: [] });
  });

  const year = paths.archiveYear('2026');
  const table = filesOf(published).get(year) ?? '';
  const withDays2026 = (days: Archive['days']) => filesOf(published, { days, gaps: [], comparisons: [] });
  const universe = withDays2026(
    archive.days.map(({ date, rates }) => ({
      date,
      rates: new Map([...rates].map(([code, rate]) => [code, code === 'USD' ? 1 : rate * 99])),
    })),
  );
  it.each<[string, Record<string, unknown>, string]>([
    [
      'has an HTML page in place of the gaps and providers of its days',
      { [paths.archiveMarket]: '<!doctype html>' },
      "archive/market.json: isn't JSON",
    ],
    [
      'lacks the file of its year',
      { [year]: null },
      'archive/2026.csv: ends on no day, but the rates are from 2026-09-30',
    ],
    [
      'has an HTML page in place of a CSV file',
      { [year]: '<!doctype html>' },
      'archive/2026.csv: line 1 has unexpected columns: HTML, 15 characters',
    ],
    ['has a CSV file that is cut off', { [year]: table.slice(0, 20_000) }, 'archive/2026.csv: is cut off'],
    [
      'ends on an earlier day than its publish log',
      { [year]: `${table.split('\n').slice(0, 9).join('\n')}\n` },
      'archive/2026.csv: ends on 2026-09-17, but the rates are from 2026-09-30',
    ],
    [
      'has a CSV file larger than 4 MiB',
      { [year]: 'x'.repeat(5_000_000) },
      'archive/2026.csv: has more than 4194304 bytes',
    ],
    ['has a day twice', { [year]: table.replace('2026-09-29', '2026-09-28') }, 'invalid or out of order'],
    [
      'has a formula in place of a rate',
      { [year]: table.replace(/,\d[\d.]*\n/, ',=1+1\n') },
      'invalid or out of order',
    ],
    [
      'has the days of 2025 in the file of 2026',
      { [year]: table.replaceAll('2026-', '2025-') },
      'archive/2026.csv: line 2 is invalid',
    ],
    [
      'ends on a later day than its publish log',
      { [year]: table.replace('2026-09-30', '2026-10-02') },
      'archive/2026.csv: ends on 2026-10-02, but the rates are from 2026-09-30',
    ],
    [
      'has rates that are far from the rates recorded in the repository',
      { [year]: universe.get(year) ?? '' },
      'far from the recorded rates',
    ],
  ])('makes the publish fail if its archive %s', async (_, changes, problem) => {
    const message = await refusalOf(siteOf(published, changes));
    expect(message).toContain(problem);
    expect(message).toMatch(/^The previous site cannot be used: .*\. Nothing was written\./);
    expect(message).not.toContain('\n');
  });

  it('passes all its archived days on to the archive of the next site', async () => {
    await using mirror = await startMirror(answers.json({ date: '2026-09-30', usd: { ...usd, zmw: 20 } }));
    const before = siteOf(published);
    const edition = await obtainAll({ mirrors: [mirror.url], previous: before });
    expect(edition.snapshot).toMatchObject({ rate_as_of: '2026-09-30', retrieved_at: now });
    expect(edition.archive.days.slice(0, -1)).toEqual(archive.days.slice(0, -1));
    expect(edition.archive.days.at(-1)?.rates.get('ZMW')).toBe(20);
    const next = await obtainAll({ mirrors: [good.url], previous: before });
    expect(next.archive.days.slice(0, -1)).toEqual(archive.days);
    expect(next.archive.gaps).toEqual(['2025-12-10']);
    expect(next.official.get('ecb')).toEqual(official.get('ecb'));
    expect(next.previous).toMatchObject({ archive, publishLog: [{ date: '2026-09-30', previous: null }] });
    expect(next.previous?.official).toEqual(next.official);
  });

  it.each([
    ['retrieved_at', published.retrieved_at, '2026-10-03T00:00:00.000Z'],
    ['date', '2026-09-30', '2026-10-05'],
  ])(
    'makes the publish fail with advice to roll back if its %s is over a day in the future',
    async (name, from, to) => {
      const entry = newest.replace(`"${name}":"${from}"`, `"${name}":"${to}"`);
      const refusal = await refusalOf(damaged(proofPaths.newestEntry, entry));
      expect(refusal).toContain(`: ${name} is in the future: ${to}, and now it is ${now}. Nothing was written. `);
      expect(refusal).toMatch(/ Set the clock right\. If this clock is right, .* roll back to its last deployment /);
      expect(refusal).not.toContain('--start-over');
    },
  );

  it('can’t inject a GitHub Actions command, such as ::error, into the output through an invalid file', async () => {
    const key = 'EUR"\r\n::error title=Hacked::\u001b[2J##[error]';
    const texts = [JSON.stringify({ [key]: 'x' }), `{"${key}`, `\n::error ##[error]`];
    for (const text of texts) printError(await refusalOf(damaged(proofPaths.newestEntry, text)));
    const lines = stderr.text().trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).not.toMatch(/^\s*::|##\[|[^\P{C}\n]/mu);
  });

  it('passes on how many datasets agreed on a jump of a rate, so that the third dataset makes it accepted', async () => {
    let previous = siteOf(published);
    const states: unknown[] = [];
    for (const [date, hour] of [
      ['2026-10-01', 6],
      ['2026-10-01', 7],
      ['2026-10-02', 6],
      ['2026-10-03', 6],
      ['2026-10-04', 6],
    ] as const) {
      await using mirror = await startMirror(answers.json({ date, usd: { ...usd, zmw: (usd['zmw'] ?? 0) * 3 } }));
      const at = `${date}T0${hour}:17:00.000Z` as Instant;
      const { snapshot, archive } = await obtainAll({ mirrors: [mirror.url], previous, now: at });
      const { state, agreeing_datasets } = snapshot.quality.get('ZMW') ?? { state: 'ok', agreeing_datasets: 0 };
      states.push([
        date,
        hour,
        state,
        agreeing_datasets,
        snapshot.rates.get('ZMW') === rates.get('ZMW') ? 'old' : 'new',
      ]);
      previous = siteOf(snapshot, {}, archive);
    }
    expect(states).toEqual([
      ['2026-10-01', 6, 'held', 1, 'old'],
      ['2026-10-01', 7, 'held', 1, 'old'],
      ['2026-10-02', 6, 'held', 2, 'old'],
      ['2026-10-03', 6, 'accepted', 3, 'new'],
      ['2026-10-04', 6, 'ok', 0, 'new'],
    ]);
  });
});

describe('witnesses (sources for cross-checks) during a publish', () => {
  const witnessOf = (date: IsoDate, changes: Record<string, number> = {}) =>
    answers.json(witnessAnswers.frankfurter(new Map([...another, ...Object.entries(changes)]), date));
  const zmw = rates.get('ZMW') ?? NaN;
  const jump = { ...usd, zmw: zmw * 2 };

  it('are requested at the same time as the mirrors', async () => {
    await using witness = await startMirror(witnessOf('2026-09-30'));
    // The mirror responds only after the witness was requested.
    await using mirror = await startMirror((response) => {
      void vi
        .waitUntil(() => witness.requests() > 0)
        .then(() => {
          answers.json({ date: '2026-10-01', usd })(response);
        });
    });
    const snapshot = await obtain({ mirrors: [mirror.url], witnesses: [witness.url], previous: siteOf(published) });
    expect(snapshot.witnesses).toMatchObject({
      requested_at: now,
      requested: [{ outcome: 'compared' }],
      unwitnessed: [],
    });
  });

  it('aren’t requested again by later publishes after they have confirmed a doubled rate', async () => {
    await using mirror = await startMirror(answers.json({ date: '2026-10-01', usd: jump }));
    await using witness = await startMirror(witnessOf('2026-10-01', { ZMW: zmw * 2.01, THB: 1 }));
    const given = { mirrors: [mirror.url], witnesses: [witness.url], previous: siteOf(published) };
    const first = await obtainAll(given);
    const name = new URL(witness.url).host;
    expect(first.snapshot.quality.get('ZMW')).toMatchObject({ state: 'accepted', reason: 'confirmed' });
    expect(first.snapshot.disputed).toEqual([
      { code: 'THB', witness: name, ratio: expect.closeTo(0.03, 2) as number, since: '2026-10-01', frozen: false },
    ]);
    expect(first.archive.comparisons.find(({ code }) => code === 'ZMW')).toEqual({
      ...{ date: '2026-10-01', code: 'ZMW', witness: name, ratio: 1.005, asOf: '2026-10-01' },
    });
    expect(stderr.text()).toMatch(
      /^Validation: .*1 newly accepted \(ZMW\).*\. For the reasons, see api\/v1\/status\.$/m,
    );
    expect(first.previous?.archive.comparisons).toEqual([]);

    // An hour later, no witness is requested, and nothing has changed.
    const previous = siteOf(first.snapshot, {}, first.archive);
    const again = await obtainAll({ ...given, previous, now: '2026-10-01T07:17:00.000Z' });
    expect(again).toMatchObject({
      snapshot: { ...first.snapshot, checked_at: '2026-10-01T07:17:00.000Z' },
      archive: first.archive,
      source: undefined,
      previous: { archive: first.archive, publishLog: [{ date: '2026-10-01', previous: null }] },
    });
    expect(again.validated.rejected()).toEqual(first.validated.rejected());
    expect(witness.requests()).toBe(1);

    // No witness is requested if no mirror responds.
    const stopped = await obtainAll({ ...given, mirrors: [down.url], previous, now: '2026-10-01T08:17:00.000Z' });
    expect(stopped.snapshot).toMatchObject({
      witnesses: first.snapshot.witnesses,
      disputed: first.snapshot.disputed,
    });
    expect(witness.requests()).toBe(1);

    // The publish of the next dataset builds on the confirmed rate.
    await using next = await startMirror(answers.json({ date: '2026-10-02', usd: jump }));
    const later = await obtainAll({
      ...given,
      mirrors: [next.url],
      witnesses: [],
      previous,
      now: '2026-10-02T06:17:00.000Z',
    });
    expect(later.snapshot.quality.has('ZMW')).toBe(false);
    expect(later.snapshot.witnesses).toMatchObject({ requested_at: null, requested: [] });
    expect(later.archive.comparisons).toEqual(first.archive.comparisons);
  });

  it('are requested again if a mirror has a later edition of the published dataset', async () => {
    await using witness = await startMirror(witnessOf('2026-09-30'));
    await using mirror = await startMirror(answers.json({ date: '2026-09-30', usd: { ...usd, zmw: zmw * 1.01 } }));
    const at = '2026-09-30T20:17:00.000Z' as const;
    const given = { mirrors: [mirror.url], witnesses: [witness.url], now: at };
    const { witnesses } = await obtain({ ...given, previous: siteOf({ ...published, checked_at: at }) });
    expect(witnesses.requested).toMatchObject([{ outcome: 'compared' }]);
    expect(witness.requests()).toBe(1);
  });

  it('don’t delay a publish if no mirror has a new dataset', async () => {
    // If the publish waited for the witness, it would report the witness's time limit.
    await using witness = await startMirror(answers.hang);
    const given = { witnesses: [witness.url], previous: siteOf(published) };
    expect(await obtain({ ...given, mirrors: [down.url] })).toMatchObject({ stale_reason: 'cached_fallback' });
    await using same = await startMirror(answers.json({ date: '2026-09-30', usd }));
    expect(await obtain({ ...given, mirrors: [same.url] })).toMatchObject({ rate_as_of: '2026-09-30' });
    expect(stderr.text()).not.toContain('Witness');
  });

  it('are named in the output, with the reason, if they fail or Ratesheet ignores them', async () => {
    await using broken = await startMirror(answers.text('<!doctype html>'));
    await using old = await startMirror(witnessOf('2026-09-12'));
    await using copy = await startMirror(answers.json(witnessAnswers.map(rates, '2026-10-01')));
    const changed = (change: (rate: number) => number) => {
      const rates = Array.from(another, ([code, rate]) => [code, code === 'USD' ? 1 : change(rate)] as const);
      return answers.json(witnessAnswers.map(new Map(rates), '2026-10-01'));
    };
    await using other = await startMirror(changed((rate) => 1.02 * rate));
    await using scattered = await startMirror(changed((rate) => 1 / rate));
    const { witnesses } = await obtain({
      mirrors: [good.url],
      witnesses: [`${broken.url}/secret?key=secret`, old.url, copy.url, other.url, scattered.url],
      previous: siteOf(published),
    });
    const outcomes = ['unreachable', 'other_days', 'copy', 'other_base', 'scattered'];
    expect(witnesses.requested.map(({ outcome }) => outcome)).toEqual(outcomes);
    const lines = stderr
      .text()
      .split('\n')
      .filter((line) => line.startsWith('Witness'));
    expect(lines).toEqual([
      `Witness ${new URL(broken.url).host}: the response isn’t JSON: HTML, 15 characters`,
      `Witness ${new URL(old.url).host} is ignored (other_days): the witness’s rates are from other days.`,
      `Witness ${new URL(copy.url).host} is ignored (copy): the witness’s rates are the dataset’s own, digit by digit, so the witness isn’t independent.`,
      `Witness ${new URL(other.url).host} is ignored (other_base): all rates of the witness are off by the same factor, even those of pegged currencies.`,
      `Witness ${new URL(scattered.url).host} is ignored (scattered): the witness’s rates differ too much from the dataset’s, and no other witness agrees with them.`,
    ]);
  });

  it('make the next publish fail if the site’s file of their comparisons is missing or damaged', async () => {
    await using mirror = await startMirror(answers.json({ date: '2026-10-01', usd: jump }));
    await using witness = await startMirror(witnessOf('2026-10-01', { ZMW: zmw * 2, THB: 1, SEK: 1 }));
    const { snapshot, archive } = await obtainAll({
      mirrors: [mirror.url],
      witnesses: [witness.url],
      previous: siteOf(published),
    });
    const files = filesOf(snapshot, archive);
    const evidence = files.get(paths.archiveEvidence) ?? '';
    for (const [changes, problem] of [
      [{ [paths.archiveEvidence]: null }, 'is missing'],
      [{ [paths.archiveEvidence]: '<!doctype html>' }, 'archive/evidence.csv: line 1 has unexpected columns'],
      [{ [paths.archiveEvidence]: evidence.slice(0, -20) }, 'archive/evidence.csv: is cut off'],
      [
        { [paths.archiveEvidence]: evidence.replaceAll('2026-10-01,', '2026-09-01,') },
        'has a line for 2026-09-01, but',
      ],
    ] as const) {
      const message = await refusalOf(siteOf(snapshot, changes, archive));
      expect(message).toMatch(/^The previous site cannot be used: .*\. Nothing was written\./);
      expect(message).toContain(problem);
    }
  });
});

describe('past days that a publish downloads because the archive lacks them', () => {
  const dated = async (factorOf: (code: string) => number) =>
    startMirror((response, { url }) => {
      const date = url?.slice(-10) ?? '';
      if (date > '2026-09-30') {
        answers.status(404)(response);
        return;
      }
      const times = Object.entries(usd).map(
        ([code, rate]) => [code, code === 'usd' ? 1 : rate * factorOf(code)] as const,
      );
      answers.json({ date, usd: Object.fromEntries(times) })(response);
    });
  const goOn = async (factorOf: (code: string) => number) => {
    await using same = await startMirror(answers.json({ date: '2026-09-30', usd }));
    await using mirror = await dated(factorOf);
    const old = recordedDays.days.filter(({ date }) => date > '2026-08-01' && date < '2026-08-25');
    const days = [...old.map(withRightPound), { date: '2026-09-30' as const, rates }];
    const previous = siteOf(published, {}, { days, gaps: [], comparisons: [] });
    const datedMirrors = [`${mirror.url}/{date}`];
    return {
      known: days.length,
      ...(await obtainAll({ mirrors: [same.url], previous, datedMirrors, backfill: 30 })),
    };
  };

  it('are added to the archive', async () => {
    const { known, snapshot, archive: grown } = await goOn(() => 1);
    expect(snapshot.rates.get('EUR')).toBe(rates.get('EUR'));
    expect(grown.days).toHaveLength(known + 30);
  });

  it('are archived, but all their rates are rejected, if every rate is twice the right rate', async () => {
    const { known, snapshot, archive: grown } = await goOn(() => 2);
    expect(snapshot.rates).toEqual(rates);
    expect(grown.days).toHaveLength(known + 30);
    const rejected = new ValidatedArchive(grown, catalogue).rejected().filter(({ reason }) => reason === 'base_slip');
    expect(rejected).toHaveLength(30 * (rates.size - 1));
  });

  it('aren’t added to the archive if the live site’s rates would be implausible after them', async () => {
    const isPegged = new Set(catalogue.filter(({ peg }) => peg !== null).map(({ code }) => code.toLowerCase()));
    const { known, snapshot, archive: grown } = await goOn((code) => (isPegged.has(code) ? 1 : 2));
    expect(snapshot.rates.get('EUR')).toBe(rates.get('EUR'));
    expect(grown.days).toHaveLength(known);
    expect(stderr.text()).toMatch(
      /^The downloaded past days aren't used. Compared with them, the dataset of 2026-09-30 would be refused: \d+ of the 30 most traded currencies are missing, in doubt or newly accepted, more than 5: /m,
    );
  });
});

it('nextRates (chooses the rates to publish) > doesn’t mark a mirror’s dataset as recorded if the previous site was a preview built from recorded rates', async () => {
  const midnight = '2026-09-30T00:00:00.000Z';
  const preview = siteOf({ ...published, retrieved_at: midnight, checked_at: midnight, recorded: true });
  await using same = await startMirror(answers.json({ date: '2026-09-30', usd }));
  const next = await obtain({ mirrors: [same.url], previous: preview, now: midnight });
  expect(next).toMatchObject({ retrieved_at: midnight, mirror: same.url, recorded: false });
});
