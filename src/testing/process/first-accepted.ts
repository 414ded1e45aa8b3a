import type { DatasetSearch } from '../../download/dataset-search.ts';
import type { FoundDataset } from '../../download/fetch-dataset.ts';

/** The result for the first dataset that `accept` doesn't reject by an error, as in a publish; undefined without one. */
export async function firstAccepted<T>(search: DatasetSearch, accept: (found: FoundDataset) => T) {
  for await (const found of search.datasets()) {
    try {
      return accept(found);
    } catch (error) {
      search.refuse(found, error);
    }
  }
  return undefined;
}
