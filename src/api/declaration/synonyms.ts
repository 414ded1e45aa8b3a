/**
 * Other names for our parameters, as {@link plainName} returns them. Most are from other APIs, and some are our own
 * names of similar parameters. A request with such a name is an error that suggests a request with our name.
 */
export const synonyms = {
  from: [
    ...['from', 'base', 'code', 'currency', 'fromcurrency', 'basecurrency', 'sourcecurrency', 'fromcode', 'basecode'],
    ...['fromsymbol', 'currencyfrom', 'source'],
  ],
  to: [
    ...['to', 'symbols', 'symbol', 'quotes', 'quote', 'target', 'targets', 'currencies', 'currency', 'tocurrency'],
    ...['targetcurrency', 'quotecurrency', 'tocode', 'targetcode', 'tosymbol', 'currencyto'],
  ],
  amount: ['value', 'quantity', 'qty', 'amt', 'units', 'sum', 'fromamount'],
  date: ['day', 'dates', 'ratedate', 'rateasof', 'asof', 'on', 'at', 'when', 'ondate', 'fordate', 'datetime'],
  start: [
    ...['startdate', 'datestart', 'datefrom', 'fromdate', 'startat', 'startperiod', 'starttime', 'begin', 'since'],
    ...['datetimestart', 'from'],
    // `/api/v1/history` has no parameter for a length, so the error names the start.
    ...['period', 'range', 'days', 'timeframe', 'duration', 'month', 'year'],
  ],
  end: ['enddate', 'dateend', 'dateto', 'todate', 'endat', 'endperiod', 'endtime', 'datetimeend', 'until', 'to'],
  every: ['interval', 'group', 'groupby', 'frequency', 'granularity', 'resolution', 'step'],
  value: ['aggregate', 'aggregation', 'average', 'avg', 'mean'],
  period: ['range', 'days', 'timeframe', 'duration'],
  source: ['sources', 'provider', 'providers', 'bank'],
} as const;

/**
 * The part of a name that counts when names are compared: `Start-Date` and `start_date[]` → `startdate`. A URL that was
 * copied from HTML has `amp;` before its names.
 */
export function plainName(name: string): string {
  const [beforeBracket = ''] = name.split('[', 1);
  return beforeBracket
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase()
    .replace(/^amp;/, '');
}
