import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Encoding, encodings } from '../../../spreadsheet/encoding.ts';
import { roundingInWords } from '../../../sources/rules/rule.ts';
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
    encoding_options: encodings
      .map((value) => fillTemplate(option, { value, to: '', name: encodingNames[value] }))
      .join(''),
    bank_options: quotingBanks
      .map(({ bank }) => fillTemplate(option, { value: bank.key, to: '', name: bankNameIn(language, bank) }))
      .join(''),
    rule_options: rules
      .filter(({ bank }) => known.has(bank.key))
      .map(({ key, to, purpose, rounding }) =>
        fillTemplate(ruleOption, {
          ...{ value: `rule:${key}`, to, name: `${key}: ${purpose}` },
          rounding: rounding ? roundingInWords(rounding) : '',
        }),
      )
      .join(''),
  };
}

/** The encodings' names, and letters that they have. */
const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (LE)',
  'utf-16be': 'UTF-16 (BE)',
  'windows-1252': 'Windows-1252 (é ö ñ)',
  'windows-1250': 'Windows-1250 (ł č ő)',
  'windows-1251': 'Windows-1251 (Ж)',
  'windows-1253': 'Windows-1253 (Ω)',
  'windows-1254': 'Windows-1254 (ğ)',
  'windows-1255': 'Windows-1255 (א)',
  'windows-1256': 'Windows-1256 (ع)',
  'windows-1257': 'Windows-1257 (ž ė)',
  'windows-1258': 'Windows-1258 (ơ)',
  'iso-8859-2': 'ISO 8859-2 (ł č ő)',
  macintosh: 'Mac OS Roman (é ö ñ)',
  shift_jis: 'Shift_JIS (日本)',
  'euc-jp': 'EUC-JP (日本)',
  gb18030: 'GBK, GB18030 (汉)',
  big5: 'Big5 (漢)',
  'euc-kr': 'EUC-KR (한)',
};

const option = '<option value="{{value}}" data-to="{{to}}">{{name}}</option>';
const ruleOption = '<option value="{{value}}" data-to="{{to}}" data-rounding="{{rounding}}">{{name}}</option>';
