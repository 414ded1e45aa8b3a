import MiniSearch, { type SearchResult } from 'minisearch';
import { ask } from '../frame/ask.ts';
import { create, find } from '../frame/elements.ts';
import { type DocsEntry, searchIndexPath, searchOptions } from './search-options.ts';

/** Maximum number of results to show. */
const MAX_RESULTS = 8;
/** Timeout of the request for the index, in milliseconds. */
const PATIENCE = 20_000;

/** Makes the search field of the contents find sections of the guides and endpoints. Ctrl K or Cmd K moves to it. */
export function enableSearch(): void {
  const field = find('search', HTMLInputElement);
  const results = find('results', HTMLElement);
  const said = find('found', HTMLElement);
  let index: Promise<MiniSearch<DocsEntry>> | undefined;
  const show = async () => {
    const wanted = field.value.trim();
    try {
      const found = wanted === '' ? [] : search(await (index ??= loadIndex()), wanted);
      // Somebody may have typed on meanwhile.
      if (field.value.trim() !== wanted) return;
      results.replaceChildren(...found.map(resultOf));
      results.hidden = found.length === 0;
      said.textContent = wanted === '' ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found`;
      said.classList.toggle('unseen', found.length > 0);
    } catch {
      index = undefined;
      results.hidden = true;
      said.textContent = 'The search couldn’t be loaded. Are you online? Type again.';
      said.classList.remove('unseen');
    }
  };
  field.addEventListener('input', () => void show());
  // A phone has no such keys.
  if (matchMedia('(any-hover: hover)').matches) field.placeholder += ' (Ctrl K)';
  // The index is there when the first letter is typed.
  field.addEventListener('focus', () => void (index ??= loadIndex()).catch(() => (index = undefined)), { once: true });
  addEventListener('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  const linksOf = () => Array.from(results.querySelectorAll('a'));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') linksOf()[0]?.click();
    if (event.key === 'Escape') field.value = '';
    if (event.key === 'Escape') void show();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    linksOf()[0]?.focus();
  });
  results.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = linksOf();
    const place = links.findIndex((link) => link === document.activeElement) + step;
    (place < 0 ? field : links[place])?.focus();
  });
}

/** The entries with all of the words. If there are none, those with some of the words. */
function search(index: MiniSearch<DocsEntry>, wanted: string): SearchResult[] {
  const all = index.search(wanted);
  return (all.length > 0 ? all : index.search(wanted, { combineWith: 'OR' })).slice(0, MAX_RESULTS);
}

async function loadIndex(): Promise<MiniSearch<DocsEntry>> {
  const { status, text } = await ask(`/${searchIndexPath}`, {
    signal: AbortSignal.timeout(PATIENCE),
    cache: 'no-cache',
  });
  if (status !== 200) throw new Error(`status ${status}`);
  return MiniSearch.loadJSON(text, searchOptions);
}

function resultOf({ id, title, page }: SearchResult): HTMLElement {
  const link = create('a', { href: String(id) }, String(title), create('small', {}, String(page)));
  return create('li', {}, link);
}
