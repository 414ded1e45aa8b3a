import { findHistory, history as historyEndpoint } from '../endpoints/history.ts';
import { type History, historySchema } from '../endpoints/history.schema.ts';
import { ApiError } from '../error.ts';
import { dayNumber, EARLIEST } from '../../money/calendar.ts';
import { intervals, startOf, steps } from '../../money/interval.ts';
import { redenominationInWords } from '../explain/fact-words.ts';
import { unitsInWords } from '../explain/receipt-words.ts';
import { withheldInWords } from '../withheld-words.ts';
import { listUpTo } from '../../text/wording/list-up-to.ts';
import { ifNewest } from './freshness.ts';
import { sourceInWords } from './reference-in-words.ts';
import { tool } from './tool.ts';

/** Maximum number of entries in a result: a year of days. More entries would fill an assistant's context. */
const MAX_ENTRIES = 400;

/** Maximum number of incomplete averages in the sentence. The document has all of them. */
const MAX_NAMED = 12;

export const history = tool({
  name: 'history',
  title: 'Past exchange rates',
  description:
    'Returns the past rates of a pair of currencies from one day to another, or their averages. Set every to week, ' +
    `month, quarter or year for long ranges, because a result has at most ${MAX_ENTRIES} entries.`,
  parameters: historyEndpoint.parameters,
  schema: historySchema,
  async call(values, site) {
    const document = await findHistory(values, site);
    if (document.data_points > MAX_ENTRIES) throw tooManyEntries(document);
    const { from, to } = document;
    return {
      document,
      sentences: [
        ...inWords(document),
        ...gapsInWords(document),
        ...unitsInWords([from, to]),
        sourceInWords(document),
        ...withheldInWords(document.withheld),
      ],
      newest: ifNewest(values.end, site, { source: values.source, held: {} }),
    };
  },
});

function tooManyEntries({ data_points: entries, every }: History) {
  const longer = steps.slice(steps.indexOf(every) + 1).map((step) => `every=${step}`);
  return new ApiError<'too_many_entries'>(
    400,
    'too_many_entries',
    `The range has ${entries} entries, and a result has at most ${MAX_ENTRIES}. Use ${longer.join(', ')}, or a shorter range`,
  );
}

/** How many rates there are, and for each unit of money, the lowest and the highest. */
function inWords({ from, to, start, end, every, value, data, unit_changes: changes = [] }: History): string[] {
  const kind = value === 'mean' ? 'average' : 'rate';
  const count = `${data.length} ${kind}${data.length === 1 ? '' : 's'}`;
  const ofUnits = [undefined, ...changes].map((since, index) => {
    const until = changes[index]?.date ?? '9999';
    return { since, rates: data.filter(({ date }) => (since?.date ?? EARLIEST) <= date && date < until) };
  });
  return [
    `1 ${from} in ${to} from ${start} to ${end}: ${count}, one per ${every}.`,
    ...ofUnits.flatMap(({ since, rates }) => [
      ...(since
        ? [`${redenominationInWords(since)} Don’t compare rates in the old unit with rates in the new unit.`]
        : []),
      ...extremesInWords(rates),
    ]),
  ];
}

function extremesInWords(rates: History['data']): string[] {
  const sorted = rates.toSorted((one, other) => one.rate - other.rate);
  const points = { First: rates[0], last: rates.at(-1), lowest: sorted[0], highest: sorted.at(-1) };
  const named = Object.entries(points).flatMap(([name, point]) =>
    point ? [`${name}: ${point.rate} on ${point.date}`] : [],
  );
  return named.length > 0 ? [`${named.join('; ')}.`] : [];
}

/** Which entries are missing or incomplete. */
function gapsInWords({ start, end, every, data }: History): string[] {
  // A redenomination within an interval divides its average in two.
  const found = new Set(data.map(({ date }) => startOf(every, dayNumber(date)))).size;
  const missing = [...intervals(every, dayNumber(start), dayNumber(end))].length - found;
  const incomplete = data
    .filter(({ complete }) => complete === false)
    .map(({ first_date: first, date, days }) => `${first} to ${date} (${days})`);
  return [
    ...(missing > 0 ? [`Without a rate: ${missing} ${every}${missing === 1 ? '' : 's'} of the range.`] : []),
    ...(incomplete.length > 0
      ? [`Incomplete averages, with their numbers of days: ${listUpTo(MAX_NAMED, incomplete)}.`]
      : []),
  ];
}
