import { newUnitsInWords } from '../money/currencies/unit-changes.ts';
import { dateAt, dateOfDay, dayNumber, EARLIEST, isInSpan, type IsoDate, LATEST } from '../money/calendar.ts';
import type { OutsideCoverage } from '../money/coverage.ts';
import { bankOf } from '../sources/banks.ts';
import { market } from '../sources/market.ts';
import { capitalized } from '../text/wording/capitalized.ts';
import { ApiError, type CurrencyListPath, type PairCodes, quotedText, unsupportedCurrency } from './error.ts';
import type { ErrorCode } from './error.schema.ts';
import { addresses } from './paths.ts';
import type { Lack } from './query/lack.ts';
import { requestAddress } from './request-address.ts';
import { withheldInWords } from './withheld-words.ts';

/** What an error about missing rates needs to know about its request. */
export interface LackingRequest {
  /** The currency that the rates are for. */
  readonly base: string;
  /** The other currencies, of which one is worth looking at; at least one. */
  readonly others: readonly string[];
  /** How to request the newest rates, such as `Omit date`. */
  readonly newest: string;
  /** The requested dates by parameter, which the error names. By default, the parameter is `date`. */
  readonly dates?: Readonly<Record<string, string | undefined>>;
  /** The date of a request for the last rate before that date. The lack then has the day before. */
  readonly before?: string;
  /** The list of currencies that an error names. By default, it's the list of all. */
  readonly list?: CurrencyListPath;
  /** Whether today's rates show that the same request has market rates. */
  readonly isInMarket?: boolean;
}

/** The API's error for a request whose rates are missing. */
export function lackError(lack: Lack, request: LackingRequest): ApiError {
  if (lack.lack === 'unknown_currency') return unsupportedCurrency(lack.codes, request.list);
  const [code, message] = inWords(lack, request);
  // The last sentence of a message has no period.
  const waiting = withheldInWords(Object.fromEntries(lack.withheld ?? []))
    .join(' ')
    .slice(0, -1);
  const other = request.isInMarket ? `. With source=${market.key}, this request returns market rates` : '';
  return new ApiError(
    400,
    code,
    [message, waiting].filter(Boolean).join('. ') + other,
    request.isInMarket ? market.key : undefined,
  );
}

type InWords = readonly [code: ErrorCode, message: string];

function inWords(lack: Exclude<Lack, { lack: 'unknown_currency' }>, request: LackingRequest): InWords {
  switch (lack.lack) {
    case 'nothing_fetched': {
      const { inSentence } = bankOf(lack.source.key);
      const message = `This site has no rates of ${inSentence} yet. See ${addresses.sources} for the reason`;
      return ['currency_not_in_source', message];
    }
    case 'never_quoted': {
      const { inSentence } = bankOf(lack.source.key);
      return ['currency_not_in_source', `This site has no rates of ${inSentence} for ${quotedText(lack.code)}`];
    }
    case 'not_quoted': {
      const { source, code, date, periods } = lack;
      // A day may lack a currency that the days before and after it have.
      const isWithin = periods.some((period) => isInSpan(period, date));
      const message =
        `${capitalized(bankOf(source.key).inSentence)} has no rate for ${code} on ${date}. It has rates ` +
        (isWithin ? 'on other days ' : '') +
        periods.map(([first, last]) => `from ${first} to ${last}`).join(' and ');
      return ['currency_not_in_source', message];
    }
    case 'no_rate_today': {
      const { codes, ofOldUnit } = lack;
      const message =
        `No rate for ${codes.join(' and ')} today. ${newUnits(ofOldUnit, EARLIEST, LATEST)}See ${addresses.status} for the ` +
        `reason, and ${historyOf(pairOf(request, codes))} for past rates`;
      return ['no_rate_today', message];
    }
    case 'no_rate_near_date': {
      const { source, codes, date, unitsOf, first } = lack;
      const { daysBack } = source.tables[0];
      const longest = Math.max(...source.tables.map(({ daysBack }) => daysBack));
      const start = laterOf(daysBefore(date, 365), first);
      const history = historyOf(pairOf(request, codes), { start, ...(source !== market && { source: source.key }) });
      const message =
        `No rate for ${codes.join(' and ')} on ${date} or in the ${daysBack} days before. ` +
        `${newUnits(codes, daysBefore(date, longest), unitsOf)}See ${history} for other days`;
      return ['no_rate_near_date', message];
    }
    case 'not_published_yet':
      return ['not_published_yet', awaitedInWords(lack)];
    case 'date_out_of_range': {
      if (request.before !== undefined)
        return ['date_out_of_range', outOfReachBefore(request.before, lack, request.newest)];
      const [name] = Object.entries(request.dates ?? { date: lack.date }).find(([, date]) => date === lack.date) ?? [];
      return ['date_out_of_range', explainOutOfReach(lack, request.newest, name)];
    }
    case 'no_rate_in_range': {
      const { codes, start, end, periods } = lack;
      const message =
        `No rates for ${codes.join(' and ')} from ${start} to ${end}. ` +
        (periods.length > 0
          ? `Available: ${periods.map(([first, last]) => `${first} to ${last}`).join(' and ')}`
          : 'No other day has rates of both currencies');
      return ['no_rate_in_range', message];
    }
  }
}

/**
 * The reason for the lack of rates on a date.
 *
 * @param newest how to request the newest rates instead, such as `Omit date`
 * @param name the date's parameter, for an endpoint with several parameters
 */
function explainOutOfReach({ date, first, last, is }: OutsideCoverage, newest: string, name?: string): string {
  const what = `No rates for ${date}${name === undefined ? '' : ` (${name})`}`;
  if (is === 'early') return `${what}. Available: ${first} to ${last}`;
  const why = is === 'future' ? ', because that day is in the future' : '';
  return `${what}${why}. The newest rates are of ${last}. ${newest} to get them`;
}

/** What a rule waits for, and when to ask again. */
function awaitedInWords({ source, date, why, askAgain }: Extract<Lack, { lack: 'not_published_yet' }>): string {
  const { inSentence } = bankOf(source.key);
  const what = `This site doesn’t have ${inSentence}’s rates of ${date} yet`;
  const time = `${dateAt(askAgain)} ${askAgain.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)} UTC`;
  switch (why) {
    case 'publication':
      return `${what}, and the rule may need them. Ask again after ${time}`;
    case 'problem':
      return `${what}, because the bank’s file can’t be used. See ${addresses.status} for the reason, and ask again after ${time}`;
    case 'doubt':
      return `${capitalized(inSentence)}’s rate of ${date} is in doubt, so this site doesn’t have it yet. See ${addresses.status} for the doubt`;
  }
}

/** As {@link explainOutOfReach}, for the day before a date. */
function outOfReachBefore(before: string, outside: OutsideCoverage, newest: string): string {
  if (outside.is !== 'early') return explainOutOfReach(outside, newest, `before=${before}`);
  return `No rates before ${before}. Use before=${daysBefore(outside.first, -1)} or a later date`;
}

/** Says which currencies have a new unit since a day after `first`, up to `last`. */
function newUnits(codes: readonly string[], first: IsoDate, last: IsoDate): string {
  return newUnitsInWords(codes, first, last)
    .map((sentence) => `${sentence} `)
    .join('');
}

/** The pair whose history is worth looking at if these currencies have no rate. */
function pairOf({ base, others }: LackingRequest, missing: readonly string[]): PairCodes {
  const other = others.find((code) => missing.includes(code)) ?? others[0];
  return [base, other ?? base];
}

/** The path of a pair's past rates. */
function historyOf([from, to]: PairCodes, rest: Readonly<Record<string, string>> = {}): string {
  return requestAddress(addresses.history, new Map(Object.entries({ from, to, ...rest })));
}

function daysBefore(date: IsoDate, days: number): IsoDate {
  return dateOfDay(dayNumber(date) - days);
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
