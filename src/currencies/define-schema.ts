/**
 * Evaluates a schema. A bundler that drops an unused schema also drops zod with it, because the call is marked free of
 * side effects: that keeps the Function, which uses the documents' builders and never their schemas, small.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineSchema<T>(build: () => T): T {
  return build();
}
