/** A document as the bytes of a file or an answer: JSON, mostly without white space, then a line end for whoever reads it in a terminal. */
export function serialize(document: object, indent = 0): string {
  return `${JSON.stringify(document, null, indent)}\n`;
}
