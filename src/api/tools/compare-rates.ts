import { compare, findComparison } from '../endpoints/compare.ts';
import { type Comparison, comparisonSchema } from '../endpoints/compare.schema.ts';
import { unitsInWords } from '../explain/receipt-words.ts';
import { withheldInWords } from '../withheld-words.ts';
import { latestDay } from '../query/pair-answer.ts';
import { bankOf } from '../../sources/banks.ts';
import { market } from '../../sources/market.ts';
import { capitalized } from '../../text/wording/capitalized.ts';
import { ifNewest } from './freshness.ts';
import { sourceInWords } from './reference-in-words.ts';
import { tool } from './tool.ts';

export const compareRates = tool({
  name: 'compare_rates',
  title: 'Compare banks’ rates',
  description:
    'Returns the rate of a pair at the market and at every central bank that has the pair, each with its day and its ' +
    'difference to the market, of the newest day, of a past day, or, with before, of the last day before a date. Use it ' +
    'to compare banks, or to find which bank has a pair.',
  parameters: compare.parameters,
  apart: compare.apart,
  schema: comparisonSchema,
  async call(values, site) {
    const document = await findComparison(values, site);
    const { from, to, comparison } = document;
    const date = latestDay(values);
    const [ofMarket] = comparison.filter(({ key }) => key === market.key);
    return {
      document,
      sentences: [
        `1 ${from} in ${to}${date === undefined ? '' : ` for ${date}`}:`,
        ...comparison.flatMap((row) => [rowInWords(row), ...withheldInWords(row.withheld)]),
        ...unitsInWords([from, to]),
        ...new Set(comparison.map(sourceInWords)),
      ],
      newest: ofMarket && ifNewest(date, site, { source: market.key, held: ofMarket.held }),
    };
  },
});

/** `Norges Bank: 11.5 of 2026-09-28, 0.02% above the market.` */
function rowInWords({ key, rate, rate_as_of, reference, difference_percent }: Comparison['comparison'][number]) {
  const name = key === market.key ? 'the market' : bankOf(key).inSentence;
  const table = reference === undefined ? '' : `, table ${reference}`;
  const difference = key === market.key ? '' : differenceInWords(difference_percent);
  return `${capitalized(name)}: ${rate} of ${rate_as_of}${table}${difference}.`;
}

function differenceInWords(percent: number | null): string {
  if (percent === null) return '';
  if (percent === 0) return ', as the market';
  return `, ${Math.abs(percent)}% ${percent > 0 ? 'above' : 'below'} the market`;
}
