import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberFormat } from '../../text/wording/number-format.ts';
import { parseTypedAmount } from './typed-amount.ts';

describe('typed amount of money', () => {
  it.each([
    ['en-US', '1,234.50', 1234.5],
    ['en-US', '1234.5', 1234.5],
    ['en-US', '1,234', 1234],
    ['en-US', '1.234', 1.234],
    ['en-US', '12,50', 12.5],
    ['en-US', '1,234,567', 1234567],
    ['en-IN', '1,00,000.5', 100000.5],
    ['de-DE', '1.234,50', 1234.5],
    ['de-DE', '1.234', 1234],
    ['de-DE', '12.50', 12.5],
    ['de-DE', '0,5', 0.5],
    ['fr-FR', '1 234,5', 1234.5],
    ['de-CH', '1’234.5', 1234.5],
    ['ar-EG', '١٬٢٣٤٫٥', 1234.5],
    ['en-US', ' 100 ', 100],
    ['en-US', '1e3', 1000],
    ['en-US', '１２.５', 12.5],
    ['en-US', '١٢٣', 123],
    ['en-US', '۱۲۳٫۵', 123.5],
    ['en-US', '१२३', 123],
  ])('is $2 for the text “$1” in the locale $0', (locale, text, amount) => {
    expect(parseTypedAmount(text, locale)).toBe(amount);
  });

  it.each(['', '-5', '1,2,3', '12,34.5', '1.2.3', '1.234.5', 'ten', '0x10', '1e999', '.', ',', '1 000 €'])(
    'is invalid if the text is %j',
    (text) => {
      expect(parseTypedAmount(text, 'en-US')).toBeUndefined();
    },
  );

  it('equals the displayed amount if a visitor types it exactly as displayed, in each of ten locales', () => {
    const locales = fc.constantFrom(
      'en-US',
      'en-IN',
      'de-DE',
      'de-CH',
      'fr-FR',
      'pt-BR',
      'ar-EG',
      'fa-IR',
      'hi-IN',
      'ja-JP',
    );
    const cents = fc.integer({ min: 0, max: 1e12 }).map((number) => number / 100);
    fc.assert(
      fc.property(locales, cents, (locale, amount) => {
        expect(parseTypedAmount(numberFormat(locale).plain(amount), locale)).toBe(amount);
        if (amount === 0 || amount >= 1)
          expect(parseTypedAmount(numberFormat(locale).amount(amount), locale)).toBe(amount);
      }),
    );
  });
});
