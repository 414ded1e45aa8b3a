import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ArchiveIndex } from '../../api/documents/archive-index.ts';
import type { PublishEntry } from '../../api/documents/publish-entry.ts';
import type { Status } from '../../api/documents/status.ts';
import { paths } from '../../api/paths.ts';
import { type PublishedDay, readToday } from '../../api/query/market-files.ts';
import { findReceipt, type RateReceipt } from '../../api/explain/rate-receipt.ts';
import { requestOf } from '../../api/explain/receipt-query.ts';
import {
  arithmeticInWords,
  unitInWords,
  validationInWords,
  witnessesInWords,
} from '../../api/explain/receipt-words.ts';
import { type ReadText, siteOver } from '../../api/explain/site-over.ts';
import { LoadError, orThrow } from '../../api/explain/unreadable.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { defaultMirrors } from '../../sources/mirrors.ts';
import { reasonsInWords } from '../../validation/snapshot/quality.ts';
import { outcomesInWords } from '../../validation/snapshot/witness-report.ts';
import { sha256 } from '../../site/checksums.ts';
import { validTable } from '../../testing/data/valid-table.ts';
import { heldRate, receiptDay, receiptSource, writeReceiptSites } from '../../testing/sites/receipt-site.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { checkReceipt } from './check-receipt.ts';
import { MAX_REJECTED_BYTES, readsRejected, readText, type ReceiptSite } from './read-site.ts';
import { chainInWords, checkInWords, noVersionInWords, vouchingInWords } from './check-words.ts';

const folder = temporaryFolder();
let before: string;
let site: string;
let today: PublishedDay;
beforeAll(async () => {
  ({ before, site } = await writeReceiptSites(folder.path));
  today = await readToday((path) => Promise.resolve(read(path)));
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

const read = (path: string) => readFileSync(join(site, path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));

type Changed = Readonly<Record<string, string | LoadError>>;

/** Reads the site's files. `changed` replaces a file by another text or by a problem. */
function readerWith(changed: Changed = {}): ReadText {
  return (path) => {
    const text = changed[path] ?? (existsSync(join(site, path)) ? read(path) : LoadError.missing(path));
    return text instanceof LoadError ? Promise.reject(text) : Promise.resolve(text);
  };
}

const hashing = (text: string) => Promise.resolve(sha256(text));

function publishedSite(changes: Partial<ArchiveIndex> = {}): ReceiptSite {
  return {
    archive: { ...(json(paths.archive) as ArchiveIndex), ...changes },
    day: today,
  };
}

/** A currency's explanation in the site's status. explain-quality.test.ts checks the explanations. */
const explanationOf = (code: string) =>
  (json(paths.status) as Status).currencies.find((currency) => currency.code === code)?.explanation ?? expect.fail();

const now = `${receiptDay}T07:00:00.000Z`;
const receiptOf = (
  from: string,
  to: string,
  date = '',
  changed: Changed = {},
  { archive, day }: ReceiptSite = publishedSite(),
) =>
  findReceipt(
    requestOf({ from, to, date, source: '' }),
    siteOver(day, now, readerWith(changed)),
    readsRejected(archive),
  );
/** A receipt and its check. */
async function checkOf(from: string, to: string, date = '', changed: Changed = {}, site = publishedSite()) {
  const receipt = await receiptOf(from, to, date, changed, site);
  const check = await checkReceipt(receipt, { archive: site.archive, readText: readerWith(changed), sha256: hashing });
  return { receipt, check };
}
const firstWords = ({ date, sides: [side] }: RateReceipt) =>
  side && { validation: validationInWords(side, date), witnesses: witnessesInWords(side) };
const words = ({ receipt, check }: Awaited<ReturnType<typeof checkOf>>) => {
  const { date, sides } = receipt;
  const [side] = sides;
  return (
    side && {
      validation: validationInWords(side, date, check),
      witnesses: witnessesInWords(side, check.comparisons),
      none: noVersionInWords(date, check.versions, check.chain),
      chain: chainInWords(check.chain, check.newest).words,
    }
  );
};
const vouched = ({ receipt, check }: Awaited<ReturnType<typeof checkOf>>) => vouchingInWords(check, receipt.date).words;
const wholeChain = `Checked: 2 lines since ${recordedDay.rate_as_of}, in an unbroken chain of hashes. The newest line is for ${receiptDay}.`;

describe('rate receipt (page that shows how a rate was computed and validated)', () => {
  it('shows the newest rate’s dataset, code version and calculation', async () => {
    const checked = await checkOf('EUR', 'JPY');
    const { receipt, check } = checked;
    const [eur = NaN, jpy = NaN] = ['EUR', 'JPY'].map((code) => recordedDay.rates.get(code));
    const [, line = ''] = read('receipts/2026.jsonl').split('\n');
    const { settings, previous } = JSON.parse(line) as PublishEntry;
    expect(receipt).toMatchObject({
      date: receiptDay,
      isNewest: true,
      rate: { rate: crossRate(eur, jpy), asOf: receiptDay },
      inItsPlace: undefined,
    });
    expect(check.versions).toEqual([
      {
        date: receiptDay,
        retrieved_at: '2026-09-30T06:17:00.000Z',
        source: { url: defaultMirrors[0], sha256: sha256(receiptSource) },
        version: '1.2.3',
        commit: 'c0ffee',
        counts: { ok: 170, held: 1, accepted: 0, frozen: 1, omitted: 1 },
        settings,
        previous,
        line: 2,
        sha256OfLine: sha256(line),
        sha256sums: sha256(read('SHA256SUMS')),
      },
    ]);
    const archived = orThrow(check.archived);
    expect(archived.sha256).toBe(sha256(read('archive/2026.csv')));
    const header = read('archive/2026.csv').split('\n')[0]?.split(',') ?? [];
    expect(archived.columns.map((column) => header[column - 1])).toEqual(['EUR', 'JPY']);
    expect(arithmeticInWords(receipt)).toBe(
      `${jpy} (JPY per 1 USD) ÷ ${eur} (EUR per 1 USD) = ${crossRate(eur, jpy)}, rounded to 12 significant digits`,
    );
    expect(words(checked)).toEqual({
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
    const checked = await checkOf('USD', 'GBP');
    const { receipt } = checked;
    const published = recordedDay.rates.get('GBP');
    expect(receipt.rate).toMatchObject({
      ...{ rate: published, asOf: recordedDay.rate_as_of },
      ...{ day: { date: receiptDay }, perBase: [1, published] },
    });
    expect(receipt.inItsPlace).toBeUndefined();
    expect(receipt.sides).toMatchObject([
      {
        ...{ code: 'GBP', published, publishedIn: 'api/v1/rates.json' },
        sourceValue: { value: heldRate, path: 'api/v1/status.json' },
      },
    ]);
    expect(firstWords(receipt)?.validation).toBe(explanationOf('GBP'));
    expect(words(checked)).toMatchObject({
      validation: explanationOf('GBP'),
      witnesses: [
        'api.frankfurter.dev: its rate of 2026-09-29 is 0.7554 times the source value.',
        'api.frankfurter.dev has disputed the value since 2026-09-30. Its rate is 0.7554 times the source value.',
        'api.frankfurter.dev: the witness has usable rates of the dataset’s day (compared).',
        'api.coinbase.com: no response within 10 seconds (unreachable).',
      ],
    });
  });

  it('shows the source value, and the API’s error in place of a rate, if the currency is omitted', async () => {
    const receipt = await receiptOf('SYP', 'USD');
    expect(receipt).toMatchObject({
      rate: undefined,
      inItsPlace: { code: 'no_rate_today' },
      sides: [{ published: null, sourceValue: { path: 'api/v1/status.json' } }],
    });
    expect(orThrow(receipt.sides[0]?.sourceValue)?.value).toBeGreaterThan(10_000);
    expect(arithmeticInWords(receipt)).toBeUndefined();
    expect(firstWords(receipt)?.validation).toBe(
      `${explanationOf('SYP')} /api/v1/rates/2026-09-30.json omits this rate.`,
    );
  });

  it('computes the rate of a sub-unit from its currency, whose validation it shows', async () => {
    const receipt = await receiptOf('GBp', 'ZAC', recordedDay.rate_as_of);
    const [gbp = NaN, zar = NaN] = ['GBP', 'ZAR'].map((code) => recordedDay.rates.get(code));
    const perUsd = [Number(`${gbp}e2`), Number(`${zar}e2`)] as const;
    expect(receipt).toMatchObject({
      ...{ from: 'GBX', to: 'ZAC' },
      rate: { rate: crossRate(...perUsd), perBase: perUsd },
      sides: [
        { code: 'GBP', published: gbp },
        { code: 'ZAR', published: zar },
      ],
    });
    expect(unitInWords('GBX')).toBe('100 GBX (British Penny) = 1 GBP.');
    expect(unitInWords('XAU')).toBe('1 XAU is a troy ounce of gold, about 31.1 grams.');
  });

  it('says that no witness has a rate of BTC if the witnesses’ responses lack BTC', async () => {
    expect(firstWords(await receiptOf('BTC', 'USD'))?.witnesses.at(-1)).toBe('No compared witness has a rate of BTC.');
  });

  it('shows a past day’s line of the publish log, even if that day’s publish used recorded rates', async () => {
    const checked = await checkOf('EUR', 'USD', recordedDay.rate_as_of);
    expect(checked.receipt.isNewest).toBe(false);
    expect(checked.check.versions).toMatchObject([
      {
        ...{ recorded: true, source: { sha256: null }, line: 1 },
        sha256sums: sha256(readFileSync(join(before, 'SHA256SUMS'))),
      },
    ]);
    expect(firstWords(checked.receipt)).toEqual({
      validation: 'Valid in retrospect, because only valid values are published for past days.',
      witnesses: [
        'The check below reads /archive/evidence.csv, which has the comparisons that affected or disputed a rate.',
      ],
    });
    expect(words(checked)).toEqual({
      validation: 'Valid in retrospect: /archive/faults.csv doesn’t list this value.',
      witnesses: ['No record. Comparisons are stored only if they affected or disputed a rate.'],
      none: undefined,
      chain: wholeChain,
    });
  });

  it('shows why a source value was rejected, even if its day is before the publish log’s first line', async () => {
    const checked = await checkOf('USD', 'MNT', '2025-11-01');
    const [value, path] = [0.69372624, 'archive/faults.csv'];
    expect(checked.receipt).toMatchObject({
      rate: undefined,
      sides: [{ sourceValue: { value, path }, published: null }],
    });
    expect(firstWords(checked.receipt)?.validation).toBe(words(checked)?.validation);
    expect(words(checked)).toMatchObject({
      validation: `Rejected in retrospect (known_fault): ${reasonsInWords.known_fault}.`,
      none:
        'The publish log has no line for this day; the log starts on 2026-09-29. The log’s newest line proves ' +
        'what /archive/2025.csv contains now (the file’s hash is in /SHA256SUMS), but not what was published on the day itself.',
    });
  });

  it('reads the list of rejected values only with the check if the list is long', async () => {
    const { archive, day } = publishedSite();
    const long = { day, archive: { ...archive, rejected: { ...archive.rejected, bytes: MAX_REJECTED_BYTES + 1 } } };
    const checked = await checkOf('USD', 'MNT', '2025-11-01', {}, long);
    expect(checked.receipt.sides[0]?.sourceValue).toBeUndefined();
    expect(firstWords(checked.receipt)?.validation).toBe(
      'No rate is published: the source had none, or it’s rejected in retrospect. The check below reads ' +
        '/archive/2025.csv and /archive/faults.csv, which say why.',
    );
    expect(words(checked)?.validation).toBe(`Rejected in retrospect (known_fault): ${reasonsInWords.known_fault}.`);
  });

  it.each([
    ['a valid value of a past day', '2026-09-03', 'EUR', 'api/v1/rates/2026-09-03.json', ''],
    ['a valid value of the newest day', receiptDay, 'EUR', 'api/v1/rates.json', ''],
    ['a held rate', receiptDay, 'GBP', 'api/v1/status.json', 'GBP has been held since '],
    ['a rejected value', '2025-11-01', 'MNT', 'archive/faults.csv', 'Rejected in retrospect (known_fault): '],
  ])('reports a contradiction if the archive has another value than %s', async (_, date, code, other, before) => {
    const path = paths.archiveYear(date.slice(0, 4));
    const [header = '', ...rows] = read(path).split('\n');
    const column = header.split(',').indexOf(code);
    const changedRow = (row: string) => row.split(',').with(column, '0.9').join();
    const table = [header, ...rows.map((row) => (row.startsWith(date) ? changedRow(row) : row))].join('\n');
    const checked = await checkOf(code, 'USD', date, { [path]: table });
    const contradiction = `/${path} and /${other} contradict each other, so one of them was changed. Report it to the operator of this site.`;
    const validation = words(checked)?.validation ?? '';
    expect(validation.endsWith(contradiction)).toBe(true);
    expect(validation.startsWith(before || contradiction)).toBe(true);
    expect(checkInWords(checked.receipt, checked.check)[0]).toEqual({ words: contradiction, isMatch: false });
    // Before the check, the receipt shows the published documents.
    expect(firstWords(checked.receipt)?.validation).not.toContain('contradict');
  });

  it('reports a contradiction if a published value is listed as rejected', async () => {
    const faults = `${read(paths.archiveRejected)}2026-09-03,EUR,0.9,known_fault\n`;
    expect(words(await checkOf('EUR', 'USD', '2026-09-03', { [paths.archiveRejected]: faults }))?.validation).toMatch(
      /^Rejected in retrospect \(known_fault\): .*\. But \/archive\/faults\.csv and \/api\/v1\/rates\/2026-09-03\.json contradict each other, /,
    );
  });

  it('explains every possible outcome of a request to a witness', async () => {
    const status = json(paths.status) as Status;
    const one = { witness: 'a.example', compared: 0, agreeing: [] };
    const requested = Object.keys(outcomesInWords).map((outcome) => ({ ...one, outcome }));
    const disputed = [{ code: 'EUR', witness: 'a.example', ratio: 0.5, since: '2026-09-01', frozen: true }];
    const changed = { ...status, witnesses: { ...status.witnesses, requested, disputed } };
    const receipt = await receiptOf('EUR', 'USD', '', { [paths.status]: JSON.stringify(changed) });
    expect(firstWords(receipt)?.witnesses).toEqual([
      'a.example: its rate is 0.5 times the source value, but is ignored, because it hasn’t changed for days.',
      ...Object.entries(outcomesInWords).map(([outcome, words]) => `a.example: ${words} (${outcome}).`),
    ]);
  });

  it('shows the loading error instead of a rate if the file with the day’s rates can’t be loaded', async () => {
    const path = paths.ratesOnDate('2026-09-03');
    const receipt = await receiptOf('EUR', 'USD', '2026-09-03', {
      [path]: LoadError.unreachable(path, 'status 500'),
    });
    expect(receipt.rate).toBeUndefined();
    expect(receipt.inItsPlace).toEqual(LoadError.unreachable(path, 'status 500'));
  });

  it('shows the same rate as the archive (checked for every tenth day)', async () => {
    const table = validTable();
    for (const [index, [date, rates]] of [...table].entries()) {
      // All days would be slow, because each receipt reads the files again.
      if (index % 10 > 0) continue;
      for (const code of ['EUR', 'MNT', 'SYP', 'ZWG']) {
        const { rate, sides } = await receiptOf('USD', code, date);
        expect([date, code, rate?.rate]).toEqual([
          date,
          code,
          rates.has(code) ? crossRate(1, rates.get(code) ?? NaN) : undefined,
        ]);
        expect(sides[0]?.isPast).toBe(rates.has(code));
      }
    }
  });

  it('has a section about each currency of the pair except USD, the base of all rates', async () => {
    const { receipt, check } = await checkOf('USD', 'USD');
    expect(receipt).toMatchObject({ rate: { rate: 1 }, sides: [] });
    expect(check).toMatchObject({ archived: { columns: [] } });
    expect(await receiptOf('EUR', 'EUR')).toMatchObject({ rate: { rate: 1 }, sides: [{ code: 'EUR' }] });
  });
});

it('readText (loads a file of the site) > stops reading a file that is larger than the host allows', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('x'.repeat(25 * 1024 * 1024 + 1))));
  try {
    await expect(readText('archive/faults.csv')).rejects.toMatchObject({
      sentence: '/archive/faults.csv is too large. It has more than 26214400 bytes.',
    });
  } finally {
    vi.unstubAllGlobals();
  }
});

describe('rate receipt of a site with missing or invalid files', () => {
  const absent = (path: string) => ({ [path]: LoadError.missing(path) });
  const unreachable = (path: string) => ({ [path]: LoadError.unreachable(path, 'status 503') });

  it('names each missing, unreachable or invalid file', async () => {
    const changed = {
      ...absent('archive/faults.csv'),
      ...unreachable('api/v1/rates/2026-09-29.json'),
      'archive/evidence.csv': '<!doctype html>',
    };
    const checked = await checkOf('EUR', 'USD', recordedDay.rate_as_of, changed);
    const { receipt } = checked;
    expect(receipt.rate).toBeUndefined();
    expect(receipt.sides[0]?.published).toMatchObject({
      sentence: '/api/v1/rates/2026-09-29.json could not be loaded (status 503). Try again.',
    });
    expect(firstWords(receipt)?.validation).toBe('This site has no /archive/faults.csv.');
    expect(words(checked)).toEqual({
      validation: 'This site has no /archive/faults.csv.',
      witnesses: [
        '/archive/evidence.csv is invalid: "line 1 has unexpected columns: HTML, 15 characters". Report it to the operator of this site.',
      ],
      none: undefined,
      chain: wholeChain,
    });
  });

  it('shows the source value and its validation with the check if the file with the day’s rates is unreachable', async () => {
    const changed = unreachable('api/v1/rates/2026-09-29.json');
    const checked = await checkOf('EUR', 'USD', recordedDay.rate_as_of, changed);
    expect(firstWords(checked.receipt)?.validation).toMatch(/^\/api\/v1\/rates\/2026-09-29\.json could not be loaded/);
    expect(words(checked)?.validation).toBe('Valid in retrospect: /archive/faults.csv doesn’t list this value.');
  });

  it('doesn’t report a currency as omitted if the file with the day’s rates is unreachable', async () => {
    const receipt = await receiptOf('USD', 'GBP', '', unreachable(`api/v1/rates/${receiptDay}.json`));
    expect(receipt).toMatchObject({ rate: { rate: recordedDay.rates.get('GBP') }, inItsPlace: undefined });
    expect(firstWords(receipt)?.validation).toBe(explanationOf('GBP'));
  });

  it('says that /api/v1/status.json could not be loaded if its date isn’t the newest rates’ date', async () => {
    const status = read(paths.status).replace('"rate_as_of":"2026-09-30"', '"rate_as_of":"2026-10-01"');
    expect(firstWords(await receiptOf('EUR', 'USD', '', { [paths.status]: status }))?.validation).toBe(
      '/api/v1/status.json could not be loaded (its date is 2026-10-01, because a new version of the site has just been published). Try again.',
    );
  });

  it.each([
    ['isn’t JSON', 'x', 'isn’t JSON'],
    ['is an empty list', '[]', 'has unexpected content'],
  ])('says that /api/v1/status.json is invalid if this file %s', async (_, text, problem) => {
    expect(firstWords(await receiptOf('EUR', 'USD', '', { [paths.status]: text }))?.validation).toBe(
      `/api/v1/status.json is invalid: "${problem}". Report it to the operator of this site.`,
    );
  });

  it('reports an archive file that is missing, invalid or without the day, instead of its hash', async () => {
    const path = 'archive/2026.csv';
    for (const [changed, date, problem] of [
      [absent(path), '', 'This site has no /archive/2026.csv.'],
      [
        { [path]: 'date,EUR\n2026-01-01,x\n' },
        '',
        '/archive/2026.csv is invalid: "line 2 is invalid or out of order: ',
      ],
      [
        { [path]: 'date,EUR\n2026-01-01,1\n' },
        '',
        '/archive/2026.csv could not be loaded (a new version of the site has',
      ],
      [{ [path]: 'date,EUR\n2026-01-01,1\n' }, '2026-09-03', '/archive/2026.csv is invalid: "has no row 2026-09-03".'],
    ] as const) {
      const checked = await checkOf('EUR', 'USD', date, changed);
      expect(vouched(checked).slice(0, problem.length)).toBe(problem);
    }
  });
});

describe('publish log in a rate receipt', () => {
  const path = 'receipts/2026.jsonl';
  const chainWith = async (text: string) => words(await checkOf('EUR', 'USD', '', { [path]: text }))?.chain;

  it('is reported as broken or invalid if a line is changed, removed or cut off', async () => {
    expect(await chainWith(read(path).replace('"ok":171', '"ok":170'))).toBe(
      `Broken: /receipts/2026.jsonl line 2 does not follow the previous line. The log has 2 lines since ${recordedDay.rate_as_of}. ` +
        'Later lines don’t prove anything about earlier lines.',
    );
    expect(await chainWith(read(path).replace(/^.*\n/, ''))).toMatch(/^Broken: .* line 1 does not follow/);
    expect(await chainWith(read(path).slice(0, -1))).toMatch(/^\/receipts\/2026\.jsonl is invalid: .*"is cut off/);
    expect(await chainWith('{}\n')).toMatch(/^\/receipts\/2026\.jsonl is invalid: .*"line 1 is invalid/);
  });

  it('is reported as not checked if the browser cannot compute hashes', async () => {
    const receipt = await receiptOf('EUR', 'USD');
    const { archive } = publishedSite();
    const check = await checkReceipt(receipt, { archive, readText: readerWith(), sha256: undefined });
    expect(checkInWords(receipt, check).map(({ words }) => words)).toEqual([
      'Checked: /archive/2026.csv has the source values that this receipt shows.',
      '/archive/2026.csv was not compared with /SHA256SUMS, because browsers compute hashes only on HTTPS pages.',
      `2 lines since ${recordedDay.rate_as_of}. The chain was not checked, because browsers compute hashes only on HTTPS pages.`,
    ]);
    expect(orThrow(check.archived).sha256).toBeUndefined();
  });

  it('is reported as incomplete if it has no line for the newest day', async () => {
    const path = 'receipts/2026.jsonl';
    const checked = await checkOf('EUR', 'USD', '', { [path]: read(path).replace(/\n.*\n$/, '\n') });
    expect(words(checked)).toMatchObject({
      none: expect.stringMatching(
        /^The publish log ends on .* The line for this day is missing, so nothing proves the rate\./,
      ) as string,
      chain: expect.stringMatching(
        / unbroken chain of hashes\. The newest line is for .*, but the site’s dataset is from .*, so the log lacks that day’s line\. Report /,
      ) as string,
    });
    expect(vouched(checked)).toMatch(/^Broken: \/SHA256SUMS doesn’t match the newest line of the publish log\./);
  });

  it('is reported as checked only if SHA256SUMS exists and has the hash of the archive’s file', async () => {
    expect(vouched(await checkOf('EUR', 'USD'))).toBe(
      'Checked: /SHA256SUMS has the hashes of /archive/2026.csv and /receipts/newest.json, and the publish log’s newest line has the hash of /SHA256SUMS.',
    );
    const path = 'archive/2026.csv';
    const changed = read(path).replace(/0\.8(?=\d+)/, '0.9');
    expect(changed).not.toBe(read(path));
    expect(vouched(await checkOf('EUR', 'USD', '', { [path]: changed }))).toMatch(
      /^Broken: \/archive\/2026\.csv doesn’t match \/SHA256SUMS\./,
    );
    const absent = { SHA256SUMS: LoadError.missing('SHA256SUMS') };
    expect(vouched(await checkOf('EUR', 'USD', '', absent))).toBe('This site has no /SHA256SUMS.');
  });

  it('is reported as broken if its newest line doesn’t match the file receipts/newest.json', async () => {
    const changed = read(path).replace(/(\n.*"url":")[^"]+/, '$1https://elsewhere.example/usd.json');
    expect(changed).not.toBe(read(path));
    const checked = await checkOf('EUR', 'USD', '', { [path]: changed });
    expect(checked.check.versions).toMatchObject([{ source: { url: 'https://elsewhere.example/usd.json' } }]);
    expect(vouched(checked)).toMatch(
      /^Broken: the newest line of the publish log doesn’t match the hash of \/receipts\/newest\.json in \/SHA256SUMS\./,
    );
  });

  it('is reported as absent if the site has no publish log', async () => {
    expect(words(await checkOf('EUR', 'USD', '', {}, publishedSite({ publish_log: [] })))).toMatchObject({
      none: 'This site has no publish log, so nothing proves which dataset its numbers come from.',
      chain: 'This site has no publish log.',
    });
  });

  it('is reported as not loaded, rather than absent, if the server responds with status 503', async () => {
    const checked = await checkOf('EUR', 'USD', '2025-12-07', { [path]: LoadError.unreachable(path, 'status 503') });
    expect(words(checked)).toMatchObject({
      none: '/receipts/2026.jsonl could not be loaded (status 503). Try again.',
      chain: '/receipts/2026.jsonl could not be loaded (status 503). Try again.',
    });
  });

  it('has a line for the requested day even if the log’s file of another year is missing', async () => {
    const publish_log = ['2025', '2026'].map((year) => ({ year, url: `/receipts/${year}.jsonl` }));
    const missing = { 'receipts/2025.jsonl': LoadError.missing('receipts/2025.jsonl') };
    const checked = await checkOf('EUR', 'USD', '', missing, publishedSite({ publish_log }));
    expect(checked.check.versions).toMatchObject([{ line: 2 }]);
    expect(words(checked)?.chain).toBe('This site has no /receipts/2025.jsonl.');
  });
});
