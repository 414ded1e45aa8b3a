import { z } from 'zod';
import { dateSchema } from '../../money/calendar.schema.ts';
import { enumOf } from '../../text/enum-of.ts';
import type { Immutable } from '../../text/immutable.ts';

const mirrorOutcomesInWords = {
  current: 'the mirror’s dataset has the same date as the published dataset',
  older: 'the mirror’s dataset is older than the published dataset',
  refused: 'the mirror’s dataset is implausible, so it isn’t published',
  failed: 'the mirror returned no usable dataset',
} as const;

export const requestedMirrorSchema = z.strictObject({
  mirror: z.url().describe('URL of the mirror. For a mirror that isn’t the dataset’s own, only scheme and host.'),
  outcome: enumOf(mirrorOutcomesInWords, 'Outcome of the request.'),
  date: dateSchema.nullable().describe('Date of the mirror’s dataset. Null if the mirror gave none.'),
});

export type RequestedMirror = Immutable<z.infer<typeof requestedMirrorSchema>>;
