import type { ArchivedDay } from '../../archive/archive.ts';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import { buildPublishEntry } from '../../api/documents/publish-entry.ts';
import { proofPaths } from '../../api/paths.ts';
import { serialize } from '../../api/serialize.ts';
import { type Archive, archiveUpTo } from '../../archive/archive.ts';
import { type Comparison, comparisonKey, ratioOf } from '../../archive/comparison.ts';
import { type Official, undoubted } from '../../archive/official-rates.ts';
import { composedProvider } from '../../sources/provider.ts';
import { dateOfDay, dayNumber, type Instant, isWeekend } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { agreeing } from '../data/agreeing.ts';
import { present } from '../../text/present.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { floatingCodes } from '../data/scripted-months.ts';
import type { DocumentFile } from '../../site/write/common-documents.ts';
import { documentsOf } from './served.ts';
import { recordedCatalogue, recordedDay, recordedDays, recordedOfficial } from './small-site.ts';

/*
 * Sites on which currencies are in every state that a rate can have. Each value is the newest recorded value, with a
 * script for the currencies whose state isn't `ok`.
 */

/** The newest day of the scripted site, a Tuesday. */
export const scriptedDay = '2026-11-03';

/** The number of scripted days. The first follows the last recorded day. */
const DAYS = dayNumber(scriptedDay) - dayNumber(recordedDay.rate_as_of);

/** For each currency, what its value is multiplied with. Days are counted back from the newest; null means no value. */
const scripts: Readonly<Record<string, (daysBack: number) => number | null>> = {
  AED: (daysBack) => (daysBack === 0 ? 1.2 : 1),
  BRL: (daysBack) => (daysBack <= 2 ? 1.3 : 1),
  GBP: (daysBack) => (daysBack === 0 ? 4 / 3 : 1),
  KZT: (daysBack) => (daysBack <= 31 ? null : 1),
  MXN: (daysBack) => (daysBack === 0 ? null : 1),
  PEN: (daysBack) => (daysBack === 14 ? 1.5 : 1),
  THB: (daysBack) => (daysBack === 14 ? null : 1),
};

const unmoved = new Set(['SSP']);

const lastRecorded = elementAt(recordedDays.days, recordedDays.days.length - 1).rates;
const days = Array.from({ length: DAYS }, (_, index) => {
  const daysBack = DAYS - 1 - index;
  const rates = [...lastRecorded].flatMap(([code, rate]): [string, number][] => {
    const factor = scripts[code]?.(daysBack) ?? (code in scripts ? null : 1);
    const isMoving = floatingCodes.has(code) && !unmoved.has(code);
    const move = isMoving ? 1 + 0.0005 * Math.sin((index + 1) * (1 + code.charCodeAt(1) / 100)) : 1;
    return factor === null ? [] : [[code, Number((rate * factor * move).toPrecision(10))]];
  });
  return { date: dateOfDay(dayNumber(scriptedDay) - daysBack), rates: new Map(rates) };
});

const witnesses = ['api.coinbase.com', 'api.frankfurter.dev'] as const;

/** A witness's rate: the newest recorded rate times a factor. */
function comparisonOf(code: string, witness: string, factor: number, daysBack = 0): Comparison {
  const { date, rates } = elementAt(days, DAYS - 1 - daysBack);
  const ratio = ratioOf((lastRecorded.get(code) ?? NaN) * factor, rates.get(code) ?? NaN);
  return { date, code, witness, ratio: present(ratio, 'ratio'), asOf: date };
}

const comparisons = [
  // The witnesses agree with each other on another level.
  ...witnesses.map((witness) => comparisonOf('NOK', witness, 1.3)),
  comparisonOf('JPY', witnesses[0], 1.12),
  // The rate of this witness never changes.
  ...Array.from({ length: 12 }, (_, daysBack) => comparisonOf('CHF', witnesses[0], 1.1, daysBack)),
  comparisonOf('PEN', witnesses[1], 1, 14),
].sort((one, other) => (comparisonKey(one) < comparisonKey(other) ? -1 : 1));

const businessDays = days.map(({ date }) => date).filter((date) => !isWeekend(dayNumber(date)));
const tableA = businessDays.map((date, index): ArchivedDay => {
  const rates = new Map([
    ['EUR', 4.25 + index / 1000],
    ['HUF', 0.0109],
    ['USD', 3.62],
  ]);
  return { date, rates, units: new Map([['HUF', 100]]), reference: `${200 + index}/A/NBP/2026` };
});
const tableB = businessDays
  .filter((_, index) => index % 5 === 0)
  .map((date, index): ArchivedDay => {
    return { date, rates: new Map([['AFN', 0.051 + index / 1000]]), reference: `${40 + index}/B/NBP/2026` };
  });
/** The newest day is in doubt, so it isn't published. The rate of EUR on the day before was corrected. */
const ofCnb = businessDays.slice(0, -1).map((date): ArchivedDay => {
  return {
    date,
    rates: new Map([
      ['EUR', 24.2],
      ['USD', 20.7],
    ]),
  };
});

const official: Official = new Map([
  ...recordedOfficial,
  ['nbp', undoubted(tableA)],
  ['nbp-b', undoubted(tableB)],
  [
    'cnb',
    {
      ...undoubted(ofCnb),
      doubts: [
        // About the rate's own day, because the bank has changed the rate.
        { date: '2026-11-02', reason: 'implausible', code: 'USD', value: 31, since: scriptedDay },
        { date: scriptedDay, reason: 'implausible', code: 'EUR', value: 34.2, since: scriptedDay },
      ],
      corrections: [
        { date: '2026-11-02', code: 'EUR', old: null, new: 24.1, at: '2026-11-02T20:00:00.000Z' },
        { date: '2026-11-02', code: 'EUR', old: 24.1, new: 24.2, at: '2026-11-03T06:00:00.000Z' },
      ],
      problem: 'The response has no rates',
      problem_since: '2026-11-03T06:00:00.000Z',
    },
  ],
]);

/** The documents of a site whose newest day is the last day of an archive. */
function siteOf(archive: Archive, isStale = false): DocumentFile[] {
  const validated = new ValidatedArchive(archive, recordedCatalogue);
  const rate_as_of = present(archive.days.at(-1), 'day').date;
  const snapshot = {
    ...recordedDay,
    rate_as_of,
    retrieved_at: `${rate_as_of}T06:17:00.000Z` as Instant,
    checked_at: `${rate_as_of}T07:00:00.000Z` as Instant,
    stale_reason: isStale ? ('cached_fallback' as const) : null,
    stale_since: isStale ? (`${rate_as_of}T07:00:00.000Z` as Instant) : null,
    recorded: false,
    sources: archive.providers ?? [],
    witnesses: {
      requested_at: `${rate_as_of}T06:17:00.000Z` as Instant,
      requested: [
        ...witnesses.map((witness) => {
          return { witness, outcome: 'compared' as const, compared: 150, agreeing: agreeing(120, 130, 140, 149) };
        }),
        { witness: 'third.example', outcome: 'unreachable' as const, compared: 0, agreeing: agreeing(0, 0, 0, 0) },
      ],
      unwitnessed: ['BTC', 'XAU'],
    },
    ...validated.newest(),
  };
  const entry = buildPublishEntry({
    ...{ snapshot, source: 'a'.repeat(64), version: '1.2.3', commit: 'c0ffee', url: undefined, fileLimit: Infinity },
  });
  return [
    ...documentsOf({ archive: archiveFiles(archive, validated.rejected(), official, ['2026']), snapshot }),
    { path: proofPaths.newestEntry, body: serialize({ ...entry, previous: null }) },
  ];
}

interface ExplainedSite {
  readonly documents: readonly DocumentFile[];
  /** The time of requests. */
  readonly now: Instant;
}

/** The sites by name. */
export function explainedSites() {
  const documents = siteOf({ ...recordedDays, days: [...recordedDays.days, ...days], comparisons });
  return {
    scripted: { documents, now: `${scriptedDay}T08:00:00.000Z` as Instant },
    'without a publish entry': {
      documents: documents.filter(({ path }) => path !== proofPaths.newestEntry),
      now: `${scriptedDay}T08:00:00.000Z` as Instant,
    },
    composed: {
      documents: siteOf({ ...recordedDays, providers: [{ first: recordedDay.rate_as_of, ...composedProvider }] }),
      now: `${recordedDay.rate_as_of}T08:00:00.000Z` as Instant,
    },
    'with a known fault': {
      documents: siteOf(archiveUpTo(recordedDays, '2026-09-24')),
      now: '2026-09-24T08:00:00.000Z' as const,
    },
    stale: { documents: siteOf(recordedDays, true), now: '2026-10-20T12:00:00.000Z' as const },
  } satisfies Readonly<Record<string, ExplainedSite>>;
}

type SiteName = keyof ReturnType<typeof explainedSites>;

/** A state, a site with it, the query of a request, and the states of the explained currencies. */
type ExplainedState = readonly [state: string, site: SiteName, query: string, currencies: string];

/** For each state, a request whose rate can be explained. */
export const explainedStates: readonly ExplainedState[] = [
  ['valid values', 'scripted', 'from=EUR&to=SEK', 'EUR ok, SEK ok'],
  ['a value that moved too far', 'scripted', 'from=EUR&to=GBP', 'EUR ok, GBP held: implausible_move'],
  ['a peg that is published at its parity', 'scripted', 'from=AED&to=USD', 'AED held: off_parity'],
  ['a value that two witnesses contradict', 'scripted', 'from=USD&to=NOK', 'NOK held: contradicted'],
  ['a missing value', 'scripted', 'from=MXN&to=EUR', 'MXN held: missing, EUR ok'],
  ['a value that a witness disputes', 'scripted', 'from=JPY&to=USD', 'JPY ok'],
  ['a value that a frozen witness disputes', 'scripted', 'from=CHF&to=USD', 'CHF ok'],
  ['a currency that no witness has', 'scripted', 'from=BTC&to=USD', 'BTC ok'],
  ['a metal', 'scripted', 'from=XAU&to=EUR', 'XAU ok, EUR ok'],
  ['a metal on a past day', 'scripted', 'from=USD&to=XAU&date=2026-11-02', 'XAU ok'],
  ['a newly accepted level', 'scripted', 'from=USD&to=BRL', 'BRL accepted: datasets_agreed'],
  ['a frozen value', 'scripted', 'from=USD&to=SSP', 'SSP frozen: unchanged'],
  ['a currency without a value for 30 days', 'scripted', 'from=USD&to=KZT', 'KZT omitted: missing'],
  ['a value in the old unit of a redenomination', 'scripted', 'from=SYP&to=EUR', 'SYP omitted: old_unit, EUR ok'],
  ['a known fault', 'with a known fault', 'from=USD&to=CUP', 'CUP omitted: known_fault'],
  ['a past day with valid values', 'scripted', 'from=EUR&to=JPY&date=2025-12-07', 'EUR ok, JPY ok'],
  ['a past day that was held at the time', 'scripted', 'from=USD&to=BRL&date=2026-11-02', 'BRL ok'],
  ['a past day with an excursion', 'scripted', 'from=USD&to=PEN&date=2026-10-20', 'PEN rejected: implausible_move'],
  ['a past day with a known fault', 'scripted', 'from=USD&to=MNT&date=2025-11-01', 'MNT rejected: known_fault'],
  ['a past day without a value', 'scripted', 'from=EUR&to=THB&date=2026-10-20', 'EUR ok, THB missing'],
  ['a day that the source never published', 'scripted', 'from=EUR&to=JPY&date=2025-12-10', ''],
  ['a day that isn’t archived yet', 'scripted', 'from=EUR&to=JPY&date=2024-03-12', ''],
  ['a day that isn’t archived yet, without an earlier rate', 'scripted', 'from=USD&to=ZWG&date=2024-03-12', ''],
  ['a day after the newest', 'scripted', 'from=EUR&to=GBP&date=2026-11-04', ''],
  ['the newest day as a date', 'scripted', `from=EUR&to=GBP&date=${scriptedDay}`, 'EUR ok, GBP held: implausible_move'],
  ['sub-units', 'scripted', 'from=GBp&to=ZAC', 'GBP held: implausible_move, ZAR ok'],
  ['the same currency twice', 'scripted', 'from=EUR&to=EUR', 'EUR ok'],
  ['the base of all rates', 'scripted', 'from=USD&to=USD', ''],
  ['a composed value', 'composed', 'from=AED&to=EUR', 'AED ok, EUR ok'],
  ['a stale site', 'stale', 'from=EUR&to=JPY', 'EUR ok, JPY ok'],
  ['a site without a publish entry', 'without a publish entry', 'from=EUR&to=SEK', 'EUR ok, SEK ok'],
  ['a bank’s newest rate', 'scripted', 'from=EUR&to=PLN&source=nbp', ''],
  ['a bank’s rate on a weekend', 'scripted', 'from=HUF&to=PLN&source=nbp&date=2026-11-01', ''],
  ['a bank’s weekly table', 'scripted', 'from=EUR&to=AFN&source=nbp', ''],
  ['a bank’s corrected rate while newer rates are in doubt', 'scripted', 'from=EUR&to=CZK&source=cnb', ''],
];

/** Requests with an error that says everything. */
export const unexplainedQueries: readonly string[] = [
  'from=EUR&to=XYZ',
  'from=HRK&to=USD',
  'from=EUR&to=JPY&date=1998-12-31',
  'from=EUR&to=JPY&date=2999-01-01',
  'from=EUR&to=AED&source=cnb',
  'from=EUR&to=USD&source=nbu',
  'from=EUR&to=PLN&source=nbp&date=2026-08-01',
];
