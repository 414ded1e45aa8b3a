/** The first day of the dataset in its current format, `YYYY-MM-DD`. */
export const FIRST_DAY = '2024-03-02';
