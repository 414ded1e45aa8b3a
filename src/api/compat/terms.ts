import { dataset } from '../format/fields.ts';

/** What layouts with such fields say of the rates, in our own words. */
export const terms = {
  disclaimer: `Daily reference rates, for information only. Source: ${dataset.url}`,
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
} as const;
