/** Random choices that are the same in each run, from a linear congruential generator. */
export function randomChoices() {
  let state = 1;
  /** A whole number from 0 to below the limit. */
  const below = (limit: number) => {
    const number = Math.floor((state / 2_147_483_647) * limit);
    state = (state * 48_271) % 2_147_483_647;
    return number;
  };
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new Error('There is nothing to pick from.');
    return values[below(values.length)] as T;
  };
  return { below, pick };
}
