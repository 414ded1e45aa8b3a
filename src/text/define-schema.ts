/**
 * Evaluates a schema. Marked `@__PURE__` where it is called, a schema that nobody uses is left out of a bundle and zod
 * with it: that keeps the Function small, which uses the documents' builders and never their schemas.
 */
export function defineSchema<T>(build: () => T): T {
  return build();
}
