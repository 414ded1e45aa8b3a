import { amount } from '../declaration/parameters.ts';
import { convertOnDate, findConversion } from '../endpoints/convert-on-date.ts';
import { datedConversionSchema } from '../endpoints/convert-on-date.schema.ts';
import { unitsInWords } from '../explain/receipt-words.ts';
import { withheldInWords } from '../withheld-words.ts';
import { latestDay } from '../query/pair-answer.ts';
import { ifNewest } from './freshness.ts';
import { earlierInWords, heldInWords, ruleInWords, sourceInWords } from './reference-in-words.ts';
import { tool } from './tool.ts';

export const convert = tool({
  name: 'convert',
  title: 'Convert money',
  description:
    'Converts an amount from one currency to another, at the newest rate or the rate of a past day. Also use it for ' +
    'the rate of one pair. With before, it uses the last rate before a date, and with rule the ' +
    'rate that an article of a tax law asks for.',
  parameters: { ...convertOnDate.parameters, amount: amount('Amount of the source currency, without a sign.') },
  apart: convertOnDate.apart,
  schema: datedConversionSchema,
  async call(values, site) {
    const document = await findConversion(values, site);
    const { from, to, amount: given, result, rate, rate_as_of, held } = document;
    const date = latestDay(values);
    const { source } = values;
    const conversion = given === 1 ? '' : `${given} ${from} = ${result} ${to}, at `;
    return {
      document,
      sentences: [
        `${conversion}1 ${from} = ${rate} ${to}, a rate of ${rate_as_of}.`,
        ...(values.rule ? [] : earlierInWords(date, document)),
        ...unitsInWords([from, to]),
        ...ruleInWords(document),
        sourceInWords(document),
        ...heldInWords(held, values.rule?.bank.key ?? source),
        ...withheldInWords(document.withheld),
      ],
      newest: values.rule ? undefined : ifNewest(date, site, { source, held }),
    };
  },
});
