import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../../sources/rules/rules.ts';
import { fillTemplate } from '../../build/fill-template.ts';
import type { QuotingBank } from '../../converter/build/quoting-banks.ts';
import { readMessages } from '../../texts/build/page-messages.ts';
import { bankNameIn } from '../../texts/build/bank-names.ts';
import type { Language } from '../../texts/languages.ts';
import type { SharedKey, SpreadsheetTexts } from '../texts.ts';

/** The page's messages in a language. */
export function spreadsheetTexts(language: Language): SpreadsheetTexts {
  const own = JSON.parse(readFileSync(join(import.meta.dirname, `../texts/${language}.json`), 'utf8')) as Omit<
    SpreadsheetTexts,
    SharedKey
  >;
  return { ...own, offline: readMessages(language).offline as string };
}

/** Values for the page's template: its texts, the banks whose rates the site has, and the rules of these banks. */
export function spreadsheetValues(
  { quotingBanks }: { readonly quotingBanks: readonly QuotingBank[] },
  language: Language,
): Record<string, string> {
  const texts = spreadsheetTexts(language);
  const known = new Set(quotingBanks.map(({ bank }) => bank.key));
  return {
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [`t.${key}`, text])),
    // Without `<`, no message can end the element that contains the data.
    messages: JSON.stringify(texts).replaceAll('<', '\\u003c'),
    bank_options: quotingBanks
      .map(({ bank }) => fillTemplate(option, { value: bank.key, to: '', name: bankNameIn(language, bank) }))
      .join(''),
    rule_options: rules
      .filter(({ bank }) => known.has(bank.key))
      .map(({ key, to, purpose }) => fillTemplate(option, { value: `rule:${key}`, to, name: `${key}: ${purpose}` }))
      .join(''),
  };
}

const option = '<option value="{{value}}" data-to="{{to}}">{{name}}</option>';
