import { isDate, type IsoDate } from '../../money/calendar.ts';
import { plainText } from '../../text/plain-text.ts';

/** The order of day, month and year in a date of numbers. */
export type Order = 'dmy' | 'mdy' | 'ymd';

/** The dates that a cell can mean: by order, or one date whatever the order. `YYYY-MM-DD`. */
export type DateReadings = { readonly only: IsoDate } | Partial<Record<Order, IsoDate>>;

/** A time of day, perhaps with a zone, after a date. The date is as it's written, in the zone of its writer. */
const TIME =
  /(?:^T?|[T ,]+|(?<=日))(?:(?:[AP]M|上午|下午|午前|午後) ?)?\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,:]\d{1,9})?)?(?: ?[ap]\.? ?m\.?)?(?: ?(?:Z|UTC|GMT|[A-Z]{3,4}))?(?: ?\(?[+-]\d{2}:?\d{2}\)?)?$/i;

/** As in `20260304;202000`. */
const COMPACT_TIME = /(?<=\d);\d{6}$/;

/** `04/03/2026` has no time. */
const LONGEST_NUMERIC = 10;

/** Reads a cell as a date. Undefined if it can't be one. @param thisYear decides the century of a year of two digits */
export function datesIn(cell: string, thisYear: number): DateReadings | undefined {
  if (cell.length < 6 || cell.length > 60) return undefined;
  const plain = plainText(cell);
  const text = plain.length > LONGEST_NUMERIC ? plain.replace(COMPACT_TIME, '').replace(TIME, '') || plain : plain;
  return numericDates(text, thisYear) ?? namedDate(text, thisYear);
}

function numericDates(text: string, thisYear: number): DateReadings | undefined {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) {
    const [, year = '', month = '', day = ''] = compact;
    return year >= '1990' && year < '2100' ? dateOf(year, month, day) : undefined;
  }
  const cjk = /^(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日/.exec(text);
  if (cjk) return dateOf(cjk[1], cjk[2], cjk[3]);
  const [, one = '', mark = '', two = '', three = ''] =
    /^(\d{1,4}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{1,2})\.?$/.exec(text) ?? [];
  if (one.length > 2) return one.length === 4 && three.length <= 2 ? dateOf(one, two, three) : undefined;
  if (three.length !== 4 && three.length !== 2) return undefined;
  const year = yearOf(three, thisYear);
  const readings = {
    ...reading('dmy', year, two, one),
    // Where dates have dots, the day is first.
    ...(mark === '.' ? {} : reading('mdy', year, one, two)),
    ...(mark === '-' && one.length === 2 && three.length === 2
      ? reading('ymd', yearOf(one, thisYear), two, three)
      : {}),
  };
  return Object.keys(readings).length > 0 ? readings : undefined;
}

function reading(order: Order, year: string, month: string, day: string): Partial<Record<Order, IsoDate>> {
  const date = padded(year, month, day);
  return isDay(date) ? { [order]: date } : {};
}

function dateOf(year = '', month = '', day = ''): DateReadings | undefined {
  const only = padded(year, month, day);
  return isDay(only) ? { only } : undefined;
}

function padded(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether a text `YYYY-MM-DD` is a date. Most are, so only the last days of a month are looked up. */
function isDay(date: string): date is IsoDate {
  const [month, day] = [date.slice(5, 7), date.slice(8)];
  return month >= '01' && month <= '12' && day >= '01' && (day <= '28' || isDate(date));
}

function yearOf(digits: string, thisYear: number): string {
  if (digits.length === 4) return digits;
  const century = Math.floor(thisYear / 100) * 100;
  const year = century + Number(digits);
  return String(year > thisYear + 10 ? year - 100 : year);
}

/** `4 March 2026`, `Mar 4, 2026`, `04-Mar-26`, `4 de marzo de 2026`, in the languages below */
function namedDate(text: string, thisYear: number): DateReadings | undefined {
  const words = wordsIn(text);
  if (words.length === 0 || words.length > 6) return undefined;
  const numbers = text.match(/\d+/g) ?? [];
  const [one = '', two = ''] = numbers;
  if (numbers.length !== 2) return undefined;
  const found = words.map((word) => names().get(word));
  if (found.includes(undefined)) return undefined;
  const [month, ...others] = found.filter((name) => typeof name === 'number');
  if (month === undefined || others.length > 0) return undefined;
  const [year, day] = one.length === 4 ? [one, two] : [two, one];
  if (day.length > 2 || (year.length !== 4 && year.length !== 2)) return undefined;
  return dateOf(yearOf(year, thisYear), String(month), day);
}

/** Croatian isn't here: its listopad is October, and that of Polish and Czech is November. */
const languages = 'en de fr es it pl pt ar cs sk nl sv da nb fi hu ro uk bg tr'.split(' ');
/** Words that stand beside a date's numbers. */
const otherWords = 'de del di do da of the st nd rd th er r р г року'.split(' ');

let known: ReadonlyMap<string, number | 'other'> | undefined;

/** The months by their names and their short names. A name that is of two months in two languages is of none. */
function names(): ReadonlyMap<string, number | 'other'> {
  if (known) return known;
  const found = new Map<string, number | 'other'>(otherWords.map((word) => [word, 'other']));
  const twice = new Set<string>();
  for (const [text, is] of [...languages.flatMap((language) => [...namesIn(language)]), ['sept', 9] as const])
    for (const word of wordsIn(text)) {
      const before = found.get(word);
      if (typeof before === 'number' && typeof is === 'number' && before !== is) twice.add(word);
      if (before === undefined) found.set(word, is);
    }
  for (const word of twice) found.delete(word);
  known = found;
  return found;
}

/** The names of months in a language, alone and within a date, and of the days of the week. */
function* namesIn(language: string): Generator<readonly [text: string, is: number | 'other']> {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', numberingSystem: 'latn' });
  for (const length of ['long', 'short'] as const) {
    const [ofMonth, ofDay] = [formatOf({ month: length }), formatOf({ month: length, day: 'numeric' })];
    for (let month = 1; month <= 12; month++) {
      const date = new Date(Date.UTC(2026, month - 1, 4));
      yield [ofMonth.format(date), month];
      yield [ofDay.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '', month];
    }
    const ofWeekday = formatOf({ weekday: length });
    for (let day = 1; day <= 7; day++) yield [ofWeekday.format(new Date(Date.UTC(2026, 1, day))), 'other'];
  }
}

function wordsIn(text: string): readonly string[] {
  return foldedWord(text).match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
}

function foldedWord(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
