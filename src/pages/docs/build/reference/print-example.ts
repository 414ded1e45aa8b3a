import { MAX_FIELDS, SHOWN } from '../../../../api/openapi/short-examples.ts';

/** Maximum length of a line with a complete list, object or map, in characters. */
const LINE = 56;

/** Prints an example as indented JSON. Long lists and maps are cut, with a line that says how many entries follow. */
export function printExample(value: unknown): string {
  return typeof value === 'string' ? printTable(value) : print(value, '');
}

/** Prints the header and the first lines of a CSV table. */
function printTable(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const shown = lines.slice(0, SHOWN + 1);
  return [...shown, ...ellipsis(lines.length - shown.length)].join('\n');
}

/** @param before number of characters already on the line */
function print(value: unknown, indent: string, before = 0): string {
  const within = `${indent}  `;
  if (Array.isArray(value)) {
    const shown = value.slice(0, value.length > SHOWN + 1 ? SHOWN : undefined);
    const items = shown.map((item) => print(item, within));
    return lay([...items, ...ellipsis(value.length - shown.length)], { open: '[', close: ']', indent, before });
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const shown = entries.slice(0, entries.length > MAX_FIELDS ? SHOWN : undefined);
    const items = shown.map(([name, item]) => {
      const key = `${JSON.stringify(name)}: `;
      return key + print(item, within, key.length);
    });
    return lay([...items, ...ellipsis(entries.length - shown.length)], { open: '{ ', close: ' }', indent, before });
  }
  return JSON.stringify(value);
}

interface Layout {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
  readonly before: number;
}

/** Puts all items on one line if they fit, otherwise each item on its own line. */
function lay(items: readonly string[], { open, close, indent, before }: Layout): string {
  if (items.length === 0) return open.trim() + close.trim();
  const line = open + items.join(', ') + close;
  if (indent.length + before + line.length <= LINE && !line.includes('\n')) return line;
  const lines = items.map((item, index) => `${indent}  ${item}${index < items.length - 1 ? ',' : ''}\n`);
  return `${open.trim()}\n${lines.join('')}${indent}${close.trim()}`;
}

function ellipsis(more: number): string[] {
  return more > 0 ? [`… ${more} more`] : [];
}
