/**
 * Builds a schema. If the call of this function is marked `@__PURE__`, a bundler omits an unused schema, and zod with
 * it. This keeps the Pages Function small, because the Function builds documents without their schemas.
 */
export function defineSchema<T>(build: () => T): T {
  return build();
}
