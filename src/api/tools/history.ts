import { history as historyEndpoint } from '../endpoints/history.ts';
import { type History, historySchema } from '../endpoints/history.schema.ts';
import { ApiError } from '../error.ts';
import { documentOf } from './document-of.ts';
import { isNewest, sourceInWords } from './reference-in-words.ts';
import { tool } from './tool.ts';

/** Maximum number of entries in a result: a year of days. More entries would fill an assistant's context. */
const MAX_ENTRIES = 400;

export const history = tool({
  name: 'history',
  title: 'Past exchange rates',
  description:
    'Returns the past rates of a pair of currencies from one day to another, or their averages. Set every to week, ' +
    `month, quarter or year for long ranges, because a result has at most ${MAX_ENTRIES} entries.`,
  parameters: historyEndpoint.parameters,
  schema: historySchema,
  async call(values, site) {
    const document = await documentOf<History>(historyEndpoint.handle(values, site));
    if (document.data_points > MAX_ENTRIES) throw tooManyEntries(document.data_points);
    return {
      document,
      sentences: [inWords(document), sourceInWords(document)],
      newest: isNewest(values.end, site.day.asOf) ? { source: values.source, held: {} } : undefined,
    };
  },
});

const tooManyEntries = (entries: number) =>
  new ApiError<'too_many_entries'>(
    400,
    'too_many_entries',
    `The range has ${entries} entries, and a result has at most ${MAX_ENTRIES}. Use every=week, every=month or every=year, or a shorter range`,
  );

function inWords({ from, to, start, end, every, value, data }: History): string {
  const sorted = data.toSorted((one, other) => one.rate - other.rate);
  const points = { First: data[0], last: data.at(-1), lowest: sorted[0], highest: sorted.at(-1) };
  const named = Object.entries(points).flatMap(([name, point]) =>
    point ? [`${name}: ${point.rate} on ${point.date}`] : [],
  );
  const kind = value === 'mean' ? 'average' : 'rate';
  const count = `${data.length} ${kind}${data.length === 1 ? '' : 's'}`;
  return `1 ${from} in ${to} from ${start} to ${end}: ${count}, one per ${every}. ${named.join('; ')}.`;
}
