import { elementAt } from '../../money/element-at.ts';
import type { RequestedWitness } from '../../validation/snapshot/witness-report.schema.ts';
import { agreementLevels } from '../../validation/snapshot/witness-report.ts';

/** How many currencies of a witness agree with the dataset, for each tolerance. */
export function agreeing(...currencies: readonly [number, number, number, number]): RequestedWitness['agreeing'] {
  return agreementLevels.map((within_percent, index) => ({ within_percent, currencies: elementAt(currencies, index) }));
}
