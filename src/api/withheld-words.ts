import type { WithheldReason } from '../archive/official-doubts.ts';
import type { Withheld } from '../archive/official-rates.schema.ts';
import { listUpTo } from '../text/wording/list-up-to.ts';
import { present } from '../text/present.ts';
import { groupedBy } from '../text/grouped-by.ts';

/**
 * What waits of a bank's rates, why, and until when: a sentence for each reason. For example, it's `The bank’s rate of
 * JPY for 2026-03-05 waits, because market rates contradict the bank. The latest day on which that ends is 2026-03-19.`
 *
 * @param withheld as in documents
 */
export function withheldInWords(withheld: Readonly<Record<string, readonly Withheld[]>> = {}): string[] {
  const codes = groupedBy(Object.keys(withheld), (code) => JSON.stringify(withheld[code]));
  return Array.from(codes.values()).flatMap((same) => {
    const days = withheld[present(same[0], 'code')] ?? [];
    const ofReasons = groupedBy(days, ({ reason }) => reason);
    return Array.from(ofReasons, ([reason, days]) => sentenceOf(same, reason, days));
  });
}

/** Maximum number of currencies in a sentence. */
const MAX_CODES = 10;

function sentenceOf(codes: readonly string[], reason: WithheldReason, days: readonly Withheld[]): string {
  const [first, last] = [present(days[0], 'day'), present(days.at(-1), 'day')];
  const [what, waits] = codes.length + days.length > 2 ? ['rates', 'wait'] : ['rate', 'waits'];
  const when = first === last ? first.date : `${days.length} days from ${first.date} to ${last.date}`;
  const ends = days.map(({ ends_by }) => ends_by).sort();
  const [start, end] = [ends[0], ends.at(-1)];
  const until =
    start === end
      ? `The latest day on which that ends is ${end}.`
      : `The latest days on which that ends are from ${start} to ${end}.`;
  return `The bank’s ${what} of ${listUpTo(MAX_CODES, codes)} for ${when} ${waits}, because ${because[reason]}. ${until}`;
}

const because: Readonly<Record<WithheldReason, string>> = {
  implausible: 'the rate of the day before differs by more than 20%',
  contradicted: 'market rates contradict the bank',
  unreadable: 'the bank’s file has no readable value',
  many_values: 'many values of the day are in doubt',
  unconfirmed: 'the bank’s server has only http, and no other source confirms the value',
  incomplete: 'the bank’s file still lacks many currencies of the day',
};
