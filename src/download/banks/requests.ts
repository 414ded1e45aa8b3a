import { present } from '../../text/present.ts';
import { banrep } from './requests/banrep.ts';
import { bnr } from './requests/bnr.ts';
import { bcb } from './requests/bcb.ts';
import { cnb } from './requests/cnb.ts';
import { danmarksNationalbank } from './requests/danmarks-nationalbank.ts';
import { ecb } from './requests/ecb.ts';
import { fedH10 } from './requests/fed-h10.ts';
import { mnb } from './requests/mnb.ts';
import { nbg } from './requests/nbg.ts';
import { nbm } from './requests/nbm.ts';
import { nbp } from './requests/nbp.ts';
import { nbu } from './requests/nbu.ts';
import { norgesBank } from './requests/norges-bank.ts';
import { sedlabanki } from './requests/sedlabanki.ts';
import type { TableRequests } from './table-requests.ts';
import { usTreasury } from './requests/us-treasury/us-treasury.ts';

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
    mnb,
  }),
);

/** How a table is requested. */
export function requestsOf(key: string): TableRequests {
  return present(requests.get(key), `requests for table ${key}`);
}
