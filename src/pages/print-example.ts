/** Characters that a line may have for all of a list to stand on it. */
const LINE = 56;
/** An object with more entries than this is a map: no document has so many fields. */
const MOST_FIELDS = 16;
/** How many entries of a long list or map, and lines of a table, are shown. */
const SHOWN = 3;

/** An example as people read it: JSON over several lines, of what is long the beginning, and a line that says so. */
export function printExample(value: unknown): string {
  return typeof value === 'string' ? printTable(value) : print(value, '');
}

/** CSV: the header and the first lines. */
function printTable(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const shown = lines.slice(0, SHOWN + 1);
  return [...shown, ...ellipsis(lines.length - shown.length)].join('\n');
}

/** @param before characters that stand on the line already */
function print(value: unknown, indent: string, before = 0): string {
  if (Array.isArray(value)) {
    return list(
      '[',
      ']',
      value.slice(0, value.length > SHOWN + 1 ? SHOWN : undefined),
      value.length,
      indent,
      (item) => print(item, `${indent}  `),
      before,
    );
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return list(
      '{',
      '}',
      entries.slice(0, entries.length > MOST_FIELDS ? SHOWN : undefined),
      entries.length,
      indent,
      ([key, item]) => {
        const before = `${JSON.stringify(key)}: `;
        return before + print(item, `${indent}  `, before.length);
      },
      before,
    );
  }
  return JSON.stringify(value);
}

function list<T>(
  open: string,
  close: string,
  shown: readonly T[],
  length: number,
  indent: string,
  printItem: (item: T) => string,
  before: number,
): string {
  if (length === 0) return open + close;
  const items = [...shown.map(printItem), ...ellipsis(length - shown.length)];
  const pad = open === '{' ? ' ' : '';
  const line = open + pad + items.join(', ') + pad + close;
  if (indent.length + before + line.length <= LINE && !line.includes('\n')) return line;
  const last = items.length - 1;
  const lines = items.map((item, index) => `${indent}  ${item}${index < last ? ',' : ''}\n`);
  return `${open}\n${lines.join('')}${indent}${close}`;
}

function ellipsis(more: number): string[] {
  return more > 0 ? [`… ${more} more`] : [];
}
