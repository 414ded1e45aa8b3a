import { isLate } from '../../archive/corrections.ts';
import type { Correction } from '../../archive/official-rates.schema.ts';
import { paths } from '../paths.ts';
import { bankTables, tableInSentence } from '../../sources/banks.ts';
import { capitalized } from '../../text/wording/capitalized.ts';
import { present } from '../../text/present.ts';
import type { EventsOf } from './feed-event.ts';

/** Number of rates that an event lists. The file of corrections has all of them. */
const MAX_LISTED = 10;

/**
 * The corrections of published official rates, and late rates: for each time at which a table's rates changed, an event
 * of each of the two kinds.
 */
export const bankCorrections: EventsOf = ({ official }, since) =>
  bankTables.flatMap(({ table: { key } }) => {
    const recent = official.get(key)?.corrections.filter(({ at }) => at >= since) ?? [];
    const events = Map.groupBy(recent, (change) => `${isLate(change) ? 'late' : 'correction'} ${key} ${change.at}`);
    return Array.from(events, ([event, changes]) => {
      const { at } = present(changes[0], 'change');
      return {
        key: event,
        when: at,
        ...inWords(tableInSentence(key), changes),
        explainedBy: paths.officialCorrections(key),
      };
    });
  });

/** @param changes of one kind */
function inWords(bank: string, changes: readonly Correction[]): { readonly title: string; readonly text: string } {
  const dates = changes.map(({ date }) => date).sort();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const days = first === last ? first : `days from ${first} to ${last}`;
  const more = changes.length - MAX_LISTED;
  const list = `${changes.slice(0, MAX_LISTED).map(changeInWords).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  if (!changes.every(isLate))
    return { title: `${capitalized(bank)} corrected past rates`, text: `Corrected rates of ${days}: ${list}.` };
  return {
    title: `Late rates of ${bank}`,
    text: `Rates of ${days} were added after other rates of the same day or of a later day: ${list}. No published rate changed.`,
  };
}

/** `USD of 2026-09-21 from 1.1 to 1.2` */
function changeInWords({ date, code, old, new: now }: Correction): string {
  const rate = `${code} of ${date}`;
  if (old === null) return `${rate}, ${now}`;
  return now === null ? `${rate} removed, before ${old}` : `${rate} from ${old} to ${now}`;
}
