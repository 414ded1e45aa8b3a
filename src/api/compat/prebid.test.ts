import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { withoutMetals } from '../../money/currencies/metals.ts';
import { recordedDocuments } from '../../testing/sites/served.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import { prebidSchema } from './prebid.schema.ts';

// The original is a file of a repository on a CDN: https://github.com/prebid/currency-file.
describe('the file in the format of Prebid (advertising software)', () => {
  // The original has the currencies of the European Central Bank, so no metals.
  const rates = withoutMetals(recordedDay.rates);
  const body = recordedDocuments.find(({ path }) => path === 'prebid/currency.json')?.body ?? '';
  const file = () => prebidSchema.parse(JSON.parse(body));

  /** Like getCurrencyConversion in modules/currency.js in Prebid.js at 000d11c. */
  function convert({ conversions }: z.infer<typeof prebidSchema>, from: string, to: string): number {
    if (from === to) return 1;
    const rateIn = (base: string, code: string) => {
      const rate = conversions[base]?.[code];
      if (rate === undefined) throw new Error(`${code} isn’t in the row of ${base}.`);
      return rate;
    };
    const rounded = (rate: number) => Math.round(rate * 10_000) / 10_000;
    if (from in conversions) return rateIn(from, to);
    if (to in conversions) return rounded(1 / rateIn(to, from));
    const [first = ''] = Object.keys(conversions);
    return rounded((1 / rateIn(first, from)) * rateIn(first, to));
  }

  it('has rates with which Prebid.js converts between any two currencies without rounding', () => {
    const prebid = file();
    const wrong: string[] = [];
    for (const [from, a] of rates) {
      for (const [to, b] of rates) {
        const rate = convert(prebid, from, to);
        // The file's rates have 12 significant digits.
        if (!(Math.abs(rate / (b / a) - 1) < 1e-11)) wrong.push(`1 ${from} = ${rate} ${to}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has the rate from every currency to every currency, as Prebid Server needs them', () => {
    // GetRate in currency/rates.go in prebid-server at 1330be1 uses only the direct rate or the inverse rate.
    const codes = [...rates.keys()];
    for (const ofBase of [file().conversions, ...Object.values(file().conversions)]) {
      expect(Object.keys(ofBase)).toEqual(codes);
    }
  });
});
