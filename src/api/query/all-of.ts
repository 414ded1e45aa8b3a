/**
 * Waits for all reads, then returns their results or throws the first failure. After a failure, `Promise.all` wouldn't
 * wait for the other reads. In workerd, Cloudflare's runtime, a read never ends if its request ends first.
 */
export async function allOf<const T extends readonly unknown[]>(reads: T) {
  const settled = await Promise.allSettled(reads);
  const values = settled.map((read): unknown => {
    if (read.status === 'rejected') throw read.reason;
    return read.value;
  });
  return values as { -readonly [K in keyof T]: Awaited<T[K]> };
}
