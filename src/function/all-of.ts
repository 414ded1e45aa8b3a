/**
 * The results of some reads, once all have ended, or else the failure of the first that failed. `Promise.all` would not
 * wait for the others: in workerd a read that is left behind by its request never ends.
 */
export async function allOf<const T extends readonly unknown[]>(reads: T) {
  const settled = await Promise.allSettled(reads);
  const values = settled.map((read): unknown => {
    if (read.status === 'rejected') throw read.reason;
    return read.value;
  });
  return values as { -readonly [K in keyof T]: Awaited<T[K]> };
}
