import { describe, expect, it } from 'vitest';
import type { ArchivedDay } from '../../../../archive/archive.ts';
import type { Comparison } from '../../../../archive/comparison.ts';
import { dateOfDay, dayNumber } from '../../../../money/calendar.ts';
import { catalogue } from '../../../../money/currencies/catalogue.ts';
import { bankTables } from '../../../../sources/banks.ts';
import { ValidatedArchive } from '../../../../validation/validate-archive.ts';
import { bankHours, bankYears } from './bank-figures.ts';
import { holdFigure } from './hold-figure.ts';
import { newestHold } from './newest-hold.ts';
import { publishedInWords } from './published-in-words.ts';

/** The newest hold of consecutive days with these values of the krona. */
function holdOf(values: readonly (number | undefined)[], comparisons: readonly Comparison[] = []) {
  const days = values.map((value, index): ArchivedDay => {
    const rates = { USD: 1, EUR: 0.9, ...(value !== undefined && { SEK: value }) };
    return { date: dateOfDay(dayNumber('2026-06-01') + index), rates: new Map(Object.entries(rates)) };
  });
  return newestHold({ days, comparisons }, new ValidatedArchive({ days, comparisons }, catalogue));
}

/** The text of each element of a kind. */
const textsOf = (markup: string, tag: string) =>
  Array.from(markup.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'g')), ([, content = '']) =>
    content.replaceAll(/<[^>]*>/g, ''),
  );

describe('newestHold (an example of a value that waited)', () => {
  it.each([
    [
      'a move that a second dataset confirms, with the days around it',
      [10, 10, 10, 11, 11, 11],
      ['2026-06-02', '2026-06-06'],
    ],
    ['the newest of several', [10, 10, 11, 11, 11, 12.5, 12.5, 12.5], ['2026-06-04', '2026-06-08']],
    ['none if a value returned', [10, 10, 10, 11, 10, 10], undefined],
    ['none if the doubt isn’t over', [10, 10, 10, 11], undefined],
    ['none if a day beside it has no value', [10, 10, undefined, 11, 11, 11], undefined],
    ['none without unusual values', [10, 10, 10, 10], undefined],
  ])('is %s', (_, values, span) => {
    const days = holdOf(values)?.days;
    expect(days && [days[0]?.date, days.at(-1)?.date]).toEqual(span);
  });

  it('is drawn with its decisions in words and its receipts', () => {
    const witness = {
      code: 'SEK',
      witness: 'rates.example',
      ratio: 0.909,
      date: '2026-06-04' as const,
      asOf: '2026-06-04' as const,
    };
    const drawn = holdFigure(holdOf([10, 10, 10, 11, 11, 11], [witness]) ?? expect.fail());
    const rows = textsOf(drawn, 'tr').length;
    const cells = [...textsOf(drawn, 'th').slice(4), ...textsOf(drawn, 'td')];
    expect([rows, cells]).toEqual([6, expect.arrayContaining(['2026-06-04', '11', '10'])]);
    expect(drawn).toContain('/receipt?from=USD&#38;to=SEK&#38;date=2026-06-04');
    expect(textsOf(drawn, 'text').join(' ')).toContain('Jun 4');
  });
});

describe('pictures of the banks', () => {
  const words = bankTables.map(({ table }) => publishedInWords(table));

  it('have every table of every bank, and say by when it’s published', () => {
    expect(textsOf(bankHours(), 'small').sort()).toEqual(words.toSorted());
  });

  it('have every table of every bank with its first day, the earliest first', () => {
    const firstDays = bankTables.map(({ table }) => `since ${table.firstDay}`);
    expect(textsOf(bankYears('2026-09-29'), 'small')).toEqual(firstDays.toSorted());
  });
});
