import { archiveFiles } from '../../api/archive/archive-files.ts';
import { undoubted } from '../../archive/official-rates.ts';
import { recordedOfficialRates } from '../../publish/recorded-archive.ts';
import { byPublishedOrder } from '../../currencies/catalogue.ts';
import { commonDocuments } from '../../site/write/common-documents.ts';
import { publishedCurrencies } from '../../rates/published-currency.ts';
import { MemoryAssets } from './memory-assets.ts';
import { recordedCatalogue, recordedDay, recordedDays, recordedRejected } from './small-site.ts';

/** The documents of a site with all official rates since 1999. Other test sites have official rates since 2024. */
export function assetsSince1999(official = undoubted(recordedOfficialRates())): MemoryAssets {
  return new MemoryAssets([
    ...commonDocuments({
      archive: archiveFiles(recordedDays, recordedRejected, official),
      version: '1.2.3',
      snapshot: recordedDay,
      currencies: publishedCurrencies(recordedCatalogue, recordedDay).toSorted(byPublishedOrder),
    }),
  ]);
}
