/**
 * Evaluates a schema. If a call is marked `@__PURE__`, a bundle omits the schema and zod unless they are used. This
 * keeps the Pages Function small, because the Function builds documents without their schemas.
 */
export function defineSchema<T>(build: () => T): T {
  return build();
}
