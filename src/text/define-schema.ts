/**
 * Evaluates a schema. If the call is marked `@__PURE__`, a bundle omits an unused schema and zod with it. This keeps
 * the Function small, because it uses the documents' builders but not their schemas.
 */
export function defineSchema<T>(build: () => T): T {
  return build();
}
