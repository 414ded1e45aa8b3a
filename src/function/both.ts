/**
 * What two reads give, once both have ended, or else the first one's failure before the second's. `Promise.all` would go
 * on with whatever fails first: in workerd a read that is left behind by its request never ends.
 */
export async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** The same of any number of reads. */
export async function allOf<T>(reads: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(reads);
  return Promise.all(reads);
}
