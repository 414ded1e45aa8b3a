/**
 * A document as JSON, by default without white space, with a line end for terminals. The arguments are
 * `undefined` rather than `null` and 0, because then V8 prints a long document in half the time.
 */
export function serialize(document: object, indent?: number): string {
  return `${JSON.stringify(document, undefined, indent)}\n`;
}
