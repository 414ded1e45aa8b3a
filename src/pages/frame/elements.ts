/**
 * The page's element with this id.
 * @throws {Error} if the element doesn't exist or is of another kind
 */
export function find<T extends Element>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} #${id}.`);
}

/** Creates an element. Text in `children` never becomes markup. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A text that breaks lines before and after its dates, such as `2026-09-29`, but not within them. */
export function withWholeDates(text: string): (Node | string)[] {
  const parts = text.split(/(\d{4}-\d\d-\d\d)/);
  return parts.map((part, index) => (index % 2 === 0 ? part : create('span', { class: 'whole' }, part)));
}

/** Fills a table with two columns. The first column has the row headers. */
export function fillTable(
  id: string,
  caption: string,
  headers: readonly [string, string],
  rows: readonly (readonly [header: string, cell: string])[],
): void {
  find(id, HTMLTableElement).replaceChildren(
    create('caption', {}, caption),
    create('thead', {}, create('tr', {}, ...headers.map((header) => create('th', { scope: 'col' }, header)))),
    create(
      'tbody',
      {},
      ...rows.map(([header, cell]) => create('tr', {}, create('th', { scope: 'row' }, header), create('td', {}, cell))),
    ),
  );
}
