import { dateOfDay } from '../../money/calendar.ts';
import { type History, listingsOn } from '../data/bank-history.ts';

/** The National Bank of Georgia's response for a day: the list in force, with its own day; empty before the first list. */
export function georgianList(history: History, day: number | undefined): string {
  const fixed = day === undefined ? null : history.fixedOn(day);
  if (day === undefined || fixed === null) return '[]';
  // Published in the evening in Tbilisi, although the time ends in Z.
  const dates = `"date":"${dateOfDay(fixed)}T17:01:00.093Z","validFromDate":"${dateOfDay(day)}T00:00:00.000Z"`;
  const currencies = listingsOn(history, fixed).map(({ code, units, valueOn }) => {
    const value = valueOn(fixed) ?? '';
    return `{"code":"${code}","quantity":${units},"rateFormated":"${value}","rate":${value},"name":"ლარი","diff":-0.0010,${dates}}`;
  });
  return `[{"date":"${dateOfDay(day)}T00:00:00.000Z","currencies":[${currencies.join()}]}]`;
}

/**
 * The National Bank of Moldova's response for a day: the list in force, under the day that was asked for. So it repeats a
 * list on weekends, on holidays and before tomorrow's list is set.
 */
export function moldovanList(history: History, day: number | undefined, asked: string): string {
  const rows = day === undefined ? [] : listingsOn(history, day);
  const currencies = rows.map(
    ({ code, units, valueOn }, index) =>
      `  <Valute ID="${index}">\n    <NumCode>000</NumCode>\n    <CharCode>${code}</CharCode>\n` +
      `    <Nominal>${units}</Nominal>\n    <Name>${code}</Name>\n    <Value>${valueOn(day ?? 0)}</Value>\n  </Valute>\n`,
  );
  const date = asked.split('-').reverse().join('.');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ValCurs Date="${date}" name="Official exchange rate">\n${currencies.join('')}</ValCurs>\n`;
}
