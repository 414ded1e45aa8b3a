import { date, dateBefore } from '../declaration/parameters.ts';
import { findRates, ratesOnDate } from '../endpoints/dated-rates.ts';
import { datedRatesSchema } from '../endpoints/dated-rates.schema.ts';
import { latestDay } from '../query/pair-answer.ts';
import { unitsInWords } from '../explain/receipt-words.ts';
import { withheldInWords } from '../withheld-words.ts';
import { listUpTo } from '../../text/wording/list-up-to.ts';
import { ifNewest } from './freshness.ts';
import { earlierInWords, heldInWords, sourceInWords } from './reference-in-words.ts';
import { tool } from './tool.ts';

/** Maximum number of rates in the sentence. The document has all of them. */
const MAX_RATES = 10;

const { base, symbols, source } = ratesOnDate.parameters;

export const rate = tool({
  name: 'rate',
  title: 'Exchange rates',
  description:
    'Returns the rates of several or all currencies on a base currency, of the newest day or a past day. Name the ' +
    'currencies in symbols, because all of them make a long result. With before, the rates are of the last day before a date.',
  parameters: {
    base,
    symbols,
    date: date('date', 'Day of the rates. By default, the rates are the newest.'),
    before: dateBefore('The rates are of the last day that is strictly earlier than this date.'),
    source,
  },
  apart: [['date', 'before']],
  schema: datedRatesSchema,
  async call(values, site) {
    const document = await findRates(values, site, values.before === undefined ? 'Omit date' : 'Omit before');
    const { base, rate_as_of, rates, held } = document;
    const { source } = values;
    const date = latestDay(values);
    const listed = Object.entries(rates).map(([code, rate]) => `${rate} ${code}`);
    return {
      document,
      sentences: [
        `1 ${base} = ${listUpTo(MAX_RATES, listed)}, rates of ${rate_as_of}.`,
        ...earlierInWords(date, document),
        ...unitsInWords([base, ...Object.keys(rates)]),
        sourceInWords(document),
        ...heldInWords(held, source),
        ...withheldInWords(document.withheld),
      ],
      newest: ifNewest(date, site, { source, held }),
    };
  },
});
