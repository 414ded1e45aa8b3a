import { paths } from '../paths.ts';
import { redenominations as facts } from '../../money/currencies/facts.ts';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { present } from '../../text/present.ts';
import { eventOfDay, type EventsOf } from './feed-event.ts';
import { newestDay } from '../../archive/archive.ts';

/** Days before a redenomination on which it's announced, because amounts in the old unit need changes by then. */
const NOTICE_DAYS = 30;

/** The redenominations of the catalogue's currencies. Each is announced {@link NOTICE_DAYS} days before its date. */
export const redenominations: EventsOf = ({ catalogue, archive }, since) => {
  const { date: newest } = present(newestDay(archive), 'day');
  return catalogue.flatMap(({ code }) => {
    const fact = facts.get(code);
    if (!fact) return [];
    const { date, ratio } = fact;
    const announced = dateOfDay(dayNumber(date) - NOTICE_DAYS);
    if (announced < since || announced > newest) return [];
    return eventOfDay({
      ...{ kind: 'redenomination', subject: code, date: announced },
      title: `${code} is redenominated on ${date}`,
      text:
        `From ${date} on, 1 ${code} replaces ${ratio} old ${code}, and the code stays the same. ` +
        'Rates of earlier days stay as they are, in the old unit.',
      explainedBy: paths.currencyFacts,
    });
  });
};
