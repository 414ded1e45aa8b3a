import { present } from '../../../text/present.ts';
import { banrep } from './banrep.ts';
import { bnr } from './bnr.ts';
import { bcb } from './bcb.ts';
import { cnb } from './cnb.ts';
import { danmarksNationalbank } from './danmarks-nationalbank.ts';
import { ecb } from './ecb.ts';
import { fedH10 } from './fed-h10.ts';
import { nbg } from './nbg.ts';
import { nbm } from './nbm.ts';
import { nbp } from './nbp.ts';
import { nbu } from './nbu.ts';
import { norgesBank } from './norges-bank.ts';
import { sedlabanki } from './sedlabanki.ts';
import type { TableRequests } from './table-requests.ts';
import { usTreasury } from './us-treasury.ts';

/** How each bank's tables are requested, by the table's key. */
export const requests: ReadonlyMap<string, TableRequests> = new Map(
  Object.entries({
    ecb,
    nbp: nbp('A'),
    'nbp-b': nbp('B'),
    cnb,
    'norges-bank': norgesBank,
    nbu,
    'fed-h10': fedH10,
    'danmarks-nationalbank': danmarksNationalbank,
    nbm,
    nbg,
    sedlabanki: sedlabanki(9),
    'sedlabanki-7': sedlabanki(7),
    'bcb-buy': bcb('buy'),
    'bcb-sell': bcb('sell'),
    'us-treasury': usTreasury,
    bnr,
    banrep,
  }),
);

/** How a table is requested. */
export function requestsOf(key: string): TableRequests {
  return present(requests.get(key), `requests for table ${key}`);
}
