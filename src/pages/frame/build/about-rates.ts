import { isDefaultProvider, type Provider, providerOn } from '../../../sources/provider.ts';
import type { Snapshot } from '../../../validation/snapshot/snapshot.ts';
import type { WitnessReport } from '../../../validation/snapshot/witness-report.ts';
import { fillMessage, type MessageKey } from '../../texts/fill-message.ts';
import { bankNameIn } from '../../texts/build/bank-names.ts';
import type { Language } from '../../texts/languages.ts';
import { readMessages } from '../../texts/build/page-messages.ts';
import type { QuotingBank } from '../../converter/build/quoting-banks.ts';
import { joinSentences } from '../../../text/wording/sentences.ts';
import { escapeHtml, fillTemplate } from '../../build/fill-template.ts';

/** Stands for the link to the source until the text around it is escaped. */
const LINK = '{link}';

/** What the footer of every page says about the site's rates. */
export interface AboutRatesInput {
  readonly snapshot: Snapshot;
  readonly quotingBanks: readonly QuotingBank[];
}

/** The sentences about the site's rates in the footer of every page, as markup. */
export function aboutRates({ snapshot, quotingBanks }: AboutRatesInput, language: Language): string {
  const { providers, rate_as_of, witnesses } = snapshot;
  const messages = readMessages(language);
  const text = (key: MessageKey, values: Record<string, string> = {}) => fillMessage(messages[key], values, language);
  const provider = providerOn(providers, rate_as_of);
  const banks = new Intl.ListFormat(language).format(quotingBanks.map(({ bank }) => bankNameIn(language, bank)));
  const sentences = [
    text('footer', { source: isDefaultProvider(provider) ? text('defaultSource', { source: LINK }) : LINK }),
    text(...witnessSentence(witnesses, language)),
    ...(banks === '' ? [] : [text('officialSources', { banks })]),
    text('credits'),
  ];
  return escapeHtml(joinSentences(sentences, language)).replace(LINK, () => sourceLink(provider));
}

/** Names the source of today's rates, with a link to it. */
function sourceLink(provider: Provider): string {
  return isDefaultProvider(provider)
    ? fillTemplate('<a href="{{url}}">exchange-api</a>', { url: provider.url })
    : fillTemplate('<a href="{{url}}">{{name}}</a> ({{license}})', { ...provider });
}

/** The message that says whether the rates were cross-checked, and its values. */
function witnessSentence(
  { requested }: WitnessReport,
  language: Language,
): [key: MessageKey, values?: Record<string, string>] {
  const compared = requested.filter(({ outcome }) => outcome === 'compared').map(({ witness }) => witness);
  if (compared.length > 0) return ['crossChecked', { witnesses: new Intl.ListFormat(language).format(compared) }];
  return [requested.length > 0 ? 'noOtherSource' : 'notCrossChecked'];
}
