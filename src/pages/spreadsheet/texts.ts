import type english from './texts/en.json';

/** A message of the page. All languages have the same messages. */
export type SpreadsheetKey = keyof typeof english | SharedKey;

/** A message of the converter that this page has as well. */
export type SharedKey = 'offline';

export type SpreadsheetTexts = Readonly<Record<SpreadsheetKey, string>>;
