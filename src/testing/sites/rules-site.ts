import type { DatedConversion } from '../../api/endpoints/convert-on-date.schema.ts';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import { dateOfDay, dayNumber, type Instant, type IsoDate } from '../../money/calendar.ts';
import type { Rule } from '../../sources/rules/rule.ts';
import { plainRows, plainRule } from '../data/plain-rule.ts';
import { randomChoices } from '../data/random.ts';
import { fakeOfficial } from './bank-rates.ts';
import { documentsOf, served } from './served.ts';
import { recordedDays, recordedRejected } from './small-site.ts';

/** The first and the last day of the rates. The Function's clock is the morning after. */
const [FIRST, LAST] = ['2025-05-01', '2026-09-29'] as const;

/** A site with rates of all banks, with weekends, holidays, a change of year and tables A and B. */
export function rulesSite(last: IsoDate = LAST, now?: Instant) {
  const banks = fakeOfficial(['ecb', 'nbp', 'nbp-b', 'cnb', 'norges-bank', 'us-treasury', 'bnr'], FIRST, last);
  // The National Bank of Ukraine publishes tomorrow's rates.
  const nbu = fakeOfficial(['nbu'], FIRST, dateOfDay(dayNumber(last) + 1));
  const archive = archiveFiles(recordedDays, recordedRejected, new Map([...banks, ...nbu]));
  return served(documentsOf({ archive }), now === undefined ? {} : { now: () => now });
}

/** Random requests with a rule whose responses differ from a plain reading of the archive, and the number of rates. */
export async function compareRule({ json, assets }: ReturnType<typeof rulesSite>, rule: Rule, requests: number) {
  const tables = rule.bank.tables.map(({ key }) => plainRows(assets.files, key));
  const codes = [...new Set(tables.flatMap((rows) => [...rows.values()].flatMap((row) => [...row.keys()])))]
    .map((name) => name.split(' ').at(-1) ?? '')
    .filter((code) => /^[A-Z]{3}$/.test(code));
  const { below, pick } = randomChoices();
  const [first, days] = [dayNumber(FIRST) + 15, dayNumber(LAST) - dayNumber(FIRST) - 16];
  const different: unknown[] = [];
  let rates = 0;
  for (let request = 0; request < requests; request++) {
    const [from, date] = [pick(codes), dateOfDay(first + below(days))];
    const path = `/api/v1/convert?from=${from}&to=${rule.to}&date=${date}&rule=${rule.key}`;
    const { rate, rate_as_of, reference } = await json<Partial<DatedConversion>>(path);
    const expected = plainRule(rule, from, date, tables);
    const actual = rate === undefined ? undefined : { rate, rate_as_of, reference };
    if (JSON.stringify(actual) !== JSON.stringify(expected)) different.push({ path, actual, expected });
    else if (actual) rates++;
  }
  return { different, rates };
}
