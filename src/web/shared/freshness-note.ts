import { type AgeWords, daysAgo, timeAgo } from './age.ts';
import { find } from './elements.ts';
import type { LoadedDay } from './load.ts';
import { stalenessWarning } from './staleness.ts';
import { text } from './text.ts';
import { localDate } from '../visitor/visitor-format.ts';
import { visitorLocales } from '../visitor/visitor-locale.ts';

/** How often the ages are updated, in milliseconds. */
const INTERVAL = 60_000;

/**
 * Shows how old the rates are, and a warning if they're stale. Both are updated while the page is open.
 *
 * @returns a function that shows the age of the official rates of a date. If the date is undefined, it shows the age of
 * the day's market rates.
 */
export function showFreshness(day: LoadedDay): (official: string | undefined) => void {
  let official: string | undefined;
  const openedAt = Date.now();
  const show = () => {
    // A hidden tab is updated when the visitor returns to it.
    if (!document.hidden) showAt(day, official, Date.now(), openedAt);
  };
  showAt(day, official, openedAt, openedAt);
  setInterval(show, INTERVAL);
  document.addEventListener('visibilitychange', show);
  return (date) => {
    official = date;
    show();
  };
}

const ageWords: AgeWords = { locale: visitorLocales().words, justNow: text('justNow') };

const OFFICIAL = 'Official rates of the European Central Bank';

function showAt(day: LoadedDay, official: string | undefined, now: number, openedAt: number): void {
  const { checkedAt, isKept } = day;
  const [kind, asOf] = official === undefined ? ['Daily reference rates', day.asOf] : [OFFICIAL, official];
  setText(
    find('freshness', HTMLElement),
    now < Date.parse(checkedAt)
      ? // The visitor's clock is wrong, so the age is unknown.
        `${kind} of ${localDate(asOf)}, last checked on ${localDate(checkedAt)} at ${checkedAt.slice(11, 16)} UTC.`
      : `${kind} of ${localDate(asOf)} (${daysAgo(asOf, now, ageWords)}), last checked ${timeAgo(checkedAt, now, ageWords)}.`,
  );
  const warning = isKept
    ? `This site can’t be reached. These are the last rates that this browser saved, from ${localDate(asOf)}.`
    : stalenessWarning({
        asOf,
        checkedAt,
        staleReason: official === undefined ? day.staleReason : null,
        isOfficial: official !== undefined,
        now,
        openedAt,
        ageWords,
      });
  const note = find('stale', HTMLElement);
  setText(note, warning ?? '');
  note.hidden = warning === null;
}

/** Sets a text only if it changes. Otherwise a screen reader would read it again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
