/** A document as JSON, by default without white space, with a line end for terminals. */
export function serialize(document: object, indent = 0): string {
  return `${JSON.stringify(document, null, indent)}\n`;
}
