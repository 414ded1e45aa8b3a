import type { IsoDate } from '../../money/calendar.ts';
import type { Redenomination } from '../../money/currencies/facts.ts';
import { isDefaultProvider, type Provider } from '../../sources/provider.ts';
import type { CurrencyFactsList } from '../documents/currencies/currency-facts.ts';

type CurrencyFacts = CurrencyFactsList['currencies'][number];

/** `On 2026-01-01, 1 new SYP replaced 100 old SYP.` */
export function redenominationInWords({ code, date, ratio }: Pick<Redenomination, 'code' | 'date' | 'ratio'>): string {
  return `On ${date}, 1 new ${code} replaced ${ratio} old ${code}.`;
}

/**
 * The facts about a currency that matter for its rate, a sentence each.
 *
 * @param rate the rate's date and source
 */
export function factsInWords(
  { code, peg, redenomination, several_rates: several }: CurrencyFacts,
  { date, provider }: { readonly date: IsoDate; readonly provider: Provider },
): string[] {
  const words: string[] = [];
  if (peg) {
    const { anchor, parity, since, authority } = peg;
    const at = parity === null ? '' : ` at ${parity} ${code} per 1 ${anchor}`;
    words.push(`${code} is pegged to ${anchor}${at}${since === null ? '' : ` since ${since}`} (${authority}).`);
  }
  if (redenomination) {
    words.push(redenominationInWords({ code, ...redenomination }));
  }
  if (several) {
    const listed = several.rates.map(({ name, per_usd: rate }) => `${name} ${rate}`).join(', ');
    words.push(`${code} has several rates. For comparison, in units per 1 USD (${several.date}): ${listed}.`);
    const used = several.in_dataset.findLast(({ from }) => from <= date);
    if (used && isDefaultProvider(provider)) {
      const { from, rate } = used;
      const which = rate === null ? 'an unknown rate, or none of these rates' : `this rate: ${rate}`;
      words.push(`Since ${from}, the dataset has ${which}.`);
    }
  }
  return words;
}
