import { describe, expect, it } from 'vitest';
import { callTool } from '../../function/mcp/call-tool.ts';
import { IsolateCache, SiteReader } from '../../function/site-reader.ts';
import { explainedSites } from '../../testing/sites/explained-states.ts';
import { MemoryAssets } from '../../testing/sites/memory-assets.ts';
import { origin } from '../../testing/sites/served.ts';
import type { RateExplanation } from '../explain/explain-rate.schema.ts';

const sites = explainedSites();

function call(name: keyof typeof sites, given: Readonly<Record<string, string>>) {
  const { documents, now } = sites[name];
  const openSite = () => SiteReader.open(new IsolateCache(), new MemoryAssets(documents), origin, now);
  return callTool({ name: 'explain_rate', arguments: given }, { origin, openSite });
}

async function wordsOf(name: keyof typeof sites, given: Readonly<Record<string, string>>) {
  const { content } = await call(name, given);
  return content[0]?.text;
}

const publish =
  'The newest publish of this site has the dataset of 2026-11-03, fetched at 2026-11-03T06:17:00.000Z. Its code is ' +
  `version 1.2.3, commit c0ffee. The hashes of its files are in ${origin}/SHA256SUMS.`;
const dataset =
  'Daily reference rates, not live market rates. Source: fawazahmed0/exchange-api ' +
  '(https://github.com/fawazahmed0/exchange-api, license CC0-1.0).';
const witnesses =
  'api.coinbase.com: the witness has usable rates of the dataset’s day (compared). api.frankfurter.dev: the witness ' +
  'has usable rates of the dataset’s day (compared). third.example: no response within 10 seconds (unreachable).';

describe('explain_rate', () => {
  it('explains a held rate of a sub-unit in sentences', async () => {
    expect(await wordsOf('scripted', { from: 'USD', to: 'gbx' })).toBe(
      [
        '1 USD = 75.53475775 GBX on 2026-11-03.',
        'The API dates this rate 2026-11-02, because the rate is held.',
        'Calculation: 75.53475775 (GBX per 1 USD) ÷ 1 (USD per 1 USD) = 75.53475775, rounded to 12 significant digits.',
        dataset,
        '100 GBX (British Penny) = 1 GBP.',
        'The dataset’s rates are units per 1 USD, so its rate of USD is 1.',
        'GBP: the source’s value is 1.007688217 per 1 USD, and the published rate is 0.7553475775 of 2026-11-02.',
        'GBP has been held since 2026-11-03: the source’s 1.007688217 is more than a factor of 1.03 away from the last good rate.',
        '1 of the 3 needed datasets agrees.',
        'If the next datasets agree too, the state ends by 2026-11-05 at the latest.',
        'The published rate is 0.7553475775 of 2026-11-02, the last good rate.',
        `Witnesses of GBP: ${witnesses} No witness disputes GBP.`,
        publish,
        `The page ${origin}/receipt?from=USD&to=GBX shows where the rate comes from and can check the hashes.`,
        'The site is up to date. It checked its sources at 2026-11-03T07:00:00.000Z.',
      ].join(' '),
    );
  });

  it('explains the lack of a rate on a past day in sentences', async () => {
    expect(await wordsOf('scripted', { from: 'USD', to: 'THB', date: '2026-10-20' })).toMatch(
      /^USD to THB: no rate on 2026-10-20\. With date=2026-10-20, the API returns the last earlier rate, 1 USD = [\d.]+ THB from 2026-10-19\. Daily .* THB: the source has no value, and no rate is published\. There was no value to validate\. Witnesses of THB: No record\./,
    );
  });

  it('explains the last rate before a date as the rate of the day before', async () => {
    const documentOf = async (given: Readonly<Record<string, string>>) => {
      const { structuredContent } = await call('scripted', { from: 'EUR', to: 'JPY', ...given });
      const { links, ...rest } = structuredContent as unknown as RateExplanation;
      return { ...rest, receipt: links.receipt, api: links.api };
    };
    expect(await documentOf({ before: '2026-10-21' })).toEqual({
      ...(await documentOf({ date: '2026-10-20' })),
      ...{ requested_date: null, requested_before: '2026-10-21' },
      api: '/api/v1/convert?from=EUR&to=JPY&before=2026-10-21',
    });
  });

  it('explains a composed rate in sentences', async () => {
    const words = await wordsOf('composed', { from: 'AED', to: 'USD' });
    expect(words).toContain(' The value was composed from: peg to USD. AED is pegged to USD at 3.6725 AED per 1 USD ');
  });

  it('explains a bank’s rate in sentences', async () => {
    expect(await wordsOf('scripted', { from: 'EUR', to: 'CZK', source: 'cnb' })).toBe(
      [
        '1 EUR = 24.2 CZK on 2026-11-02.',
        'Calculation: 24.2 (CZK per 1 EUR) ÷ 1 (CZK per 1 CZK) = 24.2, rounded to 12 significant digits.',
        'Official rates. Source: Czech National Bank (https://www.cnb.cz/en/financial-markets/foreign-exchange-market/central-bank-exchange-rate-fixing/central-bank-exchange-rate-fixing/, license LicenseRef-CNB-reuse-with-attribution).',
        `As the bank published it: 1 EUR = 24.2 CZK, 2026-11-02 (${origin}/archive/cnb/2026.csv, row 2026-11-02, column EUR).`,
        'The last check for new rates of the bank had a problem: The response has no rates.',
        'In doubt: EUR of 2026-11-03 is 34.2, more than 20% off the day before; accepted on 2026-11-17 unless the bank changes it.',
        'The rate of EUR on 2026-11-02 was corrected at 2026-11-03T06:00:00.000Z from 24.1 to 24.2.',
        'The rate of EUR on 2026-11-02 is late: it was added at 2026-11-02T20:00:00.000Z.',
        publish,
        `The page ${origin}/receipt?from=EUR&to=CZK&source=cnb shows where the rate comes from and can check the hashes.`,
        'The site is up to date. It checked its sources at 2026-11-03T07:00:00.000Z.',
      ].join(' '),
    );
  });

  it('says that the rates of a stale site aren’t current, except those of past days', async () => {
    const stale = await call('stale', { from: 'EUR', to: 'JPY' });
    expect(stale.structuredContent).toMatchObject({ freshness: { stale: true, stale_reason: 'not_checked' } });
    const past = await call('stale', { from: 'EUR', to: 'JPY', date: '2026-09-01' });
    expect(past.structuredContent).not.toHaveProperty('freshness');
  });

  it('returns the API’s error if the error says everything', async () => {
    expect(await call('scripted', { from: 'HRK', to: 'USD' })).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('HRK was replaced by EUR on 2023-01-01') as string }],
      isError: true,
    });
  });
});
