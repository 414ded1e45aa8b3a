/** The dataset's first day, `YYYY-MM-DD`. */
export const FIRST_DAY = '2024-03-02';
