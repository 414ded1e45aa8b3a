import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { type Archive, withDayOf } from '../../archive/archive.ts';
import type { Correction } from '../../archive/official-rates.schema.ts';
import { noRatesYet, type Official } from '../../archive/official-rates.ts';
import { composedProvider, defaultProvider, type Provider } from '../../sources/provider.ts';
import { dateOfDay, dayBefore, dayNumber, type Instant, type IsoDate } from '../../money/calendar.ts';
import { datasetOf, type Script } from '../../testing/data/scripted-months.ts';
import { recordedCatalogue } from '../../testing/sites/small-site.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { feedFile } from './feed-file.ts';

const schemaFile = readFileSync(join(import.meta.dirname, '../../testing/data/atom.rng'), 'utf8');
// eslint-disable-next-line @typescript-eslint/no-deprecated -- RFC 4287 has no schema for another validator.
const schema = RelaxNGValidator.fromDoc(XmlDocument.fromString(schemaFile));

/** Date or time, title, text and link of an entry. */
type Words = readonly string[];

/** The entries of a feed by id. Throws if the feed isn't valid Atom. */
function entriesOf(feed: string): Map<string, Words> {
  using document = XmlDocument.fromString(feed);
  schema.validate(document);
  const namespaces = { atom: 'http://www.w3.org/2005/Atom' };
  const entries = document.find('/atom:feed/atom:entry', namespaces).map((entry): [id: string, Words] => {
    const textOf = (path: string) => entry.get(path, namespaces)?.content ?? '';
    const at = textOf('atom:updated');
    expect(textOf('atom:published')).toBe(at);
    const link = textOf('atom:link[@rel="alternate"]/@href');
    return [textOf('atom:id'), [dayOr(at), textOf('atom:title'), textOf('atom:content'), link]];
  });
  const byId = new Map(entries);
  expect(byId.size).toBe(entries.length);
  return byId;
}

/** The day of a publish in the morning after it, or the time of another publish. */
function dayOr(time: string): string {
  const [date, rest] = time.split('T');
  return rest === '02:20:00.000Z' ? dayBefore(date as IsoDate) : time;
}

/** The times of a feed's entries by id, and its own time. */
function timesOf(feed: string) {
  const entries = feed.matchAll(/<entry>\n<id>(.*)<\/id>[^]*?<updated>(.*)<\/updated>/g);
  const [, updated = ''] = /<updated>(.*)<\/updated>/.exec(feed) ?? [];
  return { updated, entries: new Map(Array.from(entries, ([, id = '', time = '']) => [id, time])) };
}

/** The first of the published days. Seven weeks of datasets precede it. */
const FIRST: IsoDate = '2025-11-10';
const LEAD = 49;
const DAYS = 40;
const dateOn = (day: number) => dateOfDay(dayNumber(FIRST) + day);

/** The most traded currencies, and two others with events. */
const few = recordedCatalogue.filter(({ code }, rank) => rank < 60 || ['SYP', 'ZMW'].includes(code));

const otherSource: Provider = { name: '<script>&"\u0007', url: 'https://source.example/?a=1&b=2', license: 'MIT' };

/** Factors of the true rate, and the days without a value. Days are counted from {@link FIRST}. */
function script(factor: (day: number) => number, missing: (day: number) => boolean = () => false): Script {
  return {
    truth: (day) => factor(day - LEAD),
    source: (day) => (missing(day - LEAD) ? null : factor(day - LEAD)),
  };
}

const isIn = (day: number, first: number, last: number) => first <= day && day <= last;
const scripts: Readonly<Record<string, Script>> = {
  // Missing for two days.
  GBP: script(
    () => 1,
    (day) => isIn(day, 3, 4),
  ),
  // Missing until the last good rate is too old. Then two datasets must agree.
  CHF: script(
    () => 1,
    (day) => isIn(day, 4, 36),
  ),
  // Not in the dataset before. Two datasets must agree.
  PEN: script(
    () => 1,
    (day) => day < 1,
  ),
  // A wrong value for a day.
  SEK: script((day) => (day === 10 ? 1.1 : 1)),
  // A wrong level for three days, which is accepted on the second.
  BRL: script((day) => (isIn(day, 12, 14) ? 1.2 : 1)),
  // Wrong for a day, but not among the most traded currencies.
  ZMW: script((day) => (day === 6 ? 1.3 : 1)),
};

const isComposedOn = (day: number) => isIn(day, 25, 27);
function sourceOnDay(day: number): Provider {
  return isComposedOn(day) ? composedProvider : day < 20 ? defaultProvider : otherSource;
}

/** Composed days lack half of the currencies. */
function datasetOn(day: number) {
  const { date, rates } = datasetOf(
    scripts,
    dateOn(-LEAD),
    day + LEAD,
    few.map(({ code }) => code),
  );
  if (!isComposedOn(day)) return { date, rates };
  return { date, rates: new Map([...rates].filter(([code]) => code < 'N' || code === 'USD')) };
}

const at = (day: number, time: string): Instant => `${dateOn(day)}T${time}.000Z`;
const corrections: Readonly<Record<string, readonly Correction[]>> = {
  ecb: [
    { date: dateOn(6), code: 'USD', old: 1.1, new: 1.2, at: at(8, '16:17:00') },
    { date: dateOn(7), code: 'SEK', old: null, new: 11.5, at: at(8, '16:17:00') },
    { date: dateOn(7), code: 'SEK', old: 11.5, new: 11.6, at: at(9, '16:17:00') },
  ],
  'nbp-b': Array.from({ length: 12 }, (_, index) => ({
    ...{ date: dateOn(23), code: `A${'BCDEFGHIJKLM'.charAt(index)}A`, old: index + 1, new: null },
    at: at(30, '11:00:00'),
  })),
};

/** The official rates that are known at the end of a day. */
function officialOn(day: number): Official {
  return new Map(
    Object.entries(corrections).map(([key, all]) => [
      key,
      { ...noRatesYet, corrections: all.filter((correction) => correction.at.slice(0, 10) <= dateOn(day)) },
    ]),
  );
}

const withDay = (archive: Archive, day: number) => withDayOf(sourceOnDay(day), archive, datasetOn(day));
const noDays: Archive = { days: [], gaps: [], comparisons: [] };
/** The archive before {@link FIRST}. */
const archiveBefore = Array.from({ length: LEAD }, (_, index) => index - LEAD).reduce(withDay, noDays);

/** Each day is published in the morning of the next day, and once more later. */
const timeOf = (day: number) => at(day + 1, '02:20:00');

function feedOf(archive: Archive, official: Official, url?: string): string {
  const validated = new ValidatedArchive(archive, few);
  const dates = archive.days.map(({ date }) => date);
  const day = dayNumber(dates.at(-1) ?? FIRST) - dayNumber(FIRST);
  const publishLog = Array.from({ length: Math.max(0, day) }, (_, index) =>
    [timeOf(index), at(index + 1, '10:20:00')].map((retrieved_at) => ({
      ...{ date: dateOn(index), previous: null, sha256sums: '' },
      text: JSON.stringify({ retrieved_at }),
    })),
  );
  const input = { catalogue: few, archive, validated, official, publishLog: publishLog.flat() };
  return String(feedFile({ ...input, retrieved_at: timeOf(day) }, url).body);
}

/** Each event on the day of the publish that adds it. Numbers are shortened to their first digit. */
const expected: readonly Words[] = [
  [
    dateOn(2),
    'PEN is valid',
    `PEN has had a new level since ${dateOn(2)}: 2 datasets in a row agree on the level of the source’s 3…, ` +
      `and 2 were needed. The source’s value is published as it is. Before, it was in doubt or missing since ${dateOn(-LEAD)}.`,
    `receipt?from=USD&to=PEN&date=${dateOn(2)}`,
  ],
  [
    dateOn(3),
    'GBP is held',
    `GBP has been held since ${dateOn(3)}: the source has no value. If the value is still in doubt or missing on ` +
      `${dateOn(33)}, the currency is omitted. The published rate is 0… of ${dateOn(2)}, the last good rate.`,
    `receipt?from=USD&to=GBP&date=${dateOn(3)}`,
  ],
  [
    dateOn(4),
    'CHF is held',
    `CHF has been held since ${dateOn(4)}: the source has no value. If the value is still in doubt or missing on ` +
      `${dateOn(34)}, the currency is omitted. The published rate is 0… of ${dateOn(3)}, the last good rate.`,
    `receipt?from=USD&to=CHF&date=${dateOn(4)}`,
  ],
  [
    dateOn(5),
    'GBP is valid again',
    `The source’s value of ${dateOn(5)} is valid and published. Before, it was in doubt or missing since ${dateOn(3)}.`,
    `receipt?from=USD&to=GBP&date=${dateOn(5)}`,
  ],
  [
    at(8, '16:17:00'),
    'The European Central Bank corrected past rates',
    `Corrected rates of ${dateOn(6)}: USD of ${dateOn(6)} from 1.1 to 1.2.`,
    'archive/ecb/corrections.csv',
  ],
  [
    at(8, '16:17:00'),
    'Late rates of the European Central Bank',
    `Rates of ${dateOn(7)} were added after other rates of the same day or of a later day: SEK of ${dateOn(7)}, 11.5. ` +
      'No published rate changed.',
    'archive/ecb/corrections.csv',
  ],
  [
    at(9, '16:17:00'),
    'The European Central Bank corrected past rates',
    `Corrected rates of ${dateOn(7)}: SEK of ${dateOn(7)} from 11.5 to 11.6.`,
    'archive/ecb/corrections.csv',
  ],
  [
    dateOn(10),
    'SEK is held',
    `SEK has been held since ${dateOn(10)}: the source’s 1… is more than a factor of 1.03 away from the last good rate. ` +
      `1 of the 2 needed datasets agrees. If the next datasets agree too, the state ends by ${dateOn(11)} at the latest. ` +
      `The published rate is 9… of ${dateOn(9)}, the last good rate.`,
    `receipt?from=USD&to=SEK&date=${dateOn(10)}`,
  ],
  [
    dateOn(11),
    'SEK is valid again',
    `The source’s value of ${dateOn(11)} is valid and published. Before, it was in doubt or missing since ${dateOn(10)}.`,
    `receipt?from=USD&to=SEK&date=${dateOn(11)}`,
  ],
  [
    dateOn(12),
    'BRL is held',
    `BRL has been held since ${dateOn(12)}: the source’s 6… is more than a factor of 1.03 away from the last good rate. ` +
      `1 of the 2 needed datasets agrees. If the next datasets agree too, the state ends by ${dateOn(13)} at the latest. ` +
      `The published rate is 5… of ${dateOn(11)}, the last good rate.`,
    `receipt?from=USD&to=BRL&date=${dateOn(12)}`,
  ],
  [
    dateOn(13),
    'BRL is valid again',
    `BRL has had a new level since ${dateOn(13)}: 2 datasets in a row agree on the level of the source’s 6…, ` +
      `and 2 were needed. The source’s value is published as it is. Before, it was in doubt or missing since ${dateOn(12)}.`,
    `receipt?from=USD&to=BRL&date=${dateOn(13)}`,
  ],
  [
    dateOn(20),
    'Market rates come from <script>&"\u{FFFD}',
    `Since ${dateOn(20)}, rates come from <script>&"\u{FFFD} (https://source.example/?a=1&b=2, license MIT). ` +
      'Before, they came from fawazahmed0/exchange-api.',
    'docs/data-quality#sources',
  ],
  [
    dateOn(22),
    'SYP is redenominated on 2026-01-01',
    'From 2026-01-01 on, 1 SYP replaces 100 old SYP, and the code stays the same. ' +
      'Rates of earlier days stay as they are, in the old unit.',
    'api/v1/currencies.json',
  ],
  [
    dateOn(25),
    'Market rates are composed from official rates',
    `Since ${dateOn(25)}, rates are composed from the official rates of central banks, ` +
      'because <script>&"\u{FFFD} has no newer dataset.',
    'docs/data-quality#without-a-dataset',
  ],
  [
    dateOn(28),
    'Market rates come from <script>&"\u{FFFD}',
    `Since ${dateOn(28)}, rates come from <script>&"\u{FFFD} (https://source.example/?a=1&b=2, license MIT). ` +
      'Before, they came from Official rates of central banks, composed by this service.',
    'docs/data-quality#sources',
  ],
  [
    at(30, '11:00:00'),
    'Narodowy Bank Polski (nbp-b) corrected past rates',
    `Corrected rates of ${dateOn(23)}: ` +
      Array.from('BCDEFGHIJK', (letter, index) => `A${letter}A of ${dateOn(23)} removed, before ${index + 1}`).join(
        '; ',
      ) +
      '; and 2 more.',
    'archive/nbp-b/corrections.csv',
  ],
  [
    dateOn(34),
    'CHF is omitted',
    `CHF is omitted. Its value has been in doubt or missing since ${dateOn(4)}: the source has no value. The state can ` +
      'end only when the source has a value again. No rate is published, because there is no good rate of the last 30 days.',
    `receipt?from=USD&to=CHF&date=${dateOn(34)}`,
  ],
  [
    dateOn(37),
    'CHF is valid again',
    `The source’s value of ${dateOn(37)} is valid and published. Before, it was in doubt or missing since ${dateOn(4)}.`,
    `receipt?from=USD&to=CHF&date=${dateOn(37)}`,
  ],
];

describe('feed.xml', () => {
  it('has each event of 40 scripted days once, from the publish of its day on, and never changes it', () => {
    const known = new Map<string, Words>();
    const found: Words[] = [];
    let archive = archiveBefore;
    for (let day = 0; day < DAYS; day++) {
      archive = withDay(archive, day);
      const entries = entriesOf(feedOf(archive, officialOn(day)));
      expect([...known].filter(([id]) => !entries.has(id))).toEqual([]);
      for (const [id, entry] of entries) {
        if (known.has(id)) expect(entry).toEqual(known.get(id));
        else {
          expect(entry[0]?.slice(0, 10)).toBe(dateOn(day));
          found.push(entry.map((text) => text.replaceAll(/(\d)\d*\.\d{6,}/g, '$1…')));
        }
        known.set(id, entry);
      }
    }
    expect(found).toEqual(expected);
  });

  it('has entries that are newer than all entries of earlier feeds, for readers that go by time', () => {
    let [archive, newest, known] = [archiveBefore, '', new Set<string>()];
    for (let day = 0; day < DAYS; day++) {
      archive = withDay(archive, day);
      const { updated, entries } = timesOf(feedOf(archive, officialOn(day)));
      for (const [id, time] of entries) if (!known.has(id)) expect([day, time > newest]).toEqual([day, true]);
      [newest, known] = [[newest, ...entries.values()].sort().at(-1) ?? '', new Set(entries.keys())];
      if (entries.size > 0) expect(updated).toBe(newest);
    }
    expect(known.size).toBe(expected.length);
  });

  const archive = Array.from({ length: DAYS }, (_, day) => day).reduce(withDay, archiveBefore);
  const feed = feedOf(archive, officialOn(DAYS));

  it('has the same ids and texts for every URL of a site, and full links if the URL is known', () => {
    const withUrl = feedOf(archive, officialOn(DAYS), 'https://rates.example');
    expect(withUrl.replaceAll('href="https://rates.example/', 'href="')).toBe(feed);
    expect(withUrl).toContain('<link rel="self" type="application/atom+xml" href="https://rates.example/feed.xml"/>');
    // A site without a URL may be below a path.
    expect(feed).not.toContain('href="/');
    expect(withUrl).not.toMatch(/href="(?!https:)/);
  });

  it('is valid without an event, and was updated on the newest day', () => {
    const days = archive.days.slice(0, 2);
    const empty = feedOf({ ...noDays, days }, new Map());
    expect(entriesOf(empty).size).toBe(0);
    expect(empty).toContain(`<updated>${dateOn(1 - LEAD)}T00:00:00.000Z</updated>`);
  });

  it('links only to sections that the guide has', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../public/docs/data-quality.md'), 'utf8');
    const sections = Array.from(guide.matchAll(/^#+ (.*)/gm), ([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    const linked = Array.from(feed.matchAll(/data-quality#([^"]*)/g), ([, section]) => section);
    expect(new Set(linked)).toEqual(new Set(['feed', 'sources', 'without-a-dataset']));
    expect(sections).toEqual(expect.arrayContaining(linked));
  });

  it('lists the newest 100 events of the last 90 days', () => {
    const correctedOn = (day: number, minute: number): Correction => ({
      ...{ date: dateOn(-90), code: 'USD', old: 1 + minute, new: 2 + minute },
      at: at(day, new Date(minute * 60_000).toISOString().slice(11, 19)),
    });
    const newest = DAYS - 1;
    const datesWith = (corrections: readonly Correction[]) =>
      Array.from(entriesOf(feedOf(archive, new Map([['ecb', { ...noRatesYet, corrections }]]))).values(), ([at]) => at);
    const two = datesWith([correctedOn(newest - 91, 0), correctedOn(newest - 90, 0)]);
    expect(two.at(-1)).toBe(at(newest - 90, '00:00:00'));
    const many = datesWith(Array.from({ length: 150 }, (_, minute) => correctedOn(newest, minute)));
    expect([many.length, many[0], many[99]]).toEqual([100, at(newest, '02:29:00'), at(newest, '00:50:00')]);
  });

  it.each([
    ['an entry without an id', /(?<=<entry>\n)<id>.*/, '', 'id'],
    ['an entry without a title', /(?<=<entry>[^]*)<title>.*/, '', 'title'],
    ['two ids', '<entry>', '<entry><id>urn:uuid:0</id>', 'id'],
    ['an impossible date', /<updated>[^<]*/, '<updated>2026-13-01T00:00:00Z', 'dateTime'],
    ['an unknown element of Atom', '</feed>', '<note/></feed>', 'note'],
    ['markup in a name', /&#60;script&#62;/, '<script>', 'script'],
  ])('would be invalid with %s', (_, part, other, problem) => {
    expect(() => entriesOf(feed.replace(part, other))).toThrow(problem);
  });
});
