import type { Options } from 'minisearch';

/** A section of a guide, or an endpoint of the reference. */
export interface DocsEntry {
  /** The address of the section, which is the entry's id. */
  readonly address: string;
  /** The heading. */
  readonly title: string;
  /** The guide or the group that has the section. */
  readonly page: string;
  readonly text: string;
}

/** The options of the index, with which the site is built and a browser reads it. */
export const searchOptions: Options<DocsEntry> = {
  idField: 'address',
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    // While a word is typed, and with one slip in it.
    prefix: true,
    fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    combineWith: 'AND',
  },
};

/** The path of the index on a site. */
export const searchIndexPath = 'docs/search.json';
