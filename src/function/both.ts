/**
 * What two reads give, once both have ended, or else the first one's failure before the second's. `Promise.all` would go
 * on with whatever fails first: in workerd a read that is left behind by its request never ends.
 */
export async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  return [valueOf(a), valueOf(b)];
}

/** The same of any number of reads, some of which may have been made before. */
export async function allOf<T>(reads: readonly (T | Promise<T>)[]): Promise<T[]> {
  const settled = await Promise.allSettled(reads);
  return settled.map(valueOf);
}

function valueOf<T>(read: PromiseSettledResult<T>): T {
  if (read.status === 'rejected') throw read.reason;
  return read.value;
}
