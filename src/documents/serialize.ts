/** A document as the bytes of a file or an answer: JSON without white space, then a line end for whoever reads it in a terminal. */
export function serialize(document: object): string {
  return `${JSON.stringify(document)}\n`;
}
