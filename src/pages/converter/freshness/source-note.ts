import { referenceOf } from '../../../api/query/banks/bank-day.ts';
import { attributed } from '../../../api/source-fields.ts';
import { isDefaultProvider, providerOn } from '../../../sources/provider.ts';
import { create, find } from '../../frame/elements.ts';
import type { PairAnswer } from '../../../api/query/pair-answer.ts';
import { text } from '../../frame/text.ts';

/**
 * Shows where the result's rate is from: the attribution of its bank, with the number of the bank's table, or the name
 * of the market's source. Shows nothing for market rates of the usual dataset, or without an answer.
 */
export function showSource(answer: PairAnswer | undefined): void {
  const parts = answer ? partsOf(answer) : [];
  const note = find('source-note', HTMLElement);
  note.hidden = parts.length === 0;
  note.replaceChildren(...parts.flatMap((part, index) => (index > 0 ? [' · ', part] : [part])));
}

function partsOf({ from, to, day, bank }: PairAnswer): (string | Node)[] {
  if (bank) {
    const { reference } = referenceOf(day, [from, to]);
    return [
      text('official'),
      ...(reference === undefined ? [] : [create('bdi', {}, reference)]),
      create('a', { href: bank.source.url, rel: 'noreferrer', lang: 'en', dir: 'ltr' }, bank.source.attribution),
    ];
  }
  const source = attributed(providerOn(day.providers, day.date));
  if (isDefaultProvider(source)) return [];
  return [
    create('a', { href: source.url, rel: 'noreferrer' }, source.name),
    ...(source.attribution === undefined ? [] : [create('span', { lang: 'en', dir: 'ltr' }, source.attribution)]),
  ];
}
