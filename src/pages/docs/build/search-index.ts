import { marked, type Token, type Tokens } from 'marked';
import MiniSearch from 'minisearch';
import type { SiteFile } from '../../../api/site-file.ts';
import { typographic, uniqueIds } from '../../build/markdown.ts';
import { type DocsEntry, searchIndexPath, searchOptions } from '../search-options.ts';
import type { Guide } from './guide.ts';
import type { Reference } from './reference/reference.ts';

/** The search index of the guides and the reference. A browser loads it when a visitor begins to search. */
export function searchIndexFile(reference: Reference, guides: readonly Guide[]): SiteFile {
  const index = new MiniSearch(searchOptions);
  index.addAll([...guides.flatMap(sectionsOf), ...endpointsOf(reference)]);
  return { path: searchIndexPath, body: JSON.stringify(index) };
}

/** A guide's beginning, and each of its sections. */
function sectionsOf({ path, title, lead, content }: Guide): DocsEntry[] {
  const newId = uniqueIds();
  const entries = [{ address: path, title, page: 'Guide', texts: [lead] }];
  for (const token of marked.lexer(content)) {
    // Comments are places of pictures.
    if (token.type === 'html') continue;
    if (isHeading(token)) {
      const address = `${path}#${newId(token.text)}`;
      entries.push({ address, title: plain(token.text), page: title, texts: [] });
    } else {
      entries.at(-1)?.texts.push(plain(token.raw));
    }
  }
  return entries.map(({ texts, ...entry }) => ({ ...entry, text: texts.join(' ') }));
}

function endpointsOf({ groups }: Reference): DocsEntry[] {
  return groups.flatMap(({ endpoints }) =>
    endpoints.map(({ id, address, summary, description, parameters }) => ({
      address: `/docs/api#${id}`,
      title: typographic(summary),
      page: `API reference: ${address}`,
      text: [address, description, ...parameters.map(({ name, description }) => `${name} ${description}`)].join(' '),
    })),
  );
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** Markdown without its marks: `[Limits](limits.md)` → `Limits` */
function plain(markdown: string): string {
  return typographic(markdown.replaceAll(/\]\([^)]*\)|[`*[\]|]/g, ' ').trim());
}
