/** The amounts in a pair's conversion table. */
export const tableAmounts = [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000] as const;
