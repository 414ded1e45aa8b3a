import { firstBank } from '../../sources/banks/banks.ts';
import type { Coverage } from '../../rates/coverage.ts';
import type { OwnEndpoint } from '../declaration/endpoint.ts';
import {
  addressTooLong,
  amountOutOfRange,
  type ApiError,
  dateOutOfReach,
  emptyRange,
  invalidAmount,
  invalidDate,
  invalidPeriod,
  invalidSource,
  invalidStep,
  invalidValue,
  malformedPair,
  noMeans,
  nothingNear,
  nothingOfficial,
  nothingToday,
  rangeTurnedRound,
  unsupportedCurrency,
  unsupportedParameters,
} from '../error.ts';
import { addresses } from '../paths.ts';

/**
 * The errors for invalid requests to an endpoint, one for each code: its own, the errors that follow from its
 * parameters, and the errors of every endpoint.
 */
export function badRequestsOf({ path, parameters, documentation }: OwnEndpoint, days: Coverage): ApiError<string>[] {
  const has = (name: string) => name in parameters;
  const isDatePath = path.includes('{date}');
  const future = { ...days, date: '2999-01-01', is: 'future' } as const;
  const pair = ['EUR', 'SYP'] as const;
  const list = path.startsWith('/api/v1/') ? addresses.currencyFacts : addresses.currencyList;
  const errors: readonly [applies: boolean, ...ApiError<string>[]][] = [
    [has('pair'), malformedPair('usdeur')],
    [has('period'), invalidPeriod('2y')],
    [!has('date') && !has('start'), nothingToday(['SYP'], pair)],
    [has('amount'), invalidAmount('ten'), amountOutOfRange('1e400')],
    [
      has('start'),
      invalidDate('start', 'today'),
      rangeTurnedRound('2026-09-29', '2026-09-01'),
      dateOutOfReach(future, 'Omit start', 'start'),
      emptyRange(pair, '2026-08-15', '2026-08-20', [days]),
    ],
    [has('every'), invalidStep('hour')],
    [has('value'), invalidValue('average'), noMeans('week')],
    [
      has('date') && !isDatePath,
      invalidDate('date', 'today'),
      dateOutOfReach(future, 'Omit date'),
      nothingToday(['SYP'], pair),
      nothingNear(pair, '2026-09-29', pair, days.first),
    ],
    [
      isDatePath,
      invalidDate('date', '2026-02-30'),
      dateOutOfReach(future, 'Use /api/v1/rates/usd'),
      nothingNear(['SYP'], '2026-09-29', ['USD', 'SYP'], days.first),
    ],
    [has('source'), invalidSource('boe'), nothingOfficial(firstBank, 'ISK', quotedPeriods, '2010-06-03')],
    [
      true,
      unsupportedParameters(['start_date'], 'Use /api/v1/history?from=USD&to=EUR&start=2026-06-03'),
      unsupportedCurrency(['XYZ'], list),
      addressTooLong(),
    ],
  ];
  return [...(documentation.errors ?? []), ...errors.flatMap(([applies, ...examples]) => (applies ? examples : []))];
}

const quotedPeriods = [
  ['1999-01-04', '2008-12-09'],
  ['2018-02-01', '2026-04-13'],
] as const;
