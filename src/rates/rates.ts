/** Units of a currency per 1 USD, by code in upper case, in the published order. `USD` is 1. */
export type Rates = ReadonlyMap<string, number>;
