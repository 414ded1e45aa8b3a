import { describe, expect, it } from 'vitest';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import type { OfficialRates } from '../../archive/official-rates.ts';
import { composedProvider, defaultProvider } from '../../sources/provider.ts';
import { recordedDay, recordedDays, recordedOfficial, recordedRejected } from '../../testing/sites/small-site.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { statusValues } from './build/status-values.ts';

const ofBank = recordedOfficial.get('ecb') ?? expect.fail('no official rates');

/** The page's values as texts. */
function textsOf(changes: Partial<Snapshot>, bank: Partial<OfficialRates> = {}, days = recordedDays.days) {
  const official = new Map([...recordedOfficial, ['ecb', { ...ofBank, ...bank }]]);
  const archive = archiveFiles({ ...recordedDays, days }, recordedRejected, official);
  const snapshot = { ...recordedDay, ...changes };
  const decidedDays = days.slice(-30).map(({ date, rates }) => ({ date, rates, quality: new Map() }));
  const values = Object.entries(statusValues({ snapshot, archive, decidedDays }));
  const inWords = (html: string) =>
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return Object.fromEntries(values.map(([name, html]) => [name, inWords(html)])) as ReturnType<typeof statusValues>;
}

describe('status page', () => {
  it('says how many currencies are published, and explains each that is in doubt', () => {
    const texts = textsOf({ recorded: false });
    const { SYP = expect.fail() } = Object.fromEntries(recordedDay.quality);
    expect(texts.summary).toBe('Rates of September 29, 2026: 172 currencies. In doubt: 1 without a rate.');
    expect(texts.currencies).toMatch(/^SSP frozen SYP omitted ADA AED .* USD USDC USDT .* ZWG$/);
    expect(texts.doubts).toMatch(/^SSP has been frozen since .* SYP is omitted\./);
    expect(SYP.state).toBe('omitted');
  });

  it('says what concerns all rates', () => {
    const stale = { recorded: false, stale_since: '2026-10-01T06:17:00.000Z' as const };
    expect(textsOf(stale).notes).toMatch(/^No newer rates could be downloaded since October 1, 2026\. 737 past days /);
    expect(textsOf({}).notes).toMatch(/^These rates are recorded\./);
  });

  it('shows each of the last 30 days, and which of them lack rates', () => {
    const days = recordedDays.days.filter(({ date }) => date !== '2026-09-20');
    const texts = textsOf({}, {}, days).days.split(/ (?=[A-Z])/);
    expect(texts).toHaveLength(30);
    expect(texts.slice(19, 22)).toEqual(['Sep 19', 'Sep 20 not archived yet', 'Sep 21']);
    expect(texts.at(-1)).toBe('Sep 29 1 omitted');
  });

  it('names each composed day, also those before the dataset came back', () => {
    const providers = [
      { first: '2026-09-10' as const, ...composedProvider },
      { first: '2026-09-12' as const, ...defaultProvider },
    ];
    const texts = textsOf({ providers }).days.split(/ (?=[A-Z])/);
    expect(texts.slice(9, 13)).toEqual(['Sep 9', 'Sep 10 composed', 'Sep 11 composed', 'Sep 12']);
  });

  it('says until when a bank has rates, when the next are due, and what is in doubt', () => {
    expect(textsOf({}).banks).toMatch(/ European Central Bank as the bank says 2026-04-13 2026-04-14, 15:30 UTC 0$/);
    const doubt = { date: '2026-04-14', reason: 'implausible', code: 'USD', value: 11, since: '2026-04-14' } as const;
    const texts = textsOf({}, { doubts: [doubt], problem: 'its file isn’t a table <b>', problem_since: null });
    expect(texts.banks).toMatch(
      / its file isn’t a table &#60;b&#62;; 1 doubt, see below 2026-04-13 .* 0 European Central Bank: USD of 2026-04-14 is 11, /,
    );
  });

  it('names the witnesses, and where they differ', () => {
    const witness = 'rates.example';
    const texts = textsOf({
      witnesses: {
        requested_at: '2026-09-29T06:17:00.000Z',
        requested: [{ witness, outcome: 'compared', compared: 120, agreeing: [] }],
        unwitnessed: ['ZWG', 'KPW'],
      },
      disputed: [{ code: 'IRR', witness, ratio: 1.4, since: '2026-09-01', frozen: false }],
    });
    expect(texts.witnesses).toBe(
      'rates.example: 120 currencies compared. rates.example has 1.4 times the dataset’s IRR, since September 1, 2026. ' +
        '2 currencies have no other source.',
    );
  });
});
