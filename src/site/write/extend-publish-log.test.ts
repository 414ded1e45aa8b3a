import type { Instant, IsoDate } from '../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { parsePublishEntry, type PublishEntry } from '../../api/documents/publish-entry.ts';
import { FileError } from '../../text/site-problem.ts';
import { logLineOf } from '../../api/query/publish-log.ts';
import { sha256 } from '../checksums.ts';
import { readPublishLog } from '../read-publish-log.ts';
import { type ExtendedLog, extendPublishLog } from './extend-publish-log.ts';

const facts = (date: IsoDate, version = '1.2.3'): Omit<PublishEntry, 'previous'> => ({
  date,
  retrieved_at: `${date}T06:17:00.000Z` as Instant,
  source: { url: 'https://mirror.example/usd.json', sha256: sha256(date) },
  version,
  commit: 'c0ffee',
  counts: { ok: 168, held: 0, accepted: 0, frozen: 0, omitted: 1 },
  settings: { url: null, file_limit: 20_000 },
});
const sumWith = (state: string) => (newest: string) => sha256(`${state} ${sha256(newest)}`);

/** Extends a publish log, or starts a log if there is none. */
function publishAfter(before: ExtendedLog | undefined, of: Omit<PublishEntry, 'previous'>, state: string): ExtendedLog {
  return extendPublishLog(before ? linesOf(before) : [], of, sumWith(state));
}

function linesOf({ years }: Pick<ExtendedLog, 'years'>) {
  return readPublishLog(new Map(Array.from(years, ([path, text]) => [/\d{4}/.exec(path)?.[0] ?? '', text])));
}

const first = publishAfter(undefined, facts('2026-12-30'), 'a');
const second = publishAfter(first, facts('2026-12-31'), 'b');
const third = publishAfter(second, facts('2027-01-01'), 'c');

describe('publish log (a line for each changed version of the site, with the previous line’s hash)', () => {
  it('continues in a new file each year', () => {
    const lines = linesOf(third);
    expect(lines.map(({ date }) => date)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
    expect(lines.map(({ previous }) => previous)).toEqual([null, ...lines.slice(0, 2).map(({ text }) => sha256(text))]);
    expect(lines.map(({ sha256sums }) => sha256sums)).toEqual(
      [first, second, third].map(({ sha256sums }) => sha256sums),
    );
    expect([...third.years].map(([path, text]) => [path, text.split('\n').length - 1])).toEqual([
      ['receipts/2026.jsonl', 2],
      ['receipts/2027.jsonl', 1],
    ]);
    expect(lines.at(-1)?.text).toBe(logLineOf(third.newest, third.sha256sums));
    const last = lines.at(-1) ?? expect.fail();
    expect(parsePublishEntry(JSON.parse(third.newest))).toEqual({ ...facts('2027-01-01'), previous: last.previous });
  });

  it('can contain fields that a later version of Ratesheet adds', () => {
    const later = { ...(JSON.parse(third.newest) as PublishEntry), more: 1 };
    const read = (entry: object) => parsePublishEntry(entry);
    expect(
      read({ ...later, settings: { ...later.settings, edge: true }, counts: { ...later.counts, odd: 1 } }),
    ).toEqual(parsePublishEntry(JSON.parse(third.newest)));
    for (const version of ['', '1.2', '1.2.3\nVerified', `1.2.3-${'x'.repeat(100)}`]) {
      expect(() => read({ ...later, version })).toThrow(/version/);
    }
  });

  it('gets no new line after a publish that changes nothing', () => {
    expect(publishAfter(third, facts('2027-01-01'), 'c')).toEqual(third);
  });

  it.each([
    [
      'a later edition of the same day’s dataset',
      { ...facts('2027-01-01'), source: { url: 'https://m.example/', sha256: null } },
      'c',
    ],
    ['a new version of the code', facts('2027-01-01', '1.2.4'), 'c'],
    ['an additional file', facts('2027-01-01'), 'd'],
  ])('gets a new line after a publish with %s', (_, changed, state) => {
    const next = publishAfter(third, changed, state);
    const texts = linesOf(next).map(({ text }) => text);
    expect(texts).toHaveLength(4);
    expect(texts.slice(0, 3)).toEqual(linesOf(third).map(({ text }) => text));
    // A return to the old version also adds a line.
    expect(linesOf(publishAfter(next, facts('2027-01-01'), 'c'))).toHaveLength(5);
  });

  const years = Object.fromEntries(third.years);
  const y2026 = years['receipts/2026.jsonl'] ?? '';
  const y2027 = years['receipts/2027.jsonl'] ?? '';
  const broken: [string, string, string, RegExp][] = [
    [
      'a digit in its first line is changed',
      y2026.replace('168', '167'),
      y2027,
      /^receipts\/2026.jsonl: line 2 does not follow/,
    ],
    [
      'the last line of a year is missing',
      y2026.replace(/.*\n$/, ''),
      y2027,
      /^receipts\/2027.jsonl: line 1 does not follow/,
    ],
    ['its first line is missing', y2026.replace(/^.*\n/, ''), y2027, /^receipts\/2026.jsonl: line 1 does not follow/],
    ['two lines are swapped', y2026.replace(/^(.*\n)(.*\n)$/, '$2$1'), y2027, /^receipts\/2026.jsonl: line 1 does not/],
    [
      'the file for 2027 has a line with a date in 2026',
      y2026,
      y2027.replace('"2027-', '"2026-'),
      /^receipts\/2027.jsonl: line 1 does not/,
    ],
    ['its last line doesn’t end with a line break', y2026, y2027.slice(0, -1), /^receipts\/2027.jsonl: is cut off/],
    ['the file for a year is empty', '', y2027, /^receipts\/2026.jsonl: is cut off/],
    ['a file contains HTML instead of JSON', '<!doctype html>\n', y2027, /^receipts\/2026.jsonl: line 1 is invalid/],
    [
      'a file contains the JSON {"success":true}',
      '{"success":true}\n',
      y2027,
      /^receipts\/2026.jsonl: line 1 is invalid/,
    ],
  ];
  it.each(broken)('can’t be read if %s', (_, of2026, of2027, message) => {
    const read = () =>
      readPublishLog(
        new Map([
          ['2026', of2026],
          ['2027', of2027],
        ]),
      );
    expect(read).toThrow(FileError);
    expect(read).toThrow(message);
  });
});
