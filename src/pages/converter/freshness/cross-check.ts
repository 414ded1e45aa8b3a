import type { PairAnswer } from '../../../api/query/pair-answer.ts';
import { text } from '../../frame/text.ts';
import { list } from '../../visitor/visitor-format.ts';

/** What a rate was compared with. */
export interface CrossCheck {
  /** For the seal; empty if the source's name says enough. */
  readonly brief: readonly string[];
  readonly sentences: readonly string[];
  /** Whether the source's value is in doubt, or another source differs from it. */
  readonly isDoubtful: boolean;
}

/**
 * What the page says about the comparison of a rate with other sources.
 *
 * @param sealed what the build knows of the day's comparisons, from the attributes of the seal
 */
export function checkOf(answer: PairAnswer, isNewest: boolean, sealed: DOMStringMap): CrossCheck {
  const { bank, held, withheld, day } = answer;
  const inDoubt = held.size > 0 || withheld.size > 0;
  const brief = inDoubt ? [text('inDoubt')] : [];
  if (bank) return { brief, sentences: [text('checkOfBank')], isDoubtful: withheld.size > 0 };
  if (sealed['day'] !== day.date) {
    // The page can be older than the newest rates, which have been loaded since.
    const sentences = isNewest ? [] : [text('checkInRetrospect')];
    return { brief: [...brief, text('market')], sentences, isDoubtful: inDoubt };
  }
  const among = (codes: string | undefined) => {
    const known = new Set(codes?.split(' '));
    return [answer.from, answer.to].filter((code) => known.has(code));
  };
  const witnesses = sealed['witnesses']?.split(' ').filter((name) => name !== '') ?? [];
  const [unwitnessed, disputed] = [among(sealed['unwitnessed']), among(sealed['disputed'])];
  if (witnesses.length === 0 || unwitnessed.length > 0) {
    const why =
      witnesses.length > 0
        ? text('unwitnessed', { codes: list.format(unwitnessed) })
        : text(sealed['asked'] === undefined ? 'notCrossChecked' : 'noOtherSource');
    return { brief: inDoubt ? brief : [text('unchecked')], sentences: [why], isDoubtful: inDoubt };
  }
  const ofDispute = disputed.length > 0 ? [text('disputed', { codes: list.format(disputed) })] : [];
  return {
    brief: inDoubt || disputed.length > 0 ? [text('inDoubt')] : [text('checkedAgainst', { count: witnesses.length })],
    sentences: [text('crossChecked', { witnesses: list.format(witnesses) }), ...ofDispute],
    isDoubtful: inDoubt || disputed.length > 0,
  };
}
