import { dateOfDay } from '../../money/calendar.ts';
import { groups } from '../../download/banks/requests/sedlabanki.ts';
import type { History } from '../data/bank-history.ts';

/** The Central Bank of Iceland's response for a group: series by series, the ended ones without values. */
export function icelandicGroup(group: keyof typeof groups, { listings }: History, days: readonly number[]): string {
  const series = Object.entries(groups[group]).map(([id, [code, name]]) => {
    const { first = 0, last = -1, valueOn } = listings.find((listing) => listing.code === code) ?? {};
    const entries = days
      .filter((day) => first <= day && day <= last)
      .map((day) => {
        const [year, month, date] = dateOfDay(day).split('-').map(Number);
        const value = Number(valueOn?.(day)).toFixed(6);
        return `<Entry><Date>${month}/${date}/${year} 12:00:00 AM</Date><Value>${value}</Value></Entry>`;
      });
    return icelandicSeries(id, name, entries);
  });
  const ended = icelandicSeries('4051', 'Austurrískur skildingur', []);
  return `<?xml version="1.0"  encoding="utf-8"?><Group ID="${group}"><Name><![CDATA[Gengi SÍ]]></Name>${ended}${series.join('')}</Group>`;
}

function icelandicSeries(id: string, name: string, entries: readonly string[]): string {
  const values = entries.length > 0 ? `<TimeSeriesData>${entries.join('')}</TimeSeriesData>` : '<TimeSeriesData />';
  return (
    `<TimeSeries ID="${id}"><FameName><![CDATA[]]></FameName><Name><![CDATA[${name}]]></Name>` +
    `<Description><![CDATA[${name}, skráð miðgengi.]]></Description>${values}</TimeSeries>`
  );
}
