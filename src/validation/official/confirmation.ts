import type { ArchivedDay } from '../../archive/archive.ts';
import { type IsoDate, dayNumber } from '../../money/calendar.ts';
import type { Bank } from '../../sources/bank.ts';
import { type Agreement, agreementOf, nearestFirst } from './agreement.ts';
import { hasMany, type Unusable } from './decide-day.ts';
import type { MarketRate, MarketRates } from './market-rates.ts';
import type { OtherBanks } from './other-banks.ts';

/*
 * A bank whose responses come over http is trusted only as far as other sources agree: another bank, or the market
 * dataset. A new value that neither confirms waits. If none confirms it in two weeks, it counts as not quoted. Unlike a
 * contradiction, which may be the market's error, a difference doesn't become acceptable because it's usual, or because
 * the value is near the day before. Otherwise, small changes could add up.
 */

/** What the values of a bank are compared with. */
export interface Witnesses {
  readonly bank: Bank;
  readonly market: MarketRates;
  readonly otherBanks: OtherBanks;
}

/**
 * A row's new values that no other source confirms. Published values aren't compared again.
 *
 * @param isPast whether the day is old, and the bank is asked for it for the first time
 * @throws {RangeError} if a past day can't be compared at all, because the other sources' rates are still missing, or if
 * too many of its values differ
 */
export function unconfirmedValues(
  { date, rates }: ArchivedDay,
  archived: ArchivedDay | undefined,
  witnesses: Witnesses,
  isPast: boolean,
): Unusable[] {
  const added = [...rates].filter(([code, value]) => value !== archived?.rates.get(code));
  const compared = added.map(([code, value]) => ({
    code,
    value,
    result: agreementWithAny(code, value, date, witnesses),
  }));
  const resulting = (wanted: Agreement) => compared.filter(({ result }) => result === wanted);
  if (isPast && compared.length > 0) {
    if (resulting('unknown').length === compared.length)
      throw new RangeError(`can't be compared with another source on ${date}`);
    if (hasMany(resulting('differs').length, rates.size))
      throw new RangeError(`differs from all other sources in many values on ${date}`);
  }
  return compared.flatMap(({ code, value, result }): Unusable[] => {
    const doubt = { date, reason: 'unconfirmed', code, value } as const;
    return result === 'agrees' ? [] : [{ doubt, isSign: result === 'differs' }];
  });
}

function agreementWithAny(
  code: string,
  value: number,
  date: IsoDate,
  { bank, market, otherBanks }: Witnesses,
): Agreement {
  const of = { value, day: dayNumber(date) };
  const withBanks = agreementOf(of, otherBanks.around(code, date, bank), () => true);
  if (withBanks === 'agrees') return withBanks;
  const isValid = (rate: MarketRate) => market.isValid(code, rate, bank);
  const withMarket = agreementOf(of, nearestFirst(market.around(code, of.day, bank), of.day), isValid);
  return withMarket === 'unknown' ? withBanks : withMarket;
}
