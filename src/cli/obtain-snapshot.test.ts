import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { parseDataset } from '../dataset/dataset.ts';
import { answers, type LoopbackMirror, startMirror } from '../testing/loopback-mirror.ts';
import recorded from '../dataset/recorded/usd-2026-09-29.json' with { type: 'json' };
import { buildReferenceRates, type ReferenceRates } from '../documents/reference-rates.ts';
import { buildStatus, type Status } from '../documents/status.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { CommandError } from './command.ts';
import { generateAdvice, obtainSnapshot, type ObtainOptions } from './obtain-snapshot.ts';
import { tell } from './tell.ts';

// An ordinary day: the recorded one has the Syrian pound wrong.
const usd: Record<string, number> = { ...recorded.usd, syp: 110.5 };
const now = '2026-10-01T06:17:00.000Z';
const { rates } = parseDataset({ ...recorded, usd }, catalogue, now);
const hundredfold = Object.fromEntries(
  Object.entries(usd).map(([code, rate]) => [code, code === 'usd' ? 1 : rate * 100]),
);

const published: Snapshot = {
  asOf: '2026-09-30',
  retrievedAt: '2026-09-30T06:17:00.000Z',
  checkedAt: '2026-10-01T05:17:00.000Z',
  staleReason: null,
  mirror: 'https://mirror.example/usd.json',
  rates,
  quality: new Map(),
};

const folder = temporaryFolder();
let sites = 0;

/** Writes what a published site says of itself, with changes, and gives its folder. */
function siteOf(snapshot: Snapshot, changes: { rates?: unknown; status?: unknown } = {}): string {
  const site = join(folder.path, `site-${sites++}`);
  mkdirSync(join(site, 'api/v1'), { recursive: true });
  const write = (name: string, document: unknown) => {
    writeFileSync(join(site, 'api/v1', name), typeof document === 'string' ? document : JSON.stringify(document));
  };
  write('rates.json', changes.rates ?? buildReferenceRates(snapshot));
  if (changes.status !== null) write('status.json', changes.status ?? buildStatus(snapshot));
  return site;
}

let stderr: MockInstance<typeof process.stderr.write>;
const told = () => stderr.mock.calls.map(([line]) => String(line)).join('');
beforeEach(() => {
  stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => {
    stderr.mockRestore();
  };
});
afterAll(() => folder[Symbol.asyncDispose]());

const obtain = (options: Partial<ObtainOptions> & Pick<ObtainOptions, 'mirrors'>) =>
  obtainSnapshot({ recorded: false, now, advice: generateAdvice, ...options });

describe('what is published, by what the two mirrors and the previous site say', () => {
  const dates = { newer: '2026-10-01', same: '2026-09-30', older: '2026-09-29' };
  const kinds = {
    newer: answers.json({ date: dates.newer, usd }),
    same: answers.json({ date: dates.same, usd }),
    older: answers.json({ date: dates.older, usd }),
    implausible: answers.json({ date: '2026-10-01', usd: hundredfold }),
    'of another shape': answers.json({ date: '2026-10-01', eur: usd }),
    'no JSON': answers.text('<!doctype html>'),
    'not there': answers.status(404),
  };
  type Kind = keyof typeof kinds;
  const previousSites = {
    none: null,
    'of an hour ago': published,
    'of 80 hours ago': { ...published, retrievedAt: '2026-09-27T22:17:00.000Z' },
  };
  type Previous = keyof typeof previousSites;

  const mirrors = new Map<Kind, LoopbackMirror>();
  beforeAll(async () => {
    for (const kind of Object.keys(kinds) as Kind[]) mirrors.set(kind, await startMirror(kinds[kind]));
  });
  afterAll(async () => {
    for (const mirror of mirrors.values()) await mirror[Symbol.asyncDispose]();
  });

  /** The rules of the design, in the plainest words. A mirror's rates are told by its kind. */
  function expectation(first: Kind, second: Kind, previous: Previous): keyof typeof dates | Kept {
    for (const kind of [first, second]) {
      if (kind === 'newer') return kind;
      if (kind === 'same') return previous === 'none' ? kind : 'the previous, checked again';
      if (kind === 'older' && previous === 'none') return kind;
    }
    if (first === 'older' || second === 'older') return 'the previous, checked again';
    return previous === 'of an hour ago' ? 'the previous, as a fallback' : 'nothing';
  }
  type Kept = 'the previous, checked again' | 'the previous, as a fallback' | 'nothing';

  const table = (Object.keys(previousSites) as Previous[]).flatMap((previous) =>
    (Object.keys(kinds) as Kind[]).flatMap((first) =>
      (Object.keys(kinds) as Kind[]).map((second) => ({
        previous,
        first,
        second,
        expected: expectation(first, second, previous),
      })),
    ),
  );

  it.each(table)(
    'previous: $previous, first mirror: $first, second: $second → $expected',
    async ({ previous, first, second, expected }) => {
      const before = previousSites[previous];
      const result = await obtain({
        mirrors: [mirrors.get(first)?.url ?? '', mirrors.get(second)?.url ?? ''],
        previous: before ? siteOf(before) : undefined,
      }).catch((error: unknown) => error);
      if (expected === 'nothing') {
        expect(result).toBeInstanceOf(CommandError);
        expect((result as Error).message).toMatch(/^No mirror gave usable rates .*Nothing was written\./);
        return;
      }
      if (expected === 'the previous, checked again' || expected === 'the previous, as a fallback') {
        const staleReason = expected === 'the previous, as a fallback' ? 'cached_fallback' : null;
        expect(result).toEqual({ ...before, checkedAt: now, staleReason });
        return;
      }
      const fetched = { retrievedAt: now, checkedAt: now, staleReason: null };
      expect(result).toMatchObject({ ...fetched, asOf: dates[expected], mirror: mirrors.get(expected)?.url });
      expect((result as Snapshot).rates).toEqual(rates);
    },
  );

  it('is not the recorded day before that day has come', async () => {
    const down = [mirrors.get('not there')?.url ?? ''];
    const past = '2026-09-28T12:00:00.000Z';
    await expect(obtain({ mirrors: down, recorded: true, now: past })).rejects.toThrow(
      `At ${past} the recorded rates, of 2026-09-29, are still to come.`,
    );
  });

  it('is the recorded day only where that is allowed and nothing else is usable', async () => {
    const down = [mirrors.get('not there')?.url ?? ''];
    const old = siteOf(previousSites['of 80 hours ago']);
    expect(await obtain({ mirrors: down, recorded: true, previous: old })).toMatchObject({
      asOf: '2026-09-29',
      staleReason: 'cached_fallback',
    });
    const recent = siteOf(published);
    expect(await obtain({ mirrors: down, recorded: true, previous: recent })).toMatchObject({ asOf: '2026-09-30' });
  });

  describe('with a clock that has jumped back', () => {
    it('never goes back in time', async () => {
      const yesterday = '2026-09-30T08:00:00.000Z';
      const site = siteOf(published);
      const same = await obtain({ mirrors: [mirrors.get('same')?.url ?? ''], previous: site, now: yesterday });
      expect(same.checkedAt).toBe(published.checkedAt);
      const down = await obtain({ mirrors: [mirrors.get('not there')?.url ?? ''], previous: site, now: yesterday });
      expect(down).toMatchObject({ checkedAt: published.checkedAt, staleReason: 'cached_fallback' });
    });
  });
});

describe('a previous site', () => {
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

  /** What is said when it is refused, also where a mirror would give rates. */
  async function refusalOf(previous: string): Promise<string> {
    const error = await obtain({ mirrors: [good.url], previous }).catch((error: unknown) => error);
    return error instanceof CommandError ? error.message : expect.fail(String(error));
  }

  it('may be an address, with or without a final slash or a path', async () => {
    const documents = new Map<string, unknown>([
      ['/base/api/v1/rates.json', buildReferenceRates(published)],
      ['/base/api/v1/status.json', buildStatus(published)],
    ]);
    await using server = await startMirror((response, { url }) => {
      const document = documents.get(url ?? '');
      if (document) answers.json(document)(response);
      else answers.status(404)(response);
    });
    for (const address of ['/base', '/base/']) {
      const snapshot = await obtain({ mirrors: [down.url], previous: new URL(address, server.url).href });
      expect(snapshot).toEqual({ ...published, checkedAt: now, staleReason: 'cached_fallback' });
    }
  });

  it('may be an address with a key in its query, which is sent and never told', async () => {
    const asked: (string | undefined)[] = [];
    await using server = await startMirror((response, { url }) => {
      asked.push(url);
      answers.status(404)(response);
    });
    const message = await refusalOf(new URL('/base?key=secret', server.url).href);
    expect(asked).toEqual(['/base/api/v1/rates.json?key=secret']);
    expect(message).toContain(`${new URL('/base', server.url).href}: answered with status 404`);
    expect(message).not.toContain('secret');
  });

  it('may have published a secret of its mirror, which is not published again', async () => {
    const mirror = 'https://me:secret@mirror.example/usd.json?key=secret';
    const snapshot = await obtain({ mirrors: [down.url], previous: siteOf({ ...published, mirror }) });
    expect(snapshot).toMatchObject({ staleReason: 'cached_fallback', mirror: 'https://mirror.example/usd.json' });
  });

  it('may have been written by another version, with fields that we do not know', async () => {
    const document = { ...buildReferenceRates(published), colour: 'blue' };
    const snapshot = await obtain({ mirrors: [down.url], previous: siteOf(published, { rates: document }) });
    expect(snapshot.asOf).toBe('2026-09-30');
  });

  it('may lack what we list, and list what we do not', async () => {
    const document = buildReferenceRates(published);
    const others = Object.fromEntries(Object.entries(document.rates).filter(([code]) => code !== 'ZMW'));
    const site = siteOf(published, { rates: { ...document, rates: { ...others, XYZ: 5 } } });
    const snapshot = await obtain({ mirrors: [good.url], previous: site });
    expect(snapshot.rates).toEqual(rates);
  });

  const reference: ReferenceRates = buildReferenceRates(published);
  const withRates = (change: (code: string, rate: number) => unknown) => ({
    ...reference,
    rates: Object.fromEntries(Object.entries(reference.rates).map(([code, rate]) => [code, change(code, rate)])),
  });

  it.each<[string, unknown]>([
    ['is cut off', JSON.stringify(reference).slice(0, 900)],
    ['is a page', '<!doctype html>'],
    ['is empty', ''],
    ['is null', 'null'],
    ['is huge', JSON.stringify({ ...reference, padding: 'x'.repeat(2_000_000) })],
    ['has no rates', { ...reference, rates: undefined }],
    ['has rates as text', withRates((_, rate) => String(rate))],
    ['has a negative rate', withRates((code, rate) => (code === 'EUR' ? -rate : rate))],
    ['has another dollar', withRates((code, rate) => (code === 'USD' ? 2 : rate))],
    ['has rates of another universe', withRates((code, rate) => (code === 'USD' ? 1 : rate * 1000))],
    ['lacks a major currency', { ...reference, rates: { ...reference.rates, EUR: undefined } }],
    ['has hardly any rates', { ...reference, rates: { USD: 1, EUR: 0.88 } }],
    [
      'has prototype keys',
      JSON.stringify(reference).replace('"rates":{', '"rates":{"__proto__":{"EUR":5},"constructor":1,'),
    ],
    ['comes from the future', { ...reference, retrieved_at: '2026-10-03T00:00:00.000Z' }],
    ['was checked in the future', { ...reference, checked_at: '2030-01-01T00:00:00.000Z' }],
    ['is of a date before the dataset was', { ...reference, rate_as_of: '0000-01-01' }],
    ['is of a date in the future', { ...reference, rate_as_of: '2026-10-05' }],
    ['has an impossible date', { ...reference, rate_as_of: '2026-02-30' }],
    ['has a time that is none', { ...reference, retrieved_at: 'yesterday' }],
  ])('that %s ends the work, and how to begin anew is said in one line', async (_, document) => {
    expect(await refusalOf(siteOf(published, { rates: document }))).toMatch(
      /^The previous site cannot be used: .*\. Nothing was written\. Try again; or, .* leave out --previous\.$/,
    );
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['does not answer', answers.drop],
    ['is down', answers.status(503)],
    ['forbids it', answers.status(403)],
    ['has a page in its place', answers.text('<!doctype html>')],
  ])('that %s is not taken for one that was never there', async (_, answer) => {
    await using server = await startMirror(answer);
    expect(await refusalOf(new URL(server.url).origin)).toMatch(/^The previous site cannot be used: http:.* leave out/);
  });

  it('whose folder is not there is not taken for one that was never there', async () => {
    expect(await refusalOf(join(folder.path, 'nowhere'))).toMatch(/ENOENT.* leave out --previous\.$/);
  });

  it.each<[string, unknown]>([
    ['is missing', null],
    ['is cut off', '{"success":true,'],
    ['is of another dataset', { ...buildStatus(published), rate_as_of: '2026-09-29' }],
    ['has another shape', { ...buildStatus(published), currencies: [{ code: 'ZMW', state: 'held' }] }],
  ])('whose status %s ends the work, as what it held would count as good', async (_, status) => {
    expect(await refusalOf(siteOf(published, { status }))).toMatch(/^The previous site cannot be used: /);
  });

  it('whose status was written by another version keeps its memory', async () => {
    const { retrieved_at: built_at, ...others } = buildStatus(published);
    const status = { ...others, built_at, colour: 'blue' };
    const snapshot = await obtain({ mirrors: [down.url], previous: siteOf(published, { status }) });
    expect(snapshot).toEqual({ ...published, checkedAt: now, staleReason: 'cached_fallback' });
  });

  const zmw = rates.get('ZMW') ?? NaN;
  it.each<[string, Partial<Status['currencies'][number]>, remembered: boolean]>([
    ['agrees with its rates is used with', {}, true],
    ['tells of another published rate is used without', { published: zmw + 1 }, false],
    ['tells of a published rate of no day is used without', { good_as_of: null }, false],
    ['tells of no published rate is used without', { published: null, good_as_of: null }, false],
    ['holds since a day to come is used without', { since: '2026-10-01' }, false],
    ['was offered something on a day to come is used without', { offered_as_of: '2026-10-01' }, false],
    ['has a good rate of a day to come is used without', { good_as_of: '2026-10-01' }, false],
  ])('whose status %s that memory', async (_, changes, remembered) => {
    const memory: Status['currencies'] = [
      {
        code: 'ZMW',
        state: 'held',
        reason: 'implausible_move',
        since: '2026-09-30',
        published: zmw,
        good_as_of: '2026-09-29',
        offered: zmw * 10,
        offered_as_of: '2026-09-30',
        agreeing_datasets: 2,
        ...changes,
      },
    ];
    const status = { ...buildStatus(published), currencies: memory };
    const { quality } = await obtain({ mirrors: [down.url], previous: siteOf(published, { status }) });
    expect([...quality.keys()]).toEqual(remembered ? ['ZMW'] : []);
  });

  it('is told of on one line, and never as a command to GitHub Actions, whatever is in it', async () => {
    const key = 'EUR"\r\n::error title=Hacked::\u001b[2J##[error]';
    const reference = buildReferenceRates(published);
    const documents = [{ ...reference, rates: { USD: 1, [key]: 'x' } }, `{"${key}`, `\n::error ##[error]`];
    const site = (document: unknown) => siteOf(published, { rates: document });
    for (const document of documents) tell(await refusalOf(site(document)));
    const lines = told().trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(String.raw`rates: "EUR\"\r\n::error title=Hacked::\u001b[2J\u0023#[error]": `);
    expect(lines.join('\n')).not.toMatch(/^\s*::|##\[|[^\P{C}\n]/mu);
  });

  it('remembers across publishes what is held, until three datasets agree', async () => {
    let previous = siteOf(published);
    const states: unknown[] = [];
    for (const [date, hour] of [
      ['2026-10-01', 6],
      ['2026-10-01', 7],
      ['2026-10-02', 6],
      ['2026-10-03', 6],
      ['2026-10-04', 6],
    ] as const) {
      await using mirror = await startMirror(answers.json({ date, usd: { ...usd, zmw: (usd['zmw'] ?? 0) * 10 } }));
      const at = `${date}T0${hour}:17:00.000Z`;
      const snapshot = await obtain({ mirrors: [mirror.url], previous, now: at });
      const { state, agreeing } = snapshot.quality.get('ZMW') ?? { state: 'ok', agreeing: 0 };
      states.push([date, hour, state, agreeing, snapshot.rates.get('ZMW') === rates.get('ZMW') ? 'old' : 'new']);
      previous = siteOf(snapshot);
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
