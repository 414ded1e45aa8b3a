import { describe, expect, it } from 'vitest';
import { ecb } from '../../sources/banks/ecb.ts';
import { market } from '../../sources/market.ts';
import { recordedDocuments } from '../../testing/sites/served.ts';
import { FileError } from '../../text/site-problem.ts';
import {
  archiveFile,
  currencyListFile,
  metalsFile,
  pastDayFile,
  statusFile,
  syntheticYearFile,
  todayFile,
} from './market-files.ts';
import { officialYearFile, seriesFile, sourceDaysFile } from './source-files.ts';
import { parseFile, type PublishedFile } from './published-file.ts';

const site = new Map(recordedDocuments.map(({ path, body }) => [path, body]));
const textOf = ({ path }: PublishedFile<unknown>) => site.get(path) ?? expect.fail(path);
const parse = <T>(file: PublishedFile<T>) => parseFile(file, textOf(file));

const list = parse(currencyListFile());
const metals = parse(metalsFile());
const day = parse(todayFile(list, metals));
const [euro = expect.fail(), yen = expect.fail()] = ['EUR', 'JPY'].map((code) => day.currencies.get(code));
const unknown = { ...(list.currencies[0] ?? expect.fail()), code: 'XYZ' };
const file = {
  list: currencyListFile(),
  metals: metalsFile(),
  today: todayFile(list, metals),
  day: pastDayFile('2025-06-03'),
  newestDay: pastDayFile(day.rate_as_of),
  synthetic: syntheticYearFile(euro, day.rate_as_of),
  archive: archiveFile(),
  status: statusFile(),
  marketDays: sourceDaysFile(market, day),
  bankDays: sourceDaysFile(ecb, day),
  marketSeries: seriesFile(market, 'USD'),
  bankSeries: seriesFile(ecb, 'USD'),
  officialYear: officialYearFile('ecb', '2025'),
};

describe('file of the site', () => {
  it('has today’s rates with the dates of held rates, and past rates without held rates', () => {
    const change = (text: string) => text.replace('"held":{', '"held":{"HKD":"2026-09-24"');
    const { today } = parseFile(file.today, change(textOf(file.today)));
    expect(today).toEqual({ ...day.today, held: new Map([['HKD', '2026-09-24']]) });
    const past = parseFile(file.newestDay, change(textOf(file.newestDay)));
    expect([today.rates.has('HKD'), past.rates.has('HKD'), past.rates.has('EUR')]).toEqual([true, false, true]);
  });

  it('has today’s metals, but omits those of another day', () => {
    const gold = metals.rates.get('XAU');
    expect([day.today.rates.get('XAU'), day.currencies.get('XAU')]).toMatchObject([gold, { perUsd: gold }]);
    const ofOtherDay = parseFile(todayFile(list, { ...metals, date: '2026-09-28' }), textOf(file.today));
    expect([ofOtherDay.today.rates.has('XAU'), ofOtherDay.currencies.size]).toEqual([false, list.count]);
  });

  it.each(Object.entries(file))('is rejected if it’s cut off (%s)', (_, file: PublishedFile<unknown>) => {
    const text = textOf(file);
    for (const length of [0, 1, text.length / 2, text.length - 2]) {
      expect(() => parseFile(file, text.slice(0, length))).toThrow(FileError);
    }
  });

  it.each<[what: string, asked: PublishedFile<unknown>, found: PublishedFile<unknown>]>([
    ['another day', file.day, file.newestDay],
    ['another currency’s synthetic year', file.synthetic, syntheticYearFile(yen, day.rate_as_of)],
    ['a synthetic year up to another day', syntheticYearFile(euro, '2026-09-30'), file.synthetic],
    ['a synthetic year up to another rate', syntheticYearFile({ ...euro, perUsd: 1 }, day.rate_as_of), file.synthetic],
    [
      'market days up to another day',
      sourceDaysFile(market, { ...day, today: { ...day.today, date: '2026-09-30' } }),
      file.marketDays,
    ],
    ['more currencies than the list', todayFile({ ...list, currencies: list.currencies.slice(1) }, metals), file.today],
    [
      'fewer currencies than the list',
      todayFile({ ...list, currencies: [...list.currencies, unknown] }, metals),
      file.today,
    ],
    ['another currency’s rates', file.bankSeries, seriesFile(ecb, 'JPY')],
    ['another source’s days', file.bankDays, file.marketDays],
    ['another year’s official rates', file.officialYear, officialYearFile('ecb', '2026')],
  ])('is rejected if it has %s', (_, asked, found) => {
    expect(() => parseFile(asked, textOf(found))).toThrow(FileError);
  });

  const rate = /"EUR":[\d.]+/;
  const ofUsd = '"USD":1';
  const held = /"held":\{.*?\}/;
  const first = /"first":"[^"]+"/;
  it.each<[name: keyof typeof file, from: string | RegExp, to: string]>([
    ['list', /"currencies":.*/, '"currencies":null}'],
    ['today', /.*/, 'null'],
    ['today', '"rates":', '"other":'],
    ['today', rate, '"EUR":0'],
    ['today', rate, '"EUR":1e999'],
    ['today', rate, '"EUR":"1"'],
    ['today', rate, '"EUR":null'],
    ['today', ofUsd, '"USD":2'],
    ['today', '"base":"USD"', '"base":"EUR"'],
    ['today', held, '"held":{"EUR":"2026-02-30"}'],
    ['today', held, '"held":{"EUR":"2026-12-30"}'],
    ['today', /"rate_as_of":"[^"]+"/, '"rate_as_of":"2026-02-30"'],
    ['today', /"retrieved_at":"[^"]+"/, '"retrieved_at":"2026-09-29"'],
    ['today', /"checked_at":"[^"]+"/, '"checked_at":"2026-09-29"'],
    ['day', rate, '"EUR":-1'],
    ['day', '"base":"USD"', '"base":"EUR"'],
    ['synthetic', '"rates":[', '"rates":[-'],
    ['synthetic', /"rates":\[[\d.]+,/, '"rates":['],
    ['marketDays', '"tables":', '"other":'],
    ['marketDays', '"days":"', '"days":"2'],
    ['bankDays', /"days":"[01?]+"/, '"days":"000"'],
    ['bankDays', '"periods":', '"other":'],
    ['archive', first, '"first":"2026-02-30"'],
    ['bankDays', first, '"first":"2026-02-30"'],
    ['bankSeries', '"rates":[', '"rates":[-'],
    ['marketSeries', /"rates":\[1/, '"rates":[0'],
    ['officialYear', '2025-06-03,', '2025-06-03,x'],
  ])('is rejected if a number, a date or a code is wrong (%s: %s → %s)', (name, from, to) => {
    const asked: PublishedFile<unknown> = file[name];
    const text = textOf(asked);
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(() => parseFile(asked, changed)).toThrow(FileError);
  });
});
