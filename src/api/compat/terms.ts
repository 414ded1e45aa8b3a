import { dataset } from '../format/fields.ts';

/** Texts about the rates, for formats that have such fields. */
export const terms = {
  disclaimer: `Daily reference rates, for information only. Source: ${dataset.url}`,
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
} as const;
