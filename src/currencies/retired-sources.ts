import entries from './data/retired-sources.json' with { type: 'json' };

/** The legal act or the central bank that retired each currency, by code. */
export const retiredSources: ReadonlyMap<string, string> = new Map(
  entries.flatMap(({ source, codes }) => codes.map((code) => [code, source])),
);
