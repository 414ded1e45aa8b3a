import { describe, expect, it } from 'vitest';
import { rulesSchema } from '../api/documents/rules.ts';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import { missingRules } from '../sources/rules/missing-rules.ts';
import { rules } from '../sources/rules/rules.ts';
import { compareRule, rulesSite } from '../testing/sites/rules-site.ts';
import { callTool } from './mcp/call-tool.ts';
import { IsolateCache, SiteReader } from './site-reader.ts';
import { parseReceiptQuery, requestOf } from '../api/explain/receipt-query.ts';
import { codedErrorWith, origin } from '../testing/sites/served.ts';

const site = rulesSite();
const { json, answer } = site;
const path = (query: string) => `/api/v1/convert?${query}`;
const convert = (query: string) => json<DatedConversion>(path(query));

describe('a conversion by a rule', () => {
  it.each(rules)('has the rate of a plain reading of the archive in random requests: $key', async (rule) => {
    const { different, rates } = await compareRule(site, rule, 100);
    expect(different.slice(0, 3)).toEqual([]);
    // A comparison of missing rates proves little.
    expect(rates).toBeGreaterThan(30);
  });

  it.each([
    ['a Thursday', 'from=EUR&to=PLN&date=2026-03-05&rule=pl-vat', '2026-03-04'],
    ['a Monday', 'from=EUR&to=PLN&date=2026-03-09&rule=pl-income-tax', '2026-03-06'],
    ['the Tuesday after Easter', 'from=EUR&to=PLN&date=2026-04-07&rule=pl-vat', '2026-04-02'],
    ['the first business day of a year', 'from=EUR&to=PLN&date=2026-01-02&rule=pl-vat', '2025-12-31'],
    ['a Saturday', 'from=EUR&to=CZK&date=2026-03-07&rule=cz-vat', '2026-03-06'],
    ['a business day', 'from=JPY&to=CZK&date=2026-03-06&rule=cz-vat', '2026-03-06'],
    ['a Sunday', 'from=USD&to=SEK&date=2026-03-08&rule=se-vat', '2026-03-06'],
    ['Christmas', 'from=USD&to=NOK&date=2025-12-26&rule=no-vat', '2025-12-24'],
    ['a Sunday of a bank with calendar days', 'from=EUR&to=UAH&date=2026-03-08&rule=ua-single-tax', '2026-03-08'],
    ['a quarter that ends on a business day', 'from=SEK&to=EUR&date=2026-03-31&rule=eu-oss', '2026-03-31'],
    ['a month that ends on a Saturday', 'from=SEK&to=EUR&date=2026-02-28&rule=eu-oss', '2026-03-02'],
    ['a month that ends on a Sunday', 'from=USD&to=EUR&date=2025-08-31&rule=eu-oss', '2025-09-01'],
    ['the period’s currency itself', 'from=EUR&to=EUR&date=2026-03-31&rule=eu-oss', '2026-03-31'],
    ['a Tuesday in Romania', 'from=EUR&to=RON&date=2026-03-10&rule=ro-vat', '2026-03-09'],
    ['the Tuesday after Orthodox Easter', 'from=EUR&to=RON&date=2026-04-14&rule=ro-vat', '2026-04-09'],
    ['any day of a year', 'from=EUR&to=USD&date=2025-06-15&rule=us-fbar', '2025-12-31'],
    ['the last day of a year', 'from=JPY&to=USD&date=2025-12-31&rule=us-fbar', '2025-12-31'],
    ['any day of an income year', 'from=EUR&to=NOK&date=2025-06-15&rule=no-wealth-tax', '2025-12-31'],
    ['the first day of an income year', 'from=JPY&to=NOK&date=2025-01-01&rule=no-wealth-tax', '2025-12-31'],
    ['pence', 'from=GBX&to=PLN&date=2026-03-05&rule=pl-vat', '2026-03-04'],
  ])('for %s has the rate of the rule’s day: %s', async (_, query, date) => {
    expect(await convert(query)).toMatchObject({ rate_as_of: date, rate_type: 'official_reference' });
  });

  it('names the rule, its article, the day and the number of the table', async () => {
    expect(await convert('from=AFN&to=PLN&date=2026-03-12&rule=pl-vat')).toMatchObject({
      rate_as_of: '2026-03-11',
      reference: expect.stringMatching(/^\d{3}\/B\/NBP\/2026$/) as string,
      source: { attribution: 'Source: Narodowy Bank Polski' },
      rule: {
        key: 'pl-vat',
        date: '2026-03-12',
        day: 'before',
        article: expect.stringContaining('31a') as string,
        page: expect.stringMatching(/^https:/) as string,
        read_at: '2026-09',
      },
    });
  });

  it.each<[query: string, message: string]>([
    ['from=EUR&to=PLN&rule=pl-vat', 'The rule pl-vat needs a date: the day of the tax point'],
    ['from=PLN&to=EUR&date=2026-03-05&rule=pl-vat', 'Use to=PLN'],
    ['from=EUR&to=SEK&date=2023-06-30&rule=se-vat', 'It’s for dates since 2023-07-01'],
    ['from=EUR&to=PLN&date=2026-03-05&rule=pl-vat&source=nbp', 'source and rule can’t be combined. Omit rule'],
    ['from=EUR&to=PLN&before=2026-03-05&rule=pl-vat', 'before and rule can’t be combined. Omit rule'],
    ['from=EUR&to=PLN&date=2026-03-05&rule=vat', 'Use one of cz-vat, '],
    ['from=AED&to=SEK&date=2026-03-05&rule=se-vat', 'no rates of the European Central Bank for "AED"'],
    ['from=EUR&to=PLN&date=2025-04-30&rule=pl-vat', 'No rates for 2025-04-29 (rule=pl-vat). Available: 2025-05-02'],
    ...Array.from(missingRules, ([key, reason]): [string, string] => [
      `from=EUR&to=USD&date=2026-03-05&rule=${key}`,
      reason,
    ]),
  ])('that isn’t possible (%s) is an error that says what to do: %s', async (query, message) => {
    expect(await answer(path(query))).toEqual([400, codedErrorWith(message)]);
  });

  it('has the rate of the example in the error about a missing date', async () => {
    for (const { key, to } of rules) {
      const { error } = await json<{ error: string }>(path(`from=USD&to=${to}&rule=${key}`));
      const [example = ''] = /\/api\/v1\/\S+/.exec(error) ?? [];
      expect([key, await json(example)]).toMatchObject([key, { success: true, to: to }]);
    }
  });
});

describe('a rule whose day isn’t known yet', () => {
  it.each([
    ['today, before the publication', 'to=CZK&date=2026-09-30&rule=cz-vat', '2026-09-30 14:00 UTC'],
    ['tomorrow', 'to=SEK&date=2026-10-01&rule=se-vat', '2026-10-01 15:30 UTC'],
    ['the day after tomorrow', 'to=UAH&date=2026-10-02&rule=ua-single-tax', '2026-10-01 14:30 UTC'],
    ['a later day', 'to=NOK&date=2027-01-05&rule=no-vat', '2027-01-05 15:30 UTC'],
    ['a later Sunday', 'to=NOK&date=2027-01-10&rule=no-vat', '2027-01-08 15:30 UTC'],
    ['the business day before', 'to=PLN&date=2026-10-01&rule=pl-vat', '2026-09-30 11:45 UTC'],
    ['a weekly table', 'to=PLN&date=2026-10-01&rule=pl-vat', '2026-09-30 11:45 UTC'],
    ['the end of a period', 'to=EUR&date=2026-09-30&rule=eu-oss', '2026-09-30 15:30 UTC'],
    ['the end of a later period', 'to=EUR&date=2026-10-31&rule=eu-oss', '2026-11-02 15:30 UTC'],
    ['the end of this year', 'to=USD&date=2026-03-01&rule=us-fbar', '2027-01-15 00:00 UTC'],
    ['the beginning of the next year', 'to=NOK&date=2026-03-01&rule=no-wealth-tax', '2027-01-01 15:30 UTC'],
  ])('has no rate, and the error says when to ask again: %s', async (_, query, time) => {
    const from = query.includes('EUR') ? 'USD' : 'EUR';
    const [status, body] = await answer(path(`from=${from}&${query}`));
    expect([status, body]).toEqual([400, { ...codedErrorWith(`Ask again after ${time}`), code: 'not_published_yet' }]);
  });

  it('has the rate once it’s known', async () => {
    expect(await convert('from=EUR&to=PLN&date=2026-09-30&rule=pl-vat')).toMatchObject({ rate_as_of: '2026-09-29' });
    expect(await convert('from=EUR&to=UAH&date=2026-09-30&rule=ua-single-tax')).toMatchObject({
      rate_as_of: '2026-09-30',
    });
  });

  it('takes a day that is over for a holiday, if the site has checked the bank since', async () => {
    // The site checked its banks on Wednesday morning. The newest rates are of Monday.
    const { json, answer } = rulesSite('2026-09-28');
    const tuesday = 'from=EUR&to=CZK&date=2026-09-29&rule=cz-vat';
    expect(await json(path(tuesday))).toMatchObject({ rate_as_of: '2026-09-28' });
    const oss = path('from=USD&to=EUR&date=2026-09-29&rule=eu-oss');
    expect(await answer(oss)).toEqual([400, codedErrorWith('2026-09-29')]);
    // A bank with rates for every day has no holidays.
    const ua = path('from=EUR&to=UAH&date=2026-09-30&rule=ua-single-tax');
    expect(await answer(ua)).toEqual([400, codedErrorWith('2026-09-30')]);
  });

  it('isn’t a holiday after more than five business days, or if the bank’s file can’t be used', async () => {
    const query = path('from=EUR&to=CZK&date=2026-09-29&rule=cz-vat');
    expect(await rulesSite('2026-09-21').answer(query)).toEqual([400, codedErrorWith('2026-09-22')]);
    const { assets, answer } = rulesSite('2026-09-28');
    const status = assets.files.get('api/v1/status.json') ?? '';
    assets.files.set(
      'api/v1/status.json',
      status
        .replaceAll('"problem": null', '"problem": "No response"')
        .replaceAll('"problem":null', '"problem":"No response"'),
    );
    expect(await answer(query)).toEqual([400, codedErrorWith('can’t be used')]);
  });

  it('isn’t skipped if its rates are in doubt', async () => {
    const { assets, answer } = rulesSite();
    const days = assets.files.get('series/ecb/days.json') ?? '';
    // The newest day.
    assets.files.set('series/ecb/days.json', days.replace(/1("[^"]*"periods")/, '?$1'));
    expect(await answer(path('from=USD&to=EUR&date=2026-09-29&rule=eu-oss'))).toEqual([
      400,
      codedErrorWith('is in doubt'),
    ]);
  });
});

it('/api/v1/rules lists every rule and every missing rule', () => {
  const list = rulesSchema.parse(JSON.parse(site.assets.files.get('api/v1/rules.json') ?? ''));
  expect(list.rules.map(({ key }) => key)).toEqual(rules.map(({ key }) => key).sort());
  expect(list.missing.map(({ key }) => key)).toEqual([...missingRules.keys()].sort());
});

describe('a tool with a rule', () => {
  const call = async (name: string, given: Readonly<Record<string, string>>) => {
    const openSite = () => SiteReader.open(new IsolateCache(), site.assets, origin, '2026-09-30T06:00:00.000Z');
    const { content, structuredContent } = await callTool({ name, arguments: given }, { origin, openSite });
    return { words: content[0]?.text, document: structuredContent };
  };
  const rule = { from: 'EUR', to: 'PLN', date: '2026-03-05', rule: 'pl-vat' };

  it('has the rate, the article and the day, and says that it isn’t advice', async () => {
    for (const name of ['convert', 'explain_rate']) {
      const { words, document } = await call(name, rule);
      expect([name, document]).toMatchObject([name, { rate_as_of: '2026-03-04', rule: { key: 'pl-vat' } }]);
      for (const part of ['Rule pl-vat', 'Article 31a', 'isn’t tax or legal advice', '/A/NBP/2026'])
        expect([name, JSON.stringify([words, document])]).toEqual([name, expect.stringContaining(part)]);
    }
  });

  it('links to a receipt of the same rule', async () => {
    const { document } = await call('explain_rate', rule);
    expect(document).toMatchObject({
      requested_date: '2026-03-05',
      date: '2026-03-04',
      is_of_date: true,
      links: {
        receipt: '/receipt?from=EUR&to=PLN&date=2026-03-05&rule=pl-vat',
        api: '/api/v1/convert?from=EUR&to=PLN&date=2026-03-05&rule=pl-vat',
      },
    });
    const query = parseReceiptQuery('?from=EUR&to=PLN&date=2026-03-05&rule=pl-vat');
    expect(requestOf(query)).toMatchObject({ date: '2026-03-05', source: 'nbp', rule: { key: 'pl-vat' } });
  });

  it('needs a date, as the API', async () => {
    const { words } = await call('convert', { from: 'EUR', to: 'PLN', rule: 'pl-vat' });
    expect(words).toContain('The rule pl-vat needs a date');
  });
});
