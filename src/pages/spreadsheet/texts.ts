import type english from './texts/en.json';

/** A message of the page. All languages have the same messages. */
export type SpreadsheetKey = keyof typeof english;

export type SpreadsheetTexts = Readonly<Record<SpreadsheetKey, string>>;
