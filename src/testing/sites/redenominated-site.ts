import { archiveFiles } from '../../api/documents/archive-files.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { undoubted } from '../../archive/official-rates.ts';
import { datesFrom, dayNumber, type Instant, type IsoDate, isWeekend } from '../../money/calendar.ts';
import { documentsOf, served } from './served.ts';
import { recordedDay } from './small-site.ts';

/*
 * 1 new SYP replaced 100 old SYP on 2026-01-01, and 1 new VES replaced 1000000 old VES on 2021-10-01. All rates here are
 * the same before, and the same since, so each other number would be a mixture of the units.
 */

const [OLD, NEW] = [10_000, 100];
const syp = (date: IsoDate) => (date < '2026-01-01' ? OLD : NEW);
const datesBetween = (first: IsoDate, last: IsoDate) =>
  datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1);
const businessDays = (first: IsoDate, last: IsoDate) => {
  const holidays = ['2025-12-25', '2025-12-26', '2026-01-01'];
  return datesBetween(first, last).filter((date) => !isWeekend(dayNumber(date)) && !holidays.includes(date));
};

/** The European Central Bank has no rate of SYP on the first business day of the new unit. */
const ofEcb = (date: IsoDate): ArchivedDay => ({
  date,
  rates: new Map(Object.entries({ USD: 1, ...(date !== '2026-01-02' && { SYP: syp(date) }) })),
});
const ofNbp = (date: IsoDate): ArchivedDay => ({ date, rates: new Map([['USD', 4]]) });
/** The rates of Wednesdays. */
const ofNbpB = (date: IsoDate): ArchivedDay => ({
  date,
  rates: new Map(Object.entries({ SYP: 4 / syp(date), VES: date < '2021-10-01' ? 0.000001 : 1 })),
});
const isWednesday = (date: IsoDate) => new Date(date).getUTCDay() === 3;

/** A site whose newest rates are of the day `last`. */
export function redenominatedSite(last: IsoDate, now: () => Instant) {
  const rates = (date: IsoDate) => new Map(recordedDay.rates).set('SYP', syp(date));
  const days = datesBetween('2025-12-01', last).map((date) => ({ date, rates: rates(date) }));
  const nbpDays = [...businessDays('2020-12-28', '2021-12-31'), ...businessDays('2025-12-01', last)];
  const official = new Map([
    ['ecb', undoubted(businessDays('2025-12-01', last).map(ofEcb))],
    ['nbp', undoubted(nbpDays.map(ofNbp))],
    ['nbp-b', undoubted(nbpDays.filter((date) => isWednesday(date) && date !== '2026-01-07').map(ofNbpB))],
  ]);
  const archive = archiveFiles({ days, gaps: [], comparisons: [] }, [], official);
  const times = {
    rate_as_of: last,
    retrieved_at: `${last}T06:00:00.000Z` as Instant,
    checked_at: `${last}T07:00:00.000Z` as Instant,
  };
  const fresh = { stale_reason: null, stale_since: null };
  const snapshot = { ...recordedDay, ...times, ...fresh, rates: rates(last), quality: new Map() };
  return served(documentsOf({ archive, snapshot }), { now });
}
