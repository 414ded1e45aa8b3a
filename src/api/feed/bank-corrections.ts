import type { Correction } from '../../archive/official-rates.schema.ts';
import { paths } from '../paths.ts';
import { bankTables, tableInSentence } from '../../sources/banks.ts';
import { capitalized } from '../../text/capitalized.ts';
import type { EventsOf } from './feed-event.ts';

/** Number of corrected rates that an event lists. The file of corrections has all of them. */
const MAX_LISTED = 10;

/** The corrections of published official rates: one event for each time at which a table's rates were corrected. */
export const bankCorrections: EventsOf = ({ official }, since) =>
  bankTables.flatMap(({ table: { key } }) => {
    const recent = official.get(key)?.corrections.filter(({ at }) => at >= since) ?? [];
    return Array.from(
      Map.groupBy(recent, ({ at }) => at),
      ([at, corrections]) => {
        const bank = tableInSentence(key);
        const dates = corrections.map(({ date }) => date).sort();
        const [first = '', last = ''] = [dates[0], dates.at(-1)];
        const more = corrections.length - MAX_LISTED;
        return {
          key: `correction ${key} ${at}`,
          at,
          title: `${capitalized(bank)} corrected past rates`,
          text:
            `Corrected rates of ${first === last ? first : `days from ${first} to ${last}`}: ` +
            `${corrections.slice(0, MAX_LISTED).map(inWords).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
          explainedBy: paths.officialCorrections(key),
        };
      },
    );
  });

/** `USD of 2026-09-21 from 1.1 to 1.2` */
function inWords({ date, code, old, new: now }: Correction): string {
  const rate = `${code} of ${date}`;
  if (old === null) return `${rate} added, ${now}`;
  return now === null ? `${rate} removed, before ${old}` : `${rate} from ${old} to ${now}`;
}
