import { isoDate } from '../calendar.schema.ts';
import { z } from 'zod';
import { catalogue } from './catalogue.ts';
import { codeSchema } from './currency.schema.ts';
import { sourceKindsInWords, type Citation } from './citation.ts';

/*
 * The shapes of the facts in `data`. Each fact cites its sources, the best source first. Dates are `YYYY-MM-DD`. The
 * Function and the pages import only the types, so that their bundles have no schemas.
 */

const kinds = Object.keys(sourceKindsInWords) as Citation['kind'][];

const source = z
  .strictObject({
    kind: z.enum(kinds),
    title: z.string().regex(/\w/, 'expected the name of a text'),
    /** Omitted for a text that anyone can look up by its title, such as a law. */
    url: z.url({ protocol: /^https?$/ }).optional(),
  })
  .refine(({ kind, url }) => kind !== 'press' || url !== undefined, 'a source of the kind press needs its url');

const sources = z
  .array(source)
  .min(1, 'a fact needs a source')
  .refine(
    (list) => list.every(({ kind }, index) => kinds.indexOf(kind) >= kinds.indexOf(list[index - 1]?.kind ?? kind)),
    'the best source comes first',
  )
  .readonly();

const published = new Set(catalogue.map(({ code }) => code));
const code = codeSchema.refine((value) => published.has(value), 'expected a currency of the catalogue');
const retiredCode = codeSchema.refine((value) => !published.has(value), 'expected none of the catalogue’s currencies');
const words = z.string().regex(/\w/, 'expected a text');
const positive = z.number().positive();
/** A day, a month or a year. */
const roughDate = z.iso
  .date()
  .or(z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'expected YYYY-MM-DD, YYYY-MM or YYYY'));

const pegsSchema = listOf(
  z
    .strictObject({
      code,
      /** Code of the currency that `code` is tied to. */
      anchor: code,
      /** Units of the currency per 1 unit of its anchor; `null` if the peg has no official parity. */
      parity: positive.nullable(),
      /**
       * When the present parity or practice began. The day or month is omitted if the sources disagree on it. `null` if
       * unknown.
       */
      since: roughDate.nullable(),
      /** How far the currency may move from its parity, as a share of the parity. Given only if it's more than 2%. */
      band: positive.max(1).optional(),
      /** The institution that maintains the peg: a central bank, a government, or the issuer of a stablecoin. */
      authority: words,
      sources,
    })
    .refine((peg) => peg.code !== peg.anchor, 'expected another currency as the anchor'),
);
export type Peg = z.infer<typeof pegsSchema>[number];

const redenominationsSchema = listOf(
  z.strictObject({
    code,
    /** The first day of the new unit. The old unit often circulates for a while longer. */
    date: isoDate,
    /** Number of old units that became one new unit. */
    ratio: positive,
    sources,
  }),
);
/** A change of a currency's unit that kept the code, such as from 1,000,000 old to 1 new bolívar (VES). */
export type Redenomination = z.infer<typeof redenominationsSchema>[number];

const severalRatesSchema = listOf(
  z
    .strictObject({
      code,
      /** If a source has a buying and a selling rate, `per_usd` is their mean. */
      rates: z
        .array(z.strictObject({ name: words, per_usd: positive }))
        .min(2)
        .readonly(),
      /** When these rates were quoted: a day or a month. */
      date: roughDate,
      /**
       * The rates that the dataset has used, ascending by the first known date on which the dataset has each rate. `rate`
       * is a name in `rates`; `null` if the dataset has another rate, or an unknown rate.
       */
      in_dataset: z
        .array(z.strictObject({ from: isoDate, rate: words.nullable() }))
        .min(1)
        .readonly(),
      sources,
    })
    .refine(
      ({ rates }) => new Set(rates.map(({ name }) => name)).size === rates.length,
      'expected a name for each rate',
    )
    .refine(
      ({ rates, in_dataset }) =>
        in_dataset.every(({ rate }) => rate === null || rates.some(({ name }) => name === rate)),
      'expected only rates that are listed',
    )
    .refine(({ in_dataset }) => isAscending(in_dataset.map(({ from }) => from)), 'expected ascending dates'),
);
/** A currency with several rates at the same time, such as an official rate and a market rate. */
export type SeveralRates = z.infer<typeof severalRatesSchema>[number];

const knownFaultsSchema = z
  .array(
    z
      .strictObject({ code, from: isoDate, to: isoDate, reason: words, sources })
      .refine(({ from, to }) => from <= to, 'from must not be after to'),
  )
  .refine(
    (faults) =>
      faults.every((one) =>
        faults.every((other) => one === other || one.code !== other.code || one.to < other.from || other.to < one.from),
      ),
    'expected no overlapping periods of a currency',
  )
  .readonly();
/** Wrong values that lasted so long that validation would accept them as a new level. */
export type KnownFault = z.infer<typeof knownFaultsSchema>[number];

/** In each row: a retired code, its successor, the date, an amount in the old unit, and the same amount in the new unit. */
const retiredSchema = z
  .array(z.tuple([retiredCode, code, isoDate, positive, positive]))
  .refine((rows) => isAscending(rows.map(([code]) => code)), 'expected each code once, in ascending order')
  .readonly();

const retiredSourcesSchema = z
  .array(z.strictObject({ codes: z.array(retiredCode).min(1).readonly(), sources }))
  .readonly();

function listOf<T extends z.ZodType<{ readonly code: string }>>(fact: T) {
  return z
    .array(fact)
    .refine((list) => isAscending(list.map(({ code }) => code)), 'expected each code once, in ascending order')
    .readonly();
}

function isAscending(codes: readonly string[]): boolean {
  return codes.every((code, index) => index === 0 || (codes[index - 1] ?? '') < code);
}

/** The schema of each file in `data` that people add facts to. */
export const factFiles = {
  'pegs.json': pegsSchema,
  'redenominations.json': redenominationsSchema,
  'several-rates.json': severalRatesSchema,
  'known-faults.json': knownFaultsSchema,
  'retired.json': retiredSchema,
  'retired-sources.json': retiredSourcesSchema,
} as const;
