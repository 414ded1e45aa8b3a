import { enableCopyButtons } from '../frame/copy-button.ts';
import { find } from '../frame/elements.ts';
import { openContents } from './contents.ts';
import { enableSearch } from './search-docs.ts';
import { enableTabs } from './tabs.ts';
import { enableTryIt } from './try-it.ts';

/** In every example, replaces the origin that the build inserted with the origin of the current page. */
function nameThisHost(): void {
  const published = find('main', HTMLElement).dataset['origin'] ?? '';
  if (published === location.origin) return;
  // Only text changes, so the code keeps its colors.
  for (const code of document.querySelectorAll('code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.nodeValue?.includes(published)) text.nodeValue = text.nodeValue.replaceAll(published, location.origin);
    }
  }
}

nameThisHost();
openContents();
enableCopyButtons();
enableTabs();
enableTryIt();
enableSearch();
