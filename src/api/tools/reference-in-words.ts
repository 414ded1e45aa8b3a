import type { IsoDate } from '../../money/calendar.ts';
import type { DatedConversion } from '../endpoints/convert-on-date.schema.ts';
import type { DatedRates } from '../endpoints/dated-rates.schema.ts';
import { dayInWords } from '../../sources/rules/rule.ts';
import { market } from '../../sources/market.ts';

/** Where rates are from: `Official rates. Source: NAME (https://…, license LICENSE).` */
export function sourceInWords({
  rate_type,
  source,
  sources,
}: Pick<DatedRates, 'rate_type' | 'source' | 'sources'>): string {
  const kind = rate_type === 'official_reference' ? 'Official rates' : 'Daily reference rates, not live market rates';
  const named = (sources ?? [source]).map(({ name, url, license, attribution }) => {
    const text = attribution ?? `Source: ${name}`;
    return `${text} (${url}, license ${license}).`;
  });
  return `${kind}. ${named.join(' ')}`;
}

/** Which rates are older than the others, and why. Empty if all rates are of the same day. */
export function heldInWords(held: Readonly<Record<string, string>>, source: string): string[] {
  const dates = Object.entries(held).map(([code, date]) => `${code} of ${date}`);
  if (dates.length === 0) return [];
  const why =
    source === market.key
      ? 'are held, because the source’s newer values are in doubt or missing'
      : 'are from another table of the bank, which appears less often';
  return [`These rates ${why}: ${dates.join(', ')}.`];
}

/**
 * Says that rates are of an earlier day than requested. If they are held, {@link heldInWords} says it.
 *
 * @param date the requested day; undefined for the newest rates
 */
export function earlierInWords(
  date: IsoDate | undefined,
  { rate_as_of, held }: Pick<DatedRates, 'rate_as_of' | 'held'>,
): string[] {
  if (date === undefined || rate_as_of >= date || Object.values(held).includes(rate_as_of)) return [];
  return [`A requested currency has no rate on ${date}, so this is the last earlier day with a rate of each of them.`];
}

/** Which rule chose the rate, with its article. Empty without a rule. */
export function ruleInWords({ rule }: Pick<DatedConversion, 'rule'>): string[] {
  if (!rule) return [];
  const { key, purpose, date, date_is, day, article, page, read_at } = rule;
  return [
    `Rule ${key} (${purpose}): for ${date_is} (${date}), it asks for the rate of ${dayInWords(day, 'that day')}.`,
    `${article} (${page}), as read in ${read_at}.`,
    'This isn’t tax or legal advice.',
  ];
}
