import { join } from 'node:path';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedSnapshot } from '../dataset/recorded-snapshot.ts';
import { writeSite, type WriteSiteInput, type WrittenSite } from '../site/write-site.ts';

/** What a small site is made from, unless another snapshot is given: the recorded day, checked on the next morning. */
export const recordedDay = recordedSnapshot(catalogue, '2026-09-30T06:00:00.000Z');

/**
 * For tests and benchmarks: writes a site of few files. The pairs of the 11 most traded currencies are files; ZMW's are
 * not.
 *
 * @param changes what differs from such a site
 */
export function writeSmallSite(out: string, changes: Partial<WriteSiteInput> = {}): Promise<WrittenSite> {
  return writeSite({
    out,
    publicFolder: join(import.meta.dirname, '../../public'),
    version: '1.2.3',
    catalogue,
    snapshot: recordedDay,
    fileLimit: 800,
    ...changes,
  });
}
