import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveIndex } from '../../api/documents/archive-index.ts';
import type { CurrencyList } from '../../api/documents/currency-list.ts';
import { currencyYearFile, todayFile } from '../../api/published/market-files.ts';
import { paths } from '../../api/paths.ts';
import type { PublishEntry } from '../../api/documents/publish-entry.ts';
import type { Status } from '../../api/documents/status.ts';
import { yearsBetween } from '../../rates/calendar.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { defaultMirrors } from '../../sources/mirrors.ts';
import { crossDays } from '../../rates/past-rates.ts';
import { reasonsInWords } from '../../validation/snapshot/quality.ts';
import { outcomesInWords } from '../../validation/snapshot/witness-report.ts';
import { sha256 } from '../../site/checksums.ts';
import { validTable } from '../../testing/data/valid-table.ts';
import { heldRate, receiptDay, receiptSource, writeReceiptSites } from '../../testing/sites/receipt-site.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { findOfficial } from './official-receipt.ts';
import { findReceipt, NoReceiptError, type RateReceipt, type ReceiptSite, type Sources } from './rate-receipt.ts';
import {
  arithmeticInWords,
  chainInWords,
  validationInWords,
  noVersionInWords,
  officialInWords,
  vouchingInWords,
  witnessesInWords,
} from './receipt-words.ts';
import { FileProblem } from '../shared/site-text.ts';

const folder = temporaryFolder();
let before: string;
let site: string;
beforeAll(async () => {
  ({ before, site } = await writeReceiptSites(folder.path));
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

const read = (path: string) => readFileSync(join(site, path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));

/** Reads the site's files. `changed` replaces a file by another text or by a problem. */
function sourcesWith(
  changed: Readonly<Record<string, string | FileProblem>> = {},
  now = `${receiptDay}T07:00:00.000Z`,
): Sources {
  return {
    now,
    readText: (path) => {
      const text = changed[path] ?? (existsSync(join(site, path)) ? read(path) : FileProblem.absent(path));
      return text instanceof FileProblem ? Promise.reject(text) : Promise.resolve(text);
    },
    sha256: (text) => Promise.resolve(sha256(text)),
    loadRates: (from, to, first, last) => {
      const ofYear = (code: string, year: string) =>
        currencyYearFile(code, year).parse(read(paths.currencyYear(code, year)));
      const years = yearsBetween(first, last).map((year) => [ofYear(from, year), ofYear(to, year)] as const);
      return Promise.resolve(crossDays(years, first, last));
    },
  };
}

function publishedSite(): ReceiptSite {
  return {
    archive: json(paths.archive) as ArchiveIndex,
    day: todayFile(json(paths.currencyList) as CurrencyList).parse(read(paths.referenceRates)),
  };
}

/** A currency's explanation in the site's status. explain-quality.test.ts checks the explanations. */
const explanationOf = (code: string) =>
  (json(paths.status) as Status).currencies.find((currency) => currency.code === code)?.explanation ?? expect.fail();

const receiptOf = (from: string, to: string, date = '', changed: Readonly<Record<string, string | FileProblem>> = {}) =>
  findReceipt({ from, to, date }, publishedSite(), sourcesWith(changed));
const words = ({ date, newest, sides: [side], versions, chain }: RateReceipt) =>
  side && {
    validation: validationInWords(side, date),
    witnesses: witnessesInWords(side),
    none: noVersionInWords(date, versions, chain),
    chain: chainInWords(chain, newest),
  };
const vouched = async ({ vouching, archive }: RateReceipt) => vouchingInWords(await vouching, archive);
const wholeChain = `Checked: 2 lines since ${recordedDay.asOf}, in an unbroken chain of hashes. The newest line is for ${receiptDay}.`;

describe('rate receipt (page that shows how a rate was computed and validated)', () => {
  it('shows the newest rate’s dataset, code version and calculation', async () => {
    const receipt = await receiptOf('EUR', 'JPY');
    const [eur = NaN, jpy = NaN] = ['EUR', 'JPY'].map((code) => recordedDay.rates.get(code));
    const [, line = ''] = read('receipts/2026.jsonl').split('\n');
    const { settings, previous } = JSON.parse(line) as PublishEntry;
    expect(receipt).toMatchObject({
      date: receiptDay,
      isNewest: true,
      rate: crossRate(eur, jpy),
      inItsPlace: undefined,
    });
    expect(receipt.versions).toEqual({
      value: [
        {
          date: receiptDay,
          retrieved_at: '2026-09-30T06:17:00.000Z',
          source: { url: defaultMirrors[0], sha256: sha256(receiptSource) },
          version: '1.2.3',
          commit: 'c0ffee',
          counts: { ok: 166, held: 1, accepted: 0, frozen: 1, omitted: 1 },
          settings,
          previous,
          line: 2,
          sha256OfLine: sha256(line),
          sha256sums: sha256(read('SHA256SUMS')),
        },
      ],
    });
    expect(receipt.archive).toMatchObject({ path: 'archive/2026.csv', sha256: sha256(read('archive/2026.csv')) });
    const header = read('archive/2026.csv').split('\n')[0]?.split(',') ?? [];
    expect(receipt.archive.columns.map((column) => header[column - 1])).toEqual(['EUR', 'JPY']);
    expect(arithmeticInWords(receipt)).toBe(
      `${jpy} (JPY per 1 USD) ÷ ${eur} (EUR per 1 USD) = ${crossRate(eur, jpy)}, rounded to 12 significant digits`,
    );
    expect(words(receipt)).toEqual({
      validation: 'Valid: /api/v1/status.json lists currencies in doubt, and doesn’t list this currency.',
      witnesses: [
        'api.frankfurter.dev: the witness has usable rates of the dataset’s day (compared).',
        'api.coinbase.com: no response within 10 seconds (unreachable).',
        'No witness disputes EUR.',
      ],
      none: undefined,
      chain: wholeChain,
    });
  });

  it('shows the published rate of a held currency, and why the currency is held', async () => {
    const receipt = await receiptOf('USD', 'GBP');
    const published = recordedDay.rates.get('GBP');
    expect(receipt.rate).toBe(published);
    expect(receipt.inItsPlace).toBeUndefined();
    expect(receipt.sides).toMatchObject([
      { code: 'GBP', sourceValue: heldRate, published: { value: published }, publishedIn: 'api/v1/rates.json' },
    ]);
    expect(words(receipt)).toMatchObject({
      validation: explanationOf('GBP'),
      witnesses: [
        'api.frankfurter.dev: its rate of 2026-09-29 is 0.7554 times the source value.',
        'api.frankfurter.dev has disputed the value since 2026-09-30. Its rate is 0.7554 times the source value.',
        'api.frankfurter.dev: the witness has usable rates of the dataset’s day (compared).',
        'api.coinbase.com: no response within 10 seconds (unreachable).',
      ],
    });
  });

  it('shows the source value but no rate if the currency is omitted', async () => {
    const receipt = await receiptOf('SYP', 'USD');
    expect(receipt).toMatchObject({ rate: undefined, inItsPlace: undefined, sides: [{ published: { value: null } }] });
    expect(receipt.sides[0]?.sourceValue).toBeGreaterThan(10_000);
    expect(arithmeticInWords(receipt)).toBeUndefined();
    expect(words(receipt)?.validation).toBe(`${explanationOf('SYP')} /api/v1/rates/2026-09-30.json omits this rate.`);
  });

  it('says that no witness has a rate of BTC if the witnesses’ responses lack BTC', async () => {
    expect(words(await receiptOf('BTC', 'USD'))?.witnesses.at(-1)).toBe('No compared witness has a rate of BTC.');
  });

  it('shows a past day’s line of the publish log, even if that day’s publish used recorded rates', async () => {
    const receipt = await receiptOf('EUR', 'USD', recordedDay.asOf);
    expect(receipt.isNewest).toBe(false);
    expect(receipt.versions).toMatchObject({
      value: [
        {
          ...{ recorded: true, source: { sha256: null }, line: 1 },
          sha256sums: sha256(readFileSync(join(before, 'SHA256SUMS'))),
        },
      ],
    });
    expect(words(receipt)).toEqual({
      validation: 'Valid in retrospect: /archive/faults.csv doesn’t list this value.',
      witnesses: ['No record. Comparisons are stored only if they affected or disputed a rate.'],
      none: undefined,
      chain: wholeChain,
    });
  });

  it('shows why a source value was rejected, even if its day is before the publish log’s first line', async () => {
    const receipt = await receiptOf('USD', 'MNT', '2025-11-01');
    expect(receipt).toMatchObject({
      rate: undefined,
      sides: [{ sourceValue: 0.69372624, published: { value: null } }],
    });
    expect(words(receipt)).toMatchObject({
      validation: `Rejected in retrospect (known_fault): ${reasonsInWords.known_fault}.`,
      none:
        'The publish log has no line for this day; the log starts on 2026-09-29. The log’s newest line proves ' +
        'what /archive/2025.csv contains now (the file’s hash is in /SHA256SUMS), but not what was published on the day itself.',
    });
  });

  it('reports a contradiction if a rate in the archive differs from the rate in the day’s JSON file', async () => {
    const date = '2026-09-03';
    const path = 'archive/2026.csv';
    const eur = (json(paths.ratesOnDate(date)) as { rates: Record<string, number> }).rates['EUR'] ?? NaN;
    const lines = read(path).split('\n');
    const table = lines.map((line) => (line.startsWith(date) ? line.replace(`,${eur},`, ',0.9,') : line)).join('\n');
    expect(table).not.toBe(read(path));
    const receipt = await receiptOf('EUR', 'USD', date, { [path]: table });
    expect(receipt.sides[0]).toMatchObject({ sourceValue: 0.9, published: { value: eur } });
    expect(words(receipt)?.validation).toBe(
      '/archive/2026.csv and /api/v1/rates/2026-09-03.json contradict each other, so one of them was changed. ' +
        'Report it to the operator of this site.',
    );
  });

  it('explains every possible outcome of a request to a witness', async () => {
    const status = json(paths.status) as Status;
    const one = { witness: 'a.example', compared: 0, agreeing: [] };
    const requested = Object.keys(outcomesInWords).map((outcome) => ({ ...one, outcome }));
    const disputed = [{ code: 'EUR', witness: 'a.example', ratio: 0.5, since: '2026-09-01', frozen: true }];
    const changed = { ...status, witnesses: { ...status.witnesses, requested, disputed } };
    const receipt = await receiptOf('EUR', 'USD', '', { [paths.status]: JSON.stringify(changed) });
    expect(words(receipt)?.witnesses).toEqual([
      'a.example: its rate is 0.5 times the source value, but is ignored, because it hasn’t changed for days.',
      ...Object.entries(outcomesInWords).map(([outcome, words]) => `a.example: ${words} (${outcome}).`),
    ]);
  });

  it('shows the loading error instead of a rate if the file with the day’s rates can’t be loaded', async () => {
    const path = paths.ratesOnDate('2026-09-03');
    const receipt = await receiptOf('EUR', 'USD', '2026-09-03', {
      [path]: FileProblem.unreachable(path, 'status 500'),
    });
    expect(receipt.rate).toBeUndefined();
    expect(receipt.rateProblem?.message).toMatch(/could not be loaded \(status 500\)/);
  });

  it('shows the same rate as the archive (checked for every tenth day)', async () => {
    const table = validTable();
    for (const [index, [date, rates]] of [...table].entries()) {
      // All days would be slow, because each receipt reads the files again.
      if (index % 10 > 0) continue;
      for (const code of ['EUR', 'MNT', 'SYP', 'ZWG']) {
        const { rate, sides } = await receiptOf('USD', code, date);
        expect([date, code, rate]).toEqual([
          date,
          code,
          rates.has(code) ? crossRate(1, rates.get(code) ?? NaN) : undefined,
        ]);
        expect(sides[0]?.isPast).toBe(rates.has(code));
      }
    }
  });

  it('has a section about each currency of the pair except USD, the base of all rates', async () => {
    expect(await receiptOf('USD', 'USD')).toMatchObject({ rate: 1, sides: [], archive: { columns: [] } });
    expect(await receiptOf('EUR', 'EUR')).toMatchObject({ rate: 1, sides: [{ code: 'EUR' }] });
  });

  it.each([
    [
      'HTML in place of a currency',
      ['<script>alert(1)</script>', 'JPY', ''],
      /^This site has no rates for "<script>alert\(1\)</,
    ],
    [
      'the unknown currency XYZ',
      ['EUR', 'XYZ', ''],
      /^This site has no rates for "XYZ"\. Use a currency code from \/api\/curr/,
    ],
    [
      'a shell command after a currency',
      ['EUR\r\n$(touch x)', 'JPY', ''],
      /^This site has no rates for "EUR\\r\\n\$\(touch x\)"\./,
    ],
    ['the currency __proto__', ['EUR', '__proto__', ''], /^This site has no rates for "__proto__"\./],
    [
      'a date that doesn’t exist',
      ['EUR', 'JPY', '2026-02-30'],
      /^"2026-02-30" isn’t a valid date\. Write YYYY-MM-DD, such as 2026-09-30\.$/,
    ],
    ['a file path in place of a date', ['EUR', 'JPY', '../../x'], /^"\.\.\/\.\.\/x" isn’t a valid date\./],
    [
      'a day before the archive begins',
      ['EUR', 'JPY', '1999-01-01'],
      /^The archive begins on 2024-03-02\. Choose a day from 2024-03-02 to 2026-09-30\.$/,
    ],
    [
      'a day after the newest dataset',
      ['EUR', 'JPY', '2026-10-01'],
      /^The newest dataset is from 2026-09-30\. Choose a day from 2024-03-02 to/,
    ],
    [
      'a day for which the source published no dataset',
      ['EUR', 'JPY', '2025-12-10'],
      /^The source never published a dataset for 2025-12-10\.$/,
    ],
    [
      'a day that is missing from the site’s archive',
      ['EUR', 'JPY', '2024-03-12'],
      /^This site’s archive has no rates of 2024-03-12\.$/,
    ],
  ] as const)('shows an error with the reason if the request has %s', async (_, [from, to, date], message) => {
    const asked = receiptOf(from, to, date);
    await expect(asked).rejects.toThrow(NoReceiptError);
    await expect(asked).rejects.toThrow(message);
  });

  it('offers the rate of an earlier day if the requested day has no rates', async () => {
    const { inItsPlace } = (await receiptOf('EUR', 'JPY', '2025-12-10').catch(
      (error: unknown) => error,
    )) as NoReceiptError;
    expect(inItsPlace?.date).toMatch(/^2025-12-0\d$/);
    const rates = validTable().get(inItsPlace?.date ?? '');
    expect(inItsPlace?.rate).toBe(crossRate(rates?.get('EUR') ?? NaN, rates?.get('JPY') ?? NaN));
  });

  it.each([
    ['the newest rate if the requested day is tomorrow', '2026-10-01', receiptDay],
    ['no rate if the requested day is the day after tomorrow', '2026-10-02', undefined],
    [
      'the newest rate if the requested day is 7 days after the newest dataset',
      '2026-10-07',
      receiptDay,
      '2026-10-08T07:00:00.000Z',
    ],
    [
      'no rate if the requested day is 8 days after the newest dataset',
      '2026-10-08',
      undefined,
      '2026-10-08T07:00:00.000Z',
    ],
    ['no rate if the requested day is before the archive begins', '2024-03-01', undefined],
  ])('offers %s', async (_, date, newest, now?: string) => {
    const error: unknown = await findReceipt(
      { from: 'EUR', to: 'GBP', date },
      publishedSite(),
      sourcesWith({}, now),
    ).catch((error: unknown) => error);
    const [eur = NaN, gbp = NaN] = ['EUR', 'GBP'].map((code) => recordedDay.rates.get(code));
    expect(error).toBeInstanceOf(NoReceiptError);
    expect((error as NoReceiptError).inItsPlace).toEqual(newest && { date: newest, rate: crossRate(eur, gbp) });
  });
});

describe('rate receipt of a site with missing or invalid files', () => {
  const absent = (path: string) => ({ [path]: FileProblem.absent(path) });
  const unreachable = (path: string) => ({ [path]: FileProblem.unreachable(path, 'status 503') });

  it('names each missing, unreachable or invalid file', async () => {
    const changed = {
      ...absent('archive/faults.csv'),
      ...unreachable('api/v1/rates/2026-09-29.json'),
      'archive/evidence.csv': '<!doctype html>',
    };
    const receipt = await receiptOf('EUR', 'USD', recordedDay.asOf, changed);
    expect(receipt.rate).toBeUndefined();
    expect(receipt.sides[0]?.published).toEqual({
      problem: new FileProblem(
        '/api/v1/rates/2026-09-29.json could not be loaded (status 503). Press “Show” to try again.',
      ),
    });
    expect(words(receipt)).toEqual({
      validation: 'This site has no /archive/faults.csv.',
      witnesses: [
        '/archive/evidence.csv is invalid: "line 1 has unexpected columns: \\"<!doctype html>\\"". Report it to the operator of this site.',
      ],
      none: undefined,
      chain: wholeChain,
    });
  });

  it('doesn’t report a currency as omitted if the file with the day’s rates is unreachable', async () => {
    const receipt = await receiptOf('USD', 'GBP', '', unreachable(`api/v1/rates/${receiptDay}.json`));
    expect(receipt).toMatchObject({ rate: recordedDay.rates.get('GBP'), inItsPlace: undefined });
    expect(words(receipt)?.validation).toBe(explanationOf('GBP'));
  });

  it('says that /api/v1/status.json could not be loaded if its date isn’t the newest rates’ date', async () => {
    const status = read(paths.status).replace('"rate_as_of":"2026-09-30"', '"rate_as_of":"2026-10-01"');
    expect(words(await receiptOf('EUR', 'USD', '', { [paths.status]: status }))?.validation).toBe(
      '/api/v1/status.json could not be loaded (its date is 2026-10-01, because a new version of the site has just been published). Press “Show” to try again.',
    );
  });

  it.each([
    ['isn’t JSON', 'x', 'isn’t JSON'],
    ['is an empty list', '[]', 'has unexpected content'],
  ])('says that /api/v1/status.json is invalid if this file %s', async (_, text, problem) => {
    expect(words(await receiptOf('EUR', 'USD', '', { [paths.status]: text }))?.validation).toBe(
      `/api/v1/status.json is invalid: "${problem}". Report it to the operator of this site.`,
    );
  });

  it('is replaced by an error if /archive/2026.csv is missing or invalid', async () => {
    const path = 'archive/2026.csv';
    await expect(receiptOf('EUR', 'USD', '', absent(path))).rejects.toThrow('This site has no /archive/2026.csv.');
    await expect(receiptOf('EUR', 'USD', '', { [path]: 'date,EUR\n2026-01-01,x\n' })).rejects.toThrow(
      '/archive/2026.csv is invalid: "line 2 is invalid or out of order: ',
    );
  });
});

describe('publish log in a rate receipt', () => {
  const path = 'receipts/2026.jsonl';
  const chainWith = async (text: string) => words(await receiptOf('EUR', 'USD', '', { [path]: text }))?.chain;

  it('is reported as broken or invalid if a line is changed, removed or cut off', async () => {
    expect(await chainWith(read(path).replace('"ok":167', '"ok":166'))).toBe(
      `Broken: /receipts/2026.jsonl line 2 does not follow the previous line. The log has 2 lines since ${recordedDay.asOf}. ` +
        'Later lines don’t prove anything about earlier lines.',
    );
    expect(await chainWith(read(path).replace(/^.*\n/, ''))).toMatch(/^Broken: .* line 1 does not follow/);
    expect(await chainWith(read(path).slice(0, -1))).toMatch(/^\/receipts\/2026\.jsonl is invalid: .*"is cut off/);
    expect(await chainWith('{}\n')).toMatch(/^\/receipts\/2026\.jsonl is invalid: .*"line 1 is invalid/);
  });

  it('is reported as not checked if the browser cannot compute hashes', async () => {
    const receipt = await findReceipt({ from: 'EUR', to: 'USD', date: '' }, publishedSite(), {
      ...sourcesWith(),
      sha256: undefined,
    });
    expect(await vouched(receipt)).toMatch(
      /^\/archive\/2026\.csv was not compared with \/SHA256SUMS, because browsers compute hashes only on HTTPS pages\.$/,
    );
    expect(chainInWords(receipt.chain, receipt.newest)).toBe(
      `2 lines since ${recordedDay.asOf}. The chain was not checked, because browsers compute hashes only on HTTPS pages.`,
    );
    expect(receipt.archive.sha256).toBeUndefined();
  });

  it('is reported as incomplete if it has no line for the newest day', async () => {
    const path = 'receipts/2026.jsonl';
    const receipt = await receiptOf('EUR', 'USD', '', { [path]: read(path).replace(/\n.*\n$/, '\n') });
    expect(words(receipt)).toMatchObject({
      none: expect.stringMatching(
        /^The publish log ends on .* The line for this day is missing, so nothing proves the rate\./,
      ) as string,
      chain: expect.stringMatching(
        / unbroken chain of hashes\. The newest line is for .*, but the site’s dataset is from .*, so the log lacks that day’s line\. Report /,
      ) as string,
    });
    expect(await vouched(receipt)).toMatch(/^Broken: \/SHA256SUMS doesn’t match the newest line of the publish log\./);
  });

  it('is reported as checked only if SHA256SUMS exists and has the hash of the archive’s file', async () => {
    expect(await vouched(await receiptOf('EUR', 'USD'))).toBe(
      'Checked: /SHA256SUMS has the hashes of /archive/2026.csv and /receipts/newest.json, and the publish log’s newest line has the hash of /SHA256SUMS.',
    );
    const path = 'archive/2026.csv';
    const changed = read(path).replace(/0\.8(?=\d+)/, '0.9');
    expect(changed).not.toBe(read(path));
    expect(await vouched(await receiptOf('EUR', 'USD', '', { [path]: changed }))).toMatch(
      /^Broken: \/archive\/2026\.csv doesn’t match \/SHA256SUMS\./,
    );
    const absent = { SHA256SUMS: FileProblem.absent('SHA256SUMS') };
    expect(await vouched(await receiptOf('EUR', 'USD', '', absent))).toBe('This site has no /SHA256SUMS.');
  });

  it('is reported as broken if its newest line doesn’t match the file receipts/newest.json', async () => {
    const changed = read(path).replace(/(\n.*"url":")[^"]+/, '$1https://elsewhere.example/usd.json');
    expect(changed).not.toBe(read(path));
    const receipt = await receiptOf('EUR', 'USD', '', { [path]: changed });
    expect(receipt.versions).toMatchObject({ value: [{ source: { url: 'https://elsewhere.example/usd.json' } }] });
    expect(await vouched(receipt)).toMatch(
      /^Broken: the newest line of the publish log doesn’t match the hash of \/receipts\/newest\.json in \/SHA256SUMS\./,
    );
  });

  it('is reported as absent if the site has no publish log', async () => {
    const { archive, day } = publishedSite();
    const receipt = await findReceipt(
      { from: 'EUR', to: 'USD', date: '' },
      { day, archive: { ...archive, publish_log: [] } },
      sourcesWith(),
    );
    expect(words(receipt)).toMatchObject({
      none: 'This site has no publish log, so nothing proves which dataset its numbers come from.',
      chain: 'This site has no publish log.',
    });
  });

  it('is reported as not loaded, rather than absent, if the server responds with status 503', async () => {
    const receipt = await receiptOf('EUR', 'USD', '2025-12-07', {
      [path]: FileProblem.unreachable(path, 'status 503'),
    });
    expect(words(receipt)).toMatchObject({
      none: '/receipts/2026.jsonl could not be loaded (status 503). Press “Show” to try again.',
      chain: '/receipts/2026.jsonl could not be loaded (status 503). Press “Show” to try again.',
    });
  });

  it('has a line for the requested day even if the log’s file of another year is missing', async () => {
    const { archive, day } = publishedSite();
    const receipt = await findReceipt(
      { from: 'EUR', to: 'USD', date: '' },
      {
        day,
        archive: {
          ...archive,
          publish_log: ['2025', '2026'].map((year) => ({ year, url: `/receipts/${year}.jsonl` })),
        },
      },
      sourcesWith({ 'receipts/2025.jsonl': FileProblem.absent('receipts/2025.jsonl') }),
    );
    expect(receipt.versions).toMatchObject({ value: [{ line: 2 }] });
    expect(words(receipt)?.chain).toBe('This site has no /receipts/2025.jsonl.');
  });
});

describe('official rate (of the European Central Bank) in a rate receipt', () => {
  const find = (from: string, to: string, date: string, changed: Readonly<Record<string, string>> = {}) =>
    findOfficial({ from, to, date }, date, sourcesWith(changed).readText);

  it.each([
    ['the rate of the requested day if this day is a business day', '2025-12-05', '2025-12-05', ''],
    [
      'the rate of the last business day before a weekend if the requested day is on the weekend',
      '2025-12-07',
      '2025-12-05',
      ', the last business day before 2025-12-07',
    ],
    [
      'the rate of the last business day of the old year if the requested day is New Year’s Day',
      '2026-01-01',
      '2025-12-31',
      ', the last business day before 2026-01-01',
    ],
    [
      'the newest official rate if the requested day is a week after this rate',
      '2026-04-20',
      '2026-04-13',
      ', the newest official rate on this site',
    ],
  ])('is %s', async (_, date, asOf, words) => {
    const official = await find('USD', 'GBP', date);
    const found = 'value' in official && official.value;
    if (!found) return expect.fail('There is no official rate.');
    const [header = [], row = []] = ['date', asOf].map((start) =>
      read(found.path)
        .split('\n')
        .find((line) => line.startsWith(`${start},`))
        ?.split(','),
    );
    const [usd = '', gbp = ''] = ['USD', 'GBP'].map((code) => row[header.indexOf(code)]);
    const rate = crossRate(Number(usd), Number(gbp));
    expect(officialInWords({ from: 'USD', to: 'GBP', date }, found)).toEqual([
      `1 USD = ${rate} GBP on ${asOf}${words}. Source: European Central Bank.`,
      `${gbp} (GBP per 1 EUR) ÷ ${usd} (USD per 1 EUR) = ${rate}, rounded to 12 significant digits`,
    ]);
  });

  it.each([
    ['the European Central Bank doesn’t quote the currency', 'AED', '2025-12-05'],
    ['the requested day is before the site’s first official rate', 'USD', '2023-12-29'],
    ['the requested day is over a week after the newest official rate', 'USD', receiptDay],
  ])('is absent if %s', async (_, to, date) => {
    expect(await find('EUR', to, date)).toEqual({ value: undefined });
  });

  it('is replaced by an error if /archive/ecb/2025.csv, the file with the day’s rates, is invalid', async () => {
    const path = paths.officialYear('2025');
    const official = await find('EUR', 'USD', '2025-12-05', { [path]: 'date,USD\n2025-12-05,x\n' });
    expect('problem' in official && official.problem.message).toContain(`/${path} is invalid`);
  });
});
