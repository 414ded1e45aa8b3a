import { dateAt, type IsoDate } from '../../../money/calendar.ts';
import { type AgeWords, daysAgo, timeAgo } from './age.ts';
import type { LoadedDay } from '../../frame/browser-site.ts';
import { find } from '../../frame/elements.ts';
import { checkOf } from './cross-check.ts';
import { sourceOf } from './source-note.ts';
import { stalenessWarning } from './staleness.ts';
import type { PairAnswer } from '../../../api/query/pair-answer.ts';
import { joinSentences } from '../../../text/wording/sentences.ts';
import { text } from '../../frame/text.ts';
import { localDate, mediumDate } from '../../visitor/visitor-format.ts';
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
 * Shows the seal of the result's rate: from when, from whom and compared with what. If it's the newest rate, shows also
 * its age, and a warning if it's stale. Both are updated while the page is open.
 *
 * @returns a function that shows the seal of another rate. With undefined, it removes the seal.
 */
export function showSeal(day: LoadedDay): (result: DatedResult | undefined) => void {
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
    show();
  };
}

function showAt(day: LoadedDay, result: DatedResult | undefined, now: number, openedAt: number): void {
  const warning = result?.wanted === '' ? warningFor(day, result, now, openedAt) : '';
  const seal = find('seal', HTMLDetailsElement);
  seal.hidden = !result;
  if (result) fillSeal(seal, day, result, now);
  const note = find('stale', HTMLElement);
  setText(note, warning);
  note.hidden = warning === '';
}

function fillSeal(seal: HTMLElement, day: LoadedDay, result: DatedResult, now: number): void {
  const { answer, wanted } = result;
  const date = dateOf(day, result);
  const isNewest = wanted === '';
  const check = checkOf(answer, isNewest, seal.dataset);
  const source = sourceOf(answer);
  // The age is unknown if the visitor's clock is wrong.
  const age = isNewest && now >= Date.parse(day.checked_at) ? [daysAgo(date, now, ageWords)] : [];
  seal.classList.toggle('doubtful', check.isDoubtful);
  setText(find('stamp', HTMLElement), mediumDate(date));
  setText(find('seal-words', HTMLElement), [...age, ...source.name, ...check.brief].join(' · '));
  setText(find('freshness', HTMLElement), dateInWords(day, result, now));
  find('source-note', HTMLElement).replaceChildren(
    ...source.parts.flatMap((part, index) => (index > 0 ? [' · ', part] : [part])),
  );
  setText(find('cross-check', HTMLElement), joinSentences(check.sentences, ageWords.locale));
}

const ageWords: AgeWords = { locale: visitorLocales().words, justNow: text('justNow') };

/** For newest market rates, the day of the dataset: another note has the date of a held rate. */
function dateOf({ rate_as_of }: LoadedDay, { answer, wanted }: DatedResult): IsoDate {
  return wanted === '' && !answer.bank ? rate_as_of : answer.asOf;
}

function dateInWords(day: LoadedDay, result: DatedResult, now: number): string {
  const { checked_at } = day;
  const date = dateOf(day, result);
  const values = { date: localDate(date) };
  if (result.wanted !== '') return text('rateOn', values);
  // The visitor's clock is wrong, so the age is unknown.
  if (now < Date.parse(checked_at)) {
    const checked = `${localDate(dateAt(checked_at))} ${checked_at.slice(11, 16)}`;
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
