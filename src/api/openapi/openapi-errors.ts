import type { Coverage } from '../../money/coverage.ts';
import { completeRequest, type OwnEndpoint } from '../declaration/endpoint.ts';
import {
  addressTooLong,
  amountOutOfRange,
  type ApiError,
  invalidAmount,
  invalidDate,
  invalidPeriod,
  invalidStep,
  invalidValue,
  malformedPair,
  missingParameters,
  noMeans,
  parametersApart,
  rangeTurnedRound,
  repeatedParameters,
  unsupportedCurrency,
  unsupportedParameters,
} from '../error.ts';
import { addresses } from '../paths.ts';
import { futureDate, noRateInRange, noRateNearDate, noRateToday, ruleErrors, sourceErrors } from './lack-examples.ts';

/**
 * The errors for invalid requests to an endpoint, one for each code: the errors that follow from its parameters, and the
 * errors of every endpoint.
 */
export function badRequestsOf({ path, parameters, apart = [] }: OwnEndpoint, days: Coverage): ApiError<string>[] {
  const has = (name: string) => name in parameters;
  const isDatePath = path.includes('{date}');
  const pair = ['EUR', 'SYP'] as const;
  const list = path.startsWith('/api/v1/') ? addresses.currencyFacts : addresses.currencyList;
  const required = Object.keys(parameters).filter(
    (name) => parameters[name]?.isRequired && !path.includes(`{${name}}`),
  );
  const complete = completeRequest({ path, parameters }, new Map([['from', 'USD']]));
  const errors: readonly [applies: boolean, ...ApiError<string>[]][] = [
    [required.length > 0, missingParameters(required.slice(-1), complete)],
    [has('pair'), malformedPair('usdeur')],
    [has('period'), invalidPeriod('2y')],
    [!has('date') && !has('start'), noRateToday(pair)],
    [has('amount'), invalidAmount('ten'), amountOutOfRange('1e400')],
    [
      has('start'),
      invalidDate('start', 'today'),
      rangeTurnedRound('2026-09-29', '2026-09-01'),
      futureDate(days, 'Omit start', 'start'),
      noRateInRange(pair, days),
    ],
    [has('every'), invalidStep('hour')],
    [has('value'), invalidValue('average'), noMeans('week')],
    [
      has('date') && !isDatePath,
      invalidDate('date', 'today'),
      futureDate(days, 'Omit date'),
      noRateToday(pair),
      noRateNearDate(pair, days),
    ],
    [
      isDatePath,
      invalidDate('date', '2026-02-30'),
      futureDate(days, 'Use /api/v1/rates/usd'),
      noRateNearDate(['USD', 'SYP'], days),
    ],
    [has('source'), ...sourceErrors()],
    [has('rule'), ...ruleErrors()],
    [apart.length > 0, ...apart.slice(0, 1).map(parametersApart)],
    [path.startsWith('/api/v1/') && has('to'), repeatedParameters(['to'], 'Use /api/v1/rates/USD?symbols=EUR,GBP')],
    [
      path.startsWith('/api/v1/') && has('symbols'),
      repeatedParameters(['source'], 'Use source in /api/v1/rates/eur?symbols=USD,GBP'),
    ],
    [
      true,
      unsupportedParameters(['start_date'], 'Use /api/v1/history?from=USD&to=EUR&start=2026-06-03'),
      unsupportedCurrency(['XYZ'], list),
      addressTooLong(),
    ],
  ];
  return errors.flatMap(([applies, ...examples]) => (applies ? examples : []));
}
