import { CODE } from '../../money/currencies/code.ts';
import { unitOf } from '../../money/currencies/sub-units.ts';
import { isInRange, parseAmount } from '../../money/amount.ts';
import { isDate, type IsoDate } from '../../money/calendar.ts';
import { syntheticPeriods } from '../../money/period.ts';
import {
  amountOutOfRange,
  type ApiError,
  invalidAmount,
  invalidDate,
  invalidPeriod,
  invalidRule,
  invalidSource,
  malformedPair,
  type PairCodes,
  unsupportedCurrency,
} from '../error.ts';
import { banks } from '../../sources/banks.ts';
import { market } from '../../sources/market.ts';
import type { Rule } from '../../sources/rules/rule.ts';
import { missingRules } from '../../sources/rules/missing-rules.ts';
import { rules } from '../../sources/rules/rules.ts';
import { addresses } from '../paths.ts';
import { sourceNames } from '../source-fields.ts';
import { daysAfterNewest } from './days-back.ts';
import { synonyms } from './synonyms.ts';

/**
 * A parameter in the path or the query of an endpoint. The Function parses requests with it, and OpenAPI and the requests
 * that check a site are generated from it. It's a plain object, because the Pages Function carries it.
 */
export interface Parameter<T = unknown> {
  /** The kind of its values. */
  readonly kind: Kind;
  readonly description: string;
  /** The value in the example request, if it isn't the usual value of its kind. */
  readonly example?: string;
  /** The valid texts of a parameter of the kind `choice`. */
  readonly choices?: readonly string[];
  /** The text that counts if the parameter is missing. */
  readonly default?: string;
  readonly isRequired?: true;
  /** The regular expression of a parameter in the path, by default any segment. */
  readonly form?: string;
  /** The name under which several endpoints share the parameter in OpenAPI. */
  readonly id?: string;
  /** The names that other APIs use for it, from {@link synonyms}. */
  readonly synonyms?: readonly string[];
  /** @throws {ApiError} if the text is invalid */
  parse(text: string, name: string): T;
}

/**
 * - `code`: a currency's code. `codes`: codes, separated by commas. `pair`: two codes, such as `usd-to-eur`.
 * - `date`: a date. `start` and `end`: the dates of a range. `year`: four digits.
 * - `amount`: an amount of money. `choice`: one of a few texts. `text`: any text. `key`: an API key, which is ignored.
 */
export type Kind = 'code' | 'codes' | 'pair' | 'date' | 'start' | 'end' | 'year' | 'amount' | 'choice' | 'text' | 'key';

export type Parameters = Readonly<Record<string, Parameter>>;

/** The parsed values of parameters. A missing parameter without a default is undefined. */
export type Values<P extends Parameters> = {
  readonly [K in keyof P]:
    ReturnType<P[K]['parse']> | (P[K] extends { isRequired: true } | { default: string } ? never : undefined);
};

/** Archived days for examples, `YYYY-MM-DD`, and the year of `end`. */
export interface ExampleDays {
  readonly day: IsoDate;
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly year: string;
}

/** The text of a parameter in the example request. */
export function exampleOf({ kind, choices = [], default: text, example }: Parameter, days: ExampleDays): string {
  if (example !== undefined) return example;
  const { day, start, end, year } = days;
  const [choice = ''] = choices;
  return {
    ...{
      code: 'EUR',
      codes: 'USD,GBP',
      pair: 'usd-to-eur',
      amount: '100',
      key: 'x',
      text: 'x',
      choice: text ?? choice,
    },
    ...{ date: day, start, end, year },
  }[kind];
}

export function required<P extends Parameter>(parameter: P) {
  return { ...parameter, isRequired: true } as const;
}

export function withDefault<P extends Parameter>(parameter: P, text: string) {
  return { ...parameter, default: text };
}

/** A currency's code as the request writes it, which may be any text. */
export function code(description: string): Parameter<string> {
  return { kind: 'code', description, parse: (text) => text };
}

export const fromCode = {
  ...code('Source currency code, in upper or lower case.'),
  ...{ example: 'USD', synonyms: synonyms.from },
};
export const toCode = { ...code('Target currency code, in upper or lower case.'), synonyms: synonyms.to };
export const from = required(fromCode);
export const to = required(toCode);

/** Converts the parameter's code to upper case, and rejects a text that can't be a code. */
export function inUpperCase<P extends Parameter<string>>(parameter: P): P {
  return { ...parameter, parse: possibleCode };
}

/** @throws {ApiError} if the text can't be a code */
export function possibleCode(text: string): string {
  const code = unitOf(text);
  if (!CODE.test(code)) throw unsupportedCurrency([text]);
  return code;
}

export const pair = required({
  kind: 'pair',
  description: 'Codes of the source and the target currency, in upper or lower case.',
  parse(text: string): PairCodes {
    const [, from, to] = /^([a-z\d]+)-to-([a-z\d]+)$/i.exec(text) ?? [];
    if (from === undefined || to === undefined) throw malformedPair(text);
    return [from, to];
  },
});

export interface Amount {
  readonly value: number;
  /** The amount with all the digits that the request has. */
  readonly decimal: string;
  /** The amount as the request writes it, for errors. */
  readonly text: string;
}

export function amount(description: string): Parameter<Amount> & { readonly default: string } {
  return {
    kind: 'amount',
    description,
    default: '1',
    synonyms: synonyms.amount,
    parse(text) {
      const value = parseAmount(text);
      if (value === undefined) throw invalidAmount(text);
      if (!isInRange(value)) throw amountOutOfRange(text);
      // In a query, `+` means a space.
      return { value, decimal: text.replace(' ', '+'), text };
    },
  };
}

/** @throws {ApiError} if amount × rate is too large or too small for a number */
export function assertInRange({ value, text }: Amount, rate: number): void {
  if (!isInRange(value, rate)) throw amountOutOfRange(text);
}

/** A date. Its description says how far the date may be after the newest day. */
export function date(kind: 'date' | 'start' | 'end', description: string): Parameter<IsoDate> {
  return {
    ...{ kind, description: description + LAST_DATE, synonyms: synonyms[kind] },
    parse(text, name) {
      if (!isDate(text)) throw invalidDate(name, text);
      return text;
    },
  };
}

/** A date whose rate is of an earlier day. */
export function dateBefore(description: string): Parameter<IsoDate> {
  return {
    ...date('date', description),
    description: `${description} It may be up to ${daysAfterNewest(1)} after the newest day with rates.`,
    synonyms: [],
  };
}

const LAST_DATE = ` A date may be up to ${daysAfterNewest()} after the newest day with rates, but not after tomorrow (UTC).`;

/**
 * One of a few texts.
 *
 * @param invalid the error for any other text
 */
export function choice<const T extends string>(
  choices: readonly T[],
  rest: Pick<Parameter, 'description' | 'id' | 'synonyms'> & {
    readonly default: NoInfer<T>;
    readonly example?: NoInfer<T>;
  },
  invalid: (text: string) => ApiError<string>,
): Parameter<T> & { readonly default: string } {
  return {
    ...rest,
    ...{ kind: 'choice', choices },
    parse(text) {
      const known = choices.find((choice) => choice === text);
      if (known === undefined) throw invalid(text);
      return known;
    },
  };
}

const listOfBanks = banks.map(({ key, name }) => `\`${key}\`: ${name}`).join('; ');

export const source = choice(
  sourceNames,
  {
    id: 'Source',
    default: market.key,
    synonyms: synonyms.source,
    description:
      'Source of the rates: `market` for the dataset, or the key of a bank for its official rates. With a bank, a ' +
      'day without rates, such as a weekend, has the bank’s last rates before it. A site may lack some of these banks: ' +
      `\`${addresses.sources}\` lists those that it has. ${listOfBanks}.`,
  },
  invalidSource,
);

/** A rule, by its key. */
export const rule = {
  kind: 'choice',
  id: 'Rule',
  choices: rules.map(({ key }) => key),
  description:
    'Rule that names the bank and the day of the rate: with it, `date` is the day that the rule names. It isn’t advice. ' +
    `${rules.map(({ key, purpose }) => `\`${key}\`: ${purpose}`).join('; ')}. \`${addresses.rules}\` has the articles.`,
  parse(text: string): Rule {
    const known = rules.find(({ key }) => key === text);
    if (!known) throw invalidRule(text, missingRules.get(text));
    return known;
  },
} as const satisfies Parameter<Rule>;

export const period = choice(
  syntheticPeriods,
  {
    ...{ description: 'Length of the series.', example: '7d', default: '30d' },
    synonyms: synonyms.period,
  },
  invalidPeriod,
);
