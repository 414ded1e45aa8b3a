import { type AgeWords, daysAgo, timeAgo } from './age.ts';
import type { LoadedDay } from '../../frame/browser-site.ts';
import { find } from '../../frame/elements.ts';
import { stalenessWarning } from './staleness.ts';
import { showSource } from './source-note.ts';
import type { PairAnswer } from '../../../api/query/pair-answer.ts';
import { joinSentences } from '../../../text/wording/sentences.ts';
import { text } from '../../frame/text.ts';
import { localDate } from '../../visitor/visitor-format.ts';
import { visitorLocales } from '../../visitor/visitor-locale.ts';

/** How often the ages are updated, in milliseconds. */
const INTERVAL = 60_000;

/** The rate that the page shows. */
export interface DatedResult {
  readonly answer: PairAnswer;
  /** The day that the visitor chose; empty for the newest rate. */
  readonly wanted: string;
}

/**
 * Shows the date and the source of the result's rate. If it's the newest rate, shows also its age, and a warning if it's
 * stale. Both are updated while the page is open.
 *
 * @returns a function that shows the date of another rate. With undefined, it removes the date.
 */
export function showFreshness(day: LoadedDay): (result: DatedResult | undefined) => void {
  let result: DatedResult | undefined;
  const openedAt = Date.now();
  const show = () => {
    // A hidden tab is updated when the visitor returns to it.
    if (!document.hidden) showAt(day, result, Date.now(), openedAt);
  };
  setInterval(show, INTERVAL);
  document.addEventListener('visibilitychange', show);
  return (shown) => {
    result = shown;
    showSource(shown?.answer);
    show();
  };
}

function showAt(day: LoadedDay, result: DatedResult | undefined, now: number, openedAt: number): void {
  const warning = result?.wanted === '' ? warningFor(day, result, now, openedAt) : '';
  setText(find('freshness', HTMLElement), result ? dateInWords(day, result, now) : '');
  const note = find('stale', HTMLElement);
  setText(note, warning);
  note.hidden = warning === '';
}

const ageWords: AgeWords = { locale: visitorLocales().words, justNow: text('justNow') };

function dateInWords({ rate_as_of, checked_at }: LoadedDay, { answer, wanted }: DatedResult, now: number): string {
  // The date of a held market rate is in its own note, so this is the day of the dataset.
  const date = wanted === '' && !answer.bank ? rate_as_of : answer.asOf;
  const values = { date: localDate(date) };
  if (wanted !== '') {
    const ofDate = text('rateOn', values);
    // A weekly rate counts until the bank's next one, so its earlier date isn't a missing rate.
    const isOfDay = wanted === (answer.bank ? answer.day.date : date);
    // There is a rate that waits, which its own note says.
    const isWaiting = [...answer.withheld.values()].flat().some((waiting) => waiting.date === wanted);
    if (isOfDay || isWaiting) return ofDate;
    return joinSentences([text('noRateOn', { date: localDate(wanted) }), ofDate], ageWords.locale);
  }
  // The visitor's clock is wrong, so the age is unknown.
  if (now < Date.parse(checked_at)) {
    const checked = `${localDate(checked_at)} ${checked_at.slice(11, 16)}`;
    return text('ratesOfUnknownAge', { ...values, checked });
  }
  const ages = { age: daysAgo(date, now, ageWords), checked: timeAgo(checked_at, now, ageWords) };
  return text('ratesOf', { ...values, ...ages });
}

/** The warning; empty if the rate is current. */
function warningFor(day: LoadedDay, { answer }: DatedResult, now: number, openedAt: number): string {
  const { rate_as_of, checked_at, stale_reason, isKept } = day;
  if (isKept) return text('offline', { date: localDate(rate_as_of) });
  const { bank, held } = answer;
  const official = bank && { bank, day: answer.day.date, held: [...held.values()] };
  const sentences = stalenessWarning({ rate_as_of, checked_at, stale_reason, official, now, openedAt });
  return joinSentences(
    sentences.map((key) => text(key)),
    ageWords.locale,
  );
}

/** Sets a text only if it changes. Otherwise a screen reader would read it again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
