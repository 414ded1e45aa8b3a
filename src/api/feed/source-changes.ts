import { isComposed, isSameProvider, noChanges, providersBetween } from '../../sources/provider.ts';
import { present } from '../../text/present.ts';
import { eventOfDay, type EventsOf } from './feed-event.ts';

/** The changes of the source of market rates, and the beginning and end of composed days. */
export const sourceChanges: EventsOf = ({ archive: { days, providers = noChanges } }, since) => {
  const [first, last] = [present(days[0], 'day').date, present(days.at(-1), 'day').date];
  const ofDays = providersBetween(providers, first, last);
  return ofDays.flatMap((source, index) => {
    const before = ofDays[index - 1];
    // A corrected URL or license isn't a change of source.
    if (!before || isSameProvider(source, before) || source.first < since) return [];
    const { name, url, license } = source;
    const composed = {
      title: 'Market rates are composed from official rates',
      text: `Since ${source.first}, rates are composed from the official rates of central banks, because ${before.name} has no newer dataset.`,
      explainedBy: 'docs/data-quality#without-a-dataset',
    };
    const dataset = {
      title: `Market rates come from ${name}`,
      text: `Since ${source.first}, rates come from ${name} (${url}, license ${license}). Before, they came from ${before.name}.`,
      explainedBy: 'docs/data-quality#sources',
    };
    return eventOfDay({
      ...{ kind: 'source', subject: name, date: source.first },
      ...(isComposed(source) ? composed : dataset),
    });
  });
};
