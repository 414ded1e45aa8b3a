import { catalogue } from '../../../money/currencies/catalogue.ts';

/** The currencies of each volatility class, as attributes such as `data-major="EUR JPY"`. */
export function receiptValues(): Record<string, string> {
  const classes = Map.groupBy(catalogue, ({ volatility }) => volatility);
  return {
    volatilities: Array.from(
      classes,
      ([name, entries]) => `data-${name}="${entries.map(({ code }) => code).join(' ')}"`,
    ).join(' '),
  };
}
