import { enableCopyButtons } from '../shared/copy-button.ts';
import { find } from '../shared/elements.ts';
import { enableTryIt } from './try-it.ts';

/** In every example, replaces the origin that the build inserted with the origin of the current page. */
function nameThisHost(): void {
  const published = find('main', HTMLElement).dataset['origin'] ?? '';
  if (published === location.origin) return;
  for (const code of document.querySelectorAll('code')) {
    if (code.textContent.includes(published)) {
      code.textContent = code.textContent.replaceAll(published, location.origin);
    }
  }
}

nameThisHost();
enableCopyButtons();
enableTryIt();
