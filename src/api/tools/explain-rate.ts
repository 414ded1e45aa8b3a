import { convertOnDate, requestedPair } from '../endpoints/convert-on-date.ts';
import { explainRate as explain } from '../explain/explain-rate.ts';
import { rateExplanationSchema } from '../explain/explain-rate.schema.ts';
import { latestDay } from '../query/pair-answer.ts';
import { explanationInWords } from './explanation-in-words.ts';
import { ifNewest } from './freshness.ts';
import { tool } from './tool.ts';

const { from, to, date, before, source, rule } = convertOnDate.parameters;

export const explainRate = tool({
  name: 'explain_rate',
  title: 'Why a rate is what it is',
  description:
    'Explains the rate of a pair: its calculation, source and date, whether a value is held, omitted or rejected and ' +
    'why, what independent sources say, and which files prove it. Use it if a rate is missing, old or surprising.',
  parameters: { from, to, date, before, source, rule },
  apart: convertOnDate.apart,
  schema: rateExplanationSchema,
  async call(values, site) {
    const document = await explain(requestedPair(values), site);
    const { held } = document;
    const { source } = values;
    return {
      document,
      sentences: explanationInWords(document),
      newest: values.rule ? undefined : ifNewest(latestDay(values), site, { source, held }),
    };
  },
});
