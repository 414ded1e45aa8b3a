import { referenceOf } from '../../../api/query/banks/bank-day.ts';
import { attributed } from '../../../api/source-fields.ts';
import { isDefaultProvider, providerOn } from '../../../sources/provider.ts';
import { create } from '../../frame/elements.ts';
import type { PairAnswer } from '../../../api/query/pair-answer.ts';
import { text } from '../../frame/text.ts';
import { bankName } from '../bank-name.ts';

/** Where a rate is from. */
export interface SourceOfRate {
  /** The name for the seal; empty for market rates of the usual dataset. */
  readonly name: readonly string[];
  /** The attribution of the bank, with the number of the bank's table, or the name of the market's source. */
  readonly parts: readonly (string | Node)[];
}

export function sourceOf({ from, to, day, bank }: PairAnswer): SourceOfRate {
  if (bank) {
    const { reference } = referenceOf(day, [from, to]);
    return {
      name: [bankName(bank.key)],
      parts: [
        text('official'),
        ...(reference === undefined ? [] : [create('bdi', {}, reference)]),
        create('a', { href: bank.source.url, rel: 'noreferrer', lang: 'en', dir: 'ltr' }, bank.source.attribution),
      ],
    };
  }
  const source = attributed(providerOn(day.providers, day.date));
  return {
    name: isDefaultProvider(source) ? [] : [source.name],
    parts: [
      text('market'),
      create('a', { href: source.url, rel: 'noreferrer' }, isDefaultProvider(source) ? 'exchange-api' : source.name),
      ...(source.attribution === undefined ? [] : [create('span', { lang: 'en', dir: 'ltr' }, source.attribution)]),
    ],
  };
}
