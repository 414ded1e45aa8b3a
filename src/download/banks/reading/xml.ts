import { SaxesParser } from 'saxes';

/** An XML element. Names are without a prefix, because servers change prefixes and namespaces. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text between the element's tags, without the text of elements in it. */
  readonly text: string;
}

/** Maximum number of elements inside one another. Banks' responses have up to ten. */
const MAX_DEPTH = 32;

/**
 * Reads a document, and passes each element on when it ends: the elements in it come first.
 *
 * @param onEnd is called with an element and the elements around it, the nearest first, whose text isn't complete yet
 * @throws {RangeError} if the document is cut off or isn't XML
 */
export function readXml(text: string, onEnd: (element: XmlElement, around: readonly XmlElement[]) => void): void {
  const parser = new SaxesParser();
  const open: (XmlElement & { text: string })[] = [];
  parser.on('error', () => {
    throw new RangeError('the response isn’t complete XML');
  });
  // Banks' responses have none, and its entities could make a text endless.
  parser.on('doctype', () => {
    throw new RangeError('the response has a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === MAX_DEPTH) throw new RangeError('the response has too many elements inside one another');
    open.unshift({ name: localName(name), attributes: withLocalNames(attributes), text: '' });
  });
  const addText = (part: string) => {
    const [element] = open;
    if (element) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.shift();
    if (element) onEnd(element, open);
  });
  parser.write(text).close();
}

/** A loop, because a file of all days of a bank has 300,000 elements. */
function withLocalNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const named: Record<string, string> = {};
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) named[localName(name)] = attributes[name] ?? '';
  }
  return named;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
