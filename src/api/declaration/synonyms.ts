/**
 * The names that other APIs use for our parameters, as {@link plainName} returns them. A request with such a name is an
 * error that names our parameter.
 */
export const synonyms = {
  /** The source or base currency. */
  from: [
    ...['from', 'base', 'code', 'currency', 'fromcurrency', 'basecurrency', 'sourcecurrency', 'fromcode', 'basecode'],
    ...['fromsymbol', 'currencyfrom'],
  ],
  /** The target currency or currencies. */
  to: [
    ...['to', 'symbols', 'symbol', 'quotes', 'quote', 'target', 'targets', 'currencies', 'currency', 'tocurrency'],
    ...['targetcurrency', 'quotecurrency', 'tocode', 'targetcode', 'tosymbol', 'currencyto'],
  ],
  amount: ['value', 'quantity', 'qty', 'amt'],
  date: ['day', 'ratedate', 'asof', 'ondate', 'fordate', 'datetime'],
  start: [
    ...['startdate', 'datestart', 'datefrom', 'fromdate', 'startat', 'startperiod', 'starttime', 'begin', 'since'],
    // A request for a length of time needs a start.
    ...['datetimestart', 'period', 'range', 'days', 'timeframe', 'duration', 'year'],
  ],
  end: ['enddate', 'dateend', 'dateto', 'todate', 'endat', 'endperiod', 'endtime', 'datetimeend', 'until'],
  every: ['interval', 'group', 'groupby', 'frequency', 'granularity', 'resolution', 'step'],
  value: ['aggregate', 'aggregation', 'average', 'avg', 'mean'],
  period: ['range', 'days', 'timeframe', 'duration'],
  source: ['sources', 'provider', 'providers', 'bank'],
} as const;

/** The part of a name that counts when names are compared: `Start-Date` and `start_date[]` → `startdate` */
export function plainName(name: string): string {
  const [beforeBracket = ''] = name.split('[', 1);
  return beforeBracket.replaceAll(/[\s_-]/g, '').toLowerCase();
}
