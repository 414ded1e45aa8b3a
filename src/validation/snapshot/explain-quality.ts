import { basesInWords, MAX_HELD_DAYS, type Quality, type QualityReason, reasonsInWords } from './quality.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../../money/calendar.ts';

/**
 * Explains a currency's state in a few sentences: the reason, since when, how many datasets agree, when the state
 * ends and what is published. Dates are `YYYY-MM-DD` and rates have all their digits, because the text is part of the
 * API.
 *
 * @param date the date of the dataset
 * @example 'HKD has been held since 2026-09-24: the source’s 7 is more than a factor of 1.02 away from its official
 *   parity. 3 of the 30 needed datasets agree. If the next datasets agree too, the state ends by 2026-10-21 at the
 *   latest. The published rate is 7.78 of 2026-09-27, the official parity times the anchor’s published rate.'
 */
export function explainQuality(code: string, quality: Quality, date: IsoDate): string {
  const ending = end(quality, date);
  switch (quality.state) {
    case 'held':
      return sentences(`${code} has been held ${cause(quality)}`, agreement(quality), ending, heldRate(quality));
    case 'omitted': {
      // The doubt began while a last good rate was still published.
      const omitted = `${code} is omitted. Its value has been in doubt or missing ${cause(quality)}`;
      return sentences(omitted, agreement(quality), ending, NO_RATE);
    }
    case 'accepted':
    case 'frozen':
      return `${explainPublished(code, quality)} ${sentences(ending)}`;
  }
}

/** Explains why a source's value is published, without the end of the state, for texts that stay after the end. */
export function explainPublished(code: string, quality: Quality): string {
  const state = quality.state === 'frozen' ? 'been frozen' : 'had a new level';
  return sentences(`${code} has ${state} ${cause(quality)}`, AS_IT_IS);
}

function cause(quality: Quality): string {
  return `since ${quality.since}: ${causes[quality.reason](quality)}`;
}

const NO_RATE = `No rate is published, because there is no good rate of the last ${MAX_HELD_DAYS} days`;
const AS_IT_IS = 'The source’s value is published as it is';

function sentences(...parts: readonly (string | null)[]): string {
  return parts.flatMap((part) => (part === null ? [] : [`${part}.`])).join(' ');
}

/** For each reason, the words after `since 2026-09-24: ` in the explanation. */
const causes: Readonly<Record<QualityReason, (quality: Quality) => string>> = {
  implausible_move: (quality) => {
    // Names the rate that the value is compared with: the official parity if it's published, else the last good rate.
    const from = quality.basis === 'official_parity' ? 'its official parity' : 'the last good rate';
    return `${valueOf(quality)} is ${tooFar(quality, from) ?? reasonsInWords.implausible_move}${otherLevel(quality)}`;
  },
  off_parity: (quality) =>
    `${valueOf(quality)} is ${tooFar(quality, 'its official parity') ?? reasonsInWords.off_parity}${otherLevel(quality)}`,
  base_slip: () => reasonsInWords.base_slip,
  no_recent_rate: (quality) =>
    `there is no good rate of the last ${MAX_HELD_DAYS} days to compare ${valueOf(quality)} with${otherLevel(quality)}`,
  missing: () => reasonsInWords.missing,
  old_unit: (quality) => `${valueOf(quality)} is ${reasonsInWords.old_unit}`,
  known_fault: (quality) => `${valueOf(quality)} is ${reasonsInWords.known_fault}`,
  contradicted: (quality) =>
    `${witnessesOf(quality) ?? 'independent witnesses'} agree with each other on another level than ${valueOf(quality)}`,
  datasets_agreed: (quality) => {
    const needed = quality.needed_datasets === null ? '' : `, and ${quality.needed_datasets} were needed`;
    return `${quality.agreeing_datasets} datasets in a row agree on the level of ${valueOf(quality)}${needed}`;
  },
  confirmed: (quality) =>
    `${witnessesOf(quality) ?? 'an independent witness'} ${has(quality)} the same level as ${valueOf(quality)}`,
  unchanged: (quality) =>
    `${valueOf(quality)} has been the same on five business days or more, and the currency floats`,
};

function valueOf({ source_value }: Quality): string {
  return source_value === null ? 'the source’s value' : `the source’s ${source_value}`;
}

function tooFar({ bound }: Quality, from: string): string | null {
  return bound === null ? null : `more than a factor of ${bound} away from ${from}`;
}

/** Names the witnesses that contradict a value which other rules already put in doubt. */
function otherLevel(quality: Quality): string {
  const who = witnessesOf(quality);
  return who === null ? '' : `, and ${who} ${has(quality)} another level`;
}

function witnessesOf({ witnesses }: Quality): string | null {
  if (witnesses.length === 0) return null;
  const hosts = new Intl.ListFormat('en').format(witnesses);
  return `the ${witnesses.length === 1 ? 'witness' : 'witnesses'} ${hosts}`;
}

function has({ witnesses }: Quality): string {
  return witnesses.length > 1 ? 'have' : 'has';
}

/** How many datasets agree on the value and how many are needed. */
function agreement({ reason, agreeing_datasets, needed_datasets }: Quality): string | null {
  if (reason === 'missing' || needed_datasets === null) return null;
  return `${agreeing_datasets} of the ${needed_datasets} needed datasets ${agreeing_datasets === 1 ? 'agrees' : 'agree'}`;
}

/** The sentence about the end of the state. It has the latest date, or the event that ends the state. */
function end(quality: Quality, date: IsoDate): string | null {
  const { state, reason, needed_datasets, ends_by } = quality;
  if (ends_by !== null) {
    if (isAcceptedBy(ends_by, quality, date))
      return `If the next datasets agree too, the state ends by ${ends_by} at the latest`;
    // The list of known faults may have an end, too.
    if (state === 'held' && reason !== 'known_fault') {
      return `If the value is still in doubt or missing on ${ends_by}, the currency is omitted`;
    }
    return `The state ends by ${ends_by} at the latest`;
  }
  if (state === 'accepted') return 'The state ends with the next dataset';
  if (state === 'frozen') return 'The state ends when the source’s digits change';
  if (reason === 'missing') return 'The state can end only when the source has a value again';
  if (reason === 'old_unit') {
    return 'The state ends only when the source quotes the new unit, or when a person corrects the redenomination in the site’s source code';
  }
  if (reason === 'known_fault') return 'The state ends only when a person changes the list of known faults';
  if (reason === 'base_slip') return 'The state ends only with a dataset whose base is USD';
  return needed_datasets === null ? 'The state ends only when the source has a value that isn’t in doubt' : null;
}

/** Whether a date is the day on which enough datasets agree. If not, a held currency is omitted on that day. */
function isAcceptedBy(
  ends_by: IsoDate,
  { state, reason, agreeing_datasets, needed_datasets }: Quality,
  date: IsoDate,
): boolean {
  if (
    state === 'accepted' ||
    state === 'frozen' ||
    reason === 'missing' ||
    needed_datasets === null ||
    agreeing_datasets === 0
  )
    return false;
  return ends_by === dateOfDay(dayNumber(date) + needed_datasets - agreeing_datasets);
}

function heldRate({ published, published_as_of, basis }: Quality): string | null {
  if (published === null || published_as_of === null || basis === null) return null;
  return `The published rate is ${published} of ${published_as_of}, ${basesInWords[basis]}`;
}
