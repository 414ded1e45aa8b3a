import type { WithheldReason } from '../../archive/official-doubts.ts';
import type { Withheld } from '../../archive/official-rates.schema.ts';
import type { MessageKey } from '../texts/fill-message.ts';
import { text } from '../frame/text.ts';
import { list, localDate } from '../visitor/visitor-format.ts';

/**
 * What of a bank's rate waits on the last such day, why and until when. The receipt has the earlier days, too.
 *
 * @param withheld by the code of the currency
 */
export function withheldNote(withheld: Iterable<readonly [code: string, days: readonly Withheld[]]>): string[] {
  const days = Array.from(withheld, ([code, ofCode]) => ofCode.map((day) => ({ code, ...day }))).flat();
  const last = days
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const alike = Map.groupBy(
    days.filter(({ date }) => date === last),
    ({ reason, ends_by }) => `${reason} ${ends_by}`,
  );
  return [...alike.values()].flatMap(([day, ...others]) => {
    if (!day) return [];
    const values = { date: localDate(day.date), reason: text(reasons[day.reason]), ends: localDate(day.ends_by) };
    return [text('withheld', { codes: list.format([day, ...others].map(({ code }) => code)), ...values })];
  });
}

const reasons: Readonly<Record<WithheldReason, MessageKey>> = {
  implausible: 'withheldImplausible',
  contradicted: 'withheldContradicted',
  unreadable: 'withheldUnreadable',
  many_values: 'withheldManyValues',
  unconfirmed: 'withheldUnconfirmed',
  incomplete: 'withheldIncomplete',
};
