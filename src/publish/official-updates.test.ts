import type { Instant, IsoDate } from '../money/calendar.ts';
import type { ArchivedDay } from '../archive/archive.ts';
import { capturedStderr } from '../testing/process/captured-stderr.ts';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { buildStatus } from '../api/documents/status.ts';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { paths } from '../api/paths.ts';
import { readSiteData } from '../site/site-data.ts';
import { SiteFiles } from '../site/site-files.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { yearFiles } from '../archive/year-file.ts';
import { recordedDay, recordedDays, recordedOfficial } from '../testing/sites/small-site.ts';
import { previousFiles, writeFiles } from '../testing/sites/previous-site.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { FileError } from '../text/site-problem.ts';
import { terminalReport } from '../operate/generate/terminal-report.ts';
import { noRatesYet, type Official, type OfficialRates, undoubted } from '../archive/official-rates.ts';
import { ecb } from '../sources/banks/ecb.ts';
import { requests } from '../download/banks/requests.ts';
import { noMarket } from '../testing/data/no-market.ts';
import { updateBank } from '../download/banks/update-bank.ts';

/** Updates official rates from the bank's file, and prints the changes. */
async function update(before: Official, url: string, now: Instant): Promise<Official> {
  const after = await updateBank(ecb, before, { address: `${url}/rates.csv`, requests, market: noMarket, now });
  terminalReport({ backfill: 0, recorded: false }).official(before, after);
  return after;
}

/** Few days, because each publish reads all days of the previous site. */
const few = { ...recordedDays, days: recordedDays.days.slice(-10) };

const ofBank = recordedOfficial.get('ecb') ?? expect.fail();
const now: Instant = '2026-09-30T06:17:00.000Z';
/** The bank's rates with a Map for each day, in place of the rows of a year's file. */
function plain(official: Official) {
  const { days, ...state } = official.get('ecb') ?? expect.fail();
  return { ...state, days: days.map(({ date, rates }) => ({ date, rates: new Map(rates) })) };
}

const filesWith = (official: Official) => archiveFiles(few, [], official);
const stderr = capturedStderr();

it('previously published official rates > remain if the European Central Bank responds with status 404', async () => {
  await using folder = temporaryFolder();
  await using bank = await startMirror(answers.status(404));
  writeFiles(folder.path, previousFiles(recordedDay, few));
  const read = async () => (await readSiteData(new SiteFiles(folder.path, {}))).official;
  const first = await update(await read(), bank.url, now);
  expect(first).toEqual(new Map([['ecb', { ...ofBank, problem: 'responded with status 404', problem_since: now }]]));
  expect(stderr.prints()).toEqual([
    'Official rates of the European Central Bank: responded with status 404. The rates up to 2026-04-13 stay.\n',
  ]);
  expect(buildStatus(recordedDay, filesWith(first)).banks[0]).toEqual({
    ...{ table: 'ecb', source: 'ecb', transport: 'https' },
    rate_as_of: '2026-04-13',
    problem: 'responded with status 404',
    problem_since: now,
    doubts: [],
    corrections: { count: 0, newest: [] },
    late: { count: 0, newest: [] },
  });

  writeFiles(folder.path, previousFiles(recordedDay, few, first));
  const later = '2026-09-30T07:17:00.000Z';
  expect(await update(await read(), bank.url, later)).toEqual(first);
});

it('previously published official rates > change as the bank’s file says, and the next publish continues from them', async () => {
  await using folder = temporaryFolder();
  let csv = '';
  await using bank = await startMirror((response) => response.end(csv));
  const bankDays = ofBank.days.filter(({ date }) => date >= '2026');
  /** The bank's file, without a day, with a corrected value and with an implausible new day. */
  csv = [...(yearFiles(bankDays)[0]?.body.replace('date', 'Date').matchAll(/.*\n/g) ?? [])]
    .map(([line]) => line)
    .filter((line) => !line.startsWith('2026-04-08'))
    .map((line) => (line.startsWith('2026-02-03') ? line.replace(/,[\d.]+/, ',1.7') : line))
    .map((line) =>
      line.startsWith('2026-04-13') ? line + line.replace('04-13', '04-14').replace(/,[\d.]+/, ',1000000000') : line,
    )
    .join('');
  let official: Official = new Map([['ecb', { ...ofBank, asked_from: ecb.tables[0].firstDay }]]);
  const publish = async (now: Instant) => {
    writeFiles(folder.path, previousFiles(recordedDay, few, official));
    const previous = await readSiteData(new SiteFiles(folder.path, {}));
    expect(plain(previous.official)).toEqual(plain(official));
    official = await update(previous.official, bank.url, now);
  };
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await publish('2026-04-14T16:17:00.000Z');
    expect(stdout.mock.calls).toEqual([
      [
        'The European Central Bank corrected official rates. Values: 1. The first is AUD of 2026-02-03: 1.683 before, 1.7 now. ' +
          'See archive/ecb/corrections.csv.\n',
      ],
    ]);
    expect(stderr.prints()).toEqual([
      'Official rates of the European Central Bank in doubt: 2026-04-08 is missing from the file; withdrawn on 2026-04-17 unless the bank adds it ' +
        'again, and 1 more. See banks in api/v1/status.json.\n',
    ]);
    await publish('2026-04-15T16:17:00.000Z');
    expect(official.get('ecb')?.doubts).toEqual([
      { date: '2026-04-08', reason: 'absent', code: null, value: null, since: '2026-04-14' },
      { date: '2026-04-14', reason: 'implausible', code: 'AUD', value: 1e9, since: '2026-04-14' },
    ]);
    expect(buildStatus(recordedDay, filesWith(official)).banks[0]).toMatchObject({
      doubts: [{ ends_by: '2026-04-17' }, { ends_by: '2026-04-28' }],
      corrections: {
        count: 1,
        newest: [{ date: '2026-02-03', code: 'AUD', old: 1.683, new: 1.7, at: '2026-04-14T16:17:00.000Z' }],
      },
    });
    stdout.mockClear();
    await publish('2026-04-17T16:17:00.000Z');
    expect(stdout.mock.calls[0]?.[0]).toMatch(
      /^The European Central Bank withdrew official rates. Values: 29. The first is AUD of 2026-04-08: [\d.]+ before, no value now/,
    );
    stdout.mockClear();
    await publish('2026-04-28T16:17:00.000Z');
    expect(official.get('ecb')?.days.at(-1)).toMatchObject({ date: '2026-04-14' });
    expect(official.get('ecb')?.doubts).toEqual([]);
    expect(stdout.mock.calls[0]?.[0]).toMatch(
      /^The European Central Bank has late official rates. Values: 1. The first is AUD of 2026-04-14: no value before, 1000000000 now/,
    );
    expect(buildStatus(recordedDay, filesWith(official)).banks[0]).toMatchObject({
      corrections: { count: 30 },
      late: {
        count: 1,
        newest: [{ date: '2026-04-14', code: 'AUD', old: null, new: 1e9, at: '2026-04-28T16:17:00.000Z' }],
      },
    });
  } finally {
    stdout.mockRestore();
  }
});

it.each([
  [
    'a year’s file has an invalid number',
    paths.officialYear('ecb', '2025'),
    '2025-06-03,',
    '2025-06-03,x',
    paths.officialYear('ecb', '2025'),
  ],
  [
    'the log of corrections has a line that the archive contradicts',
    paths.officialCorrections('ecb'),
    /$/,
    '2026-02-03,USD,1.1,1.2,2026-04-14T16:17:00.000Z\n',
    paths.officialCorrections('ecb'),
  ],
])('previously published official rates > are rejected if %s', async (_, path, from, to, named) => {
  await using folder = temporaryFolder();
  const files = previousFiles(recordedDay, few);
  const text = files.get(path) ?? expect.fail(path);
  expect(text.replace(from, to)).not.toBe(text);
  writeFiles(folder.path, previousFiles(recordedDay, few, recordedOfficial, { [path]: text.replace(from, to) }));
  const error: unknown = await readSiteData(new SiteFiles(join(folder.path), {})).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(FileError);
  expect((error as FileError).path).toBe(named);
});

const readSite = (folder: string) => readSiteData(new SiteFiles(folder, {}));

it('official rates of tables with units and references > are read back as they were, with how far their history goes', async () => {
  await using folder = temporaryFolder();
  const day = (date: IsoDate, reference: string): ArchivedDay => ({
    ...{
      date,
      rates: new Map([
        ['HUF', 0.0109],
        ['USD', 3.6],
      ]),
      units: new Map([['HUF', 100]]),
      reference,
    },
  });
  const table: OfficialRates = {
    days: [day('2026-04-10', '069/A/NBP/2026'), day('2026-04-13', '070/A/NBP/2026')],
    asked_from: '2026-01-22',
    corrections: [{ date: '2026-04-10', code: 'HUF', old: 0.0108, new: 0.0109, at: '2026-04-13T16:17:00.000Z' }],
    doubts: [{ date: '2026-04-09', reason: 'unreadable', code: 'HUF', value: null, since: '2026-04-13' }],
    problem: 'past days from 2025-10-21 to 2026-01-21: responded with status 500',
    problem_since: now,
  };
  const empty: OfficialRates = { ...noRatesYet, problem: 'responded with status 404', problem_since: now };
  const official = new Map([
    ['ecb', ofBank],
    ['nbp', table],
    ['cnb', empty],
  ]);
  writeFiles(folder.path, previousFiles(recordedDay, few, official));
  const { official: read } = await readSite(folder.path);
  const { days, ...state } = read.get('nbp') ?? expect.fail();
  expect({ ...state, days: days.map((each) => ({ ...each, rates: new Map(each.rates) })) }).toEqual(table);
  expect([read.get('cnb'), read.get('nbu')]).toEqual([empty, noRatesYet]);
});

it('official rates > are read back if the dataset has stopped and they go on into the next years', async () => {
  await using folder = temporaryFolder();
  const later = (['2026-12-31', '2027-01-04', '2028-01-03'] as const).map((date) => ({
    date,
    rates: new Map([['USD', 1.17]]),
  }));
  const official = new Map([['ecb', undoubted([...ofBank.days, ...later])]]);
  writeFiles(folder.path, previousFiles(recordedDay, few, official));
  const { official: read } = await readSite(folder.path);
  expect(plain(read)).toEqual(plain(official));
});
