import entries from './retired-sources.json' with { type: 'json' };

/** Who says that a currency is no more, by its code: the legal act, or the bank that made the change. */
export const retiredSources: ReadonlyMap<string, string> = new Map(
  entries.flatMap(({ source, codes }) => codes.map((code) => [code, source])),
);
