import { describe, expect, it } from 'vitest';
import { recordedDay, recordedFiles } from '../../testing/sites/small-site.ts';
import { buildStatus } from '../../api/documents/status.ts';
import { heldHkd } from '../../testing/data/held-hkd.ts';
import { banks, bankTables } from '../../sources/banks.ts';
import { present } from '../../text/present.ts';
import { rateItems } from './rate-items.ts';
import type { LiveStatus } from './live-status.ts';

const { code, ...hkd } = heldHkd;
const statusWith = (quality: ReadonlyMap<string, typeof hkd>): LiveStatus =>
  buildStatus({ ...recordedDay, rate_as_of: '2026-09-29', quality }, recordedFiles);
const well = statusWith(new Map());
const ofTable = present(well.banks[0], 'bank');
const [held] = statusWith(new Map([[code, hkd]])).currencies;

const NOW = '2026-09-30T06:00:00.000Z';
const currencies = (...changes: object[]) => ({
  currencies: changes.map((each) => ({ ...held, ...each })),
});
const composed = { since: '2026-09-28', origins: {} };
/** The banks' tables, with changes of some of them by key. */
const tables = (changes: (key: string) => object | undefined) => ({
  banks: bankTables.map(({ bank, table: { key } }) => {
    return { ...ofTable, table: key, source: bank.key, rate_as_of: '2026-09-29' as const, ...changes(key) };
  }),
});
const bank = (key: string, changes: object) => tables((other) => (other === key ? changes : undefined));
const down = (since: string, rate_as_of = '2026-09-29') => ({
  problem: 'no response',
  problem_since: since,
  rate_as_of,
});
const doubt = { date: '2026-09-25', reason: 'implausible', code: 'USD', value: 1e9, ends_by: '2026-10-09' };
const weekAgo = '2026-09-22T05:00:00.000Z';

describe('rateItems (what a person should look at in the live site’s status)', () => {
  it.each<[string, object, readonly string[]]>([
    ['nothing while all is well', {}, []],
    ['nothing while days have been missing for 29 days', { missing_since: '2026-09-01' }, []],
    ['days that have been missing for 30 days', { missing_since: '2026-08-31' }, ['missing']],
    ['while rates are composed, no missing days', { composed, missing_since: '2026-08-31' }, ['composed']],
    ['nothing while the rates have been stale for less than a day', { stale_since: '2026-09-29T06:00:00.001Z' }, []],
    ['rates that have been stale for a day', { stale_since: '2026-09-29T06:00:00.000Z' }, ['stale']],
    [
      'composed rates, but not that they are stale',
      { composed, stale_since: '2026-09-20T06:00:00.000Z' },
      ['composed'],
    ],
    [
      'while rates are composed, only currencies that banks have',
      {
        composed,
        ...currencies({ reason: 'missing' }, { code: 'CNH', reason: 'missing', state: 'omitted' }, { code: 'INR' }),
      },
      ['composed', 'held:INR'],
    ],
    ['nothing while a currency has been held for seven days', currencies({ since: '2026-09-22' }), []],
    ['a currency that has been held for eight days', currencies({ since: '2026-09-21' }), ['held:HKD']],
    ['an omitted currency at once', currencies({ state: 'omitted', since: '2026-09-29' }), ['omitted:HKD']],
    ['no new or frozen level', currencies({ state: 'accepted' }, { code: 'EUR', state: 'frozen' }), []],
    ['no currency that is little traded', currencies({ code: 'SYP', state: 'omitted' }), []],
    ['nothing while a bank hasn’t responded for a week', bank('ecb', down('2026-09-22T07:00:00.000Z')), []],
    [
      'a bank that hasn’t responded for more than a week',
      bank('ecb', down('2026-09-22T06:00:00.000Z')),
      ['official:ecb'],
    ],
    [
      'a bank without a response that is five business days old',
      bank('ecb', down(NOW, '2026-09-22')),
      ['official:ecb'],
    ],
    ['no old rates of a bank that isn’t requested', bank('nbu', { rate_as_of: '2026-05-05' }), []],
    [
      'nothing while a day has been in doubt for three days',
      bank('ecb', { doubts: [{ ...doubt, since: '2026-09-27' }] }),
      [],
    ],
    [
      'a day that has been in doubt for four days',
      bank('ecb', { doubts: [{ ...doubt, since: '2026-09-26' }] }),
      ['official:ecb'],
    ],
    [
      'nothing while a value of a past day is in doubt, because that ends by itself',
      bank('ecb', { doubts: [{ ...doubt, date: '2024-06-04', since: '2026-09-26' }] }),
      [],
    ],
    [
      'a doubt about a past day that doesn’t end by itself',
      bank('ecb', { doubts: [{ ...doubt, date: '2024-06-04', since: '2026-09-26', ends_by: null }] }),
      ['official:ecb'],
    ],
    [
      'a refused file at once',
      bank('ecb', { doubts: [{ ...doubt, reason: 'too_many_changes', since: '2026-09-30' }] }),
      ['official:ecb'],
    ],
    [
      'each table with a problem while another has one only with its past',
      tables((key) => ({
        ...down(weekAgo),
        ...(key === 'nbu' && { problem: 'past days from 2026-01-15 to 2026-01-28: no response' }),
      })),
      bankTables.map(({ table }) => `official:${table.key}`),
    ],
    [
      'each bank that is down while another is up',
      tables((key) => (key === 'nbu' ? undefined : down(weekAgo))),
      bankTables.flatMap(({ table }) => (table.key === 'nbu' ? [] : [`official:${table.key}`])),
    ],
    ['one item if all banks are down', tables(() => down(weekAgo)), ['banks']],
    [
      'one item if all banks are down that are still requested',
      tables((key) => (key === 'nbu' ? { rate_as_of: '2026-05-05' } : down(weekAgo))),
      ['banks'],
    ],
    [
      'the tables of the only bank that is requested',
      tables((key) => (key.startsWith('nbp') ? down(weekAgo) : { rate_as_of: null })),
      banks.find(({ key }) => key === 'nbp')?.tables.map(({ key }) => `official:${key}`) ?? [],
    ],
  ])('lists %s', (_, changes, expected) => {
    const items = rateItems({ ...well, ...tables(() => undefined), ...changes }, NOW);
    expect(items.map((item) => item.code)).toEqual(expected);
  });
});
