/**
 * The values of all promises, or the first failure in their order, once each of them has settled. `Promise.all` would go
 * on with the first failure: in workerd a read that is left behind by its request never ends.
 */
export async function allSettled<const T extends readonly Promise<unknown>[]>(promises: T) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
