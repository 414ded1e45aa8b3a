import { create, find } from './elements.ts';

/** How long a button says that it has copied, in milliseconds. */
const CONFIRMATION = 2000;

/** Makes every `<button data-copy="ID">` copy the text of the element with that id, and says aloud that it has. */
export function enableCopyButtons(): void {
  const announcement = create('p', { class: 'unseen', role: 'status' });
  document.body.append(announcement);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', () => {
      void copy(find(button.dataset['copy'] ?? '', HTMLElement)).then((done) => {
        const word = done ? 'Copied' : 'Press Ctrl+C';
        button.textContent = word;
        announcement.textContent = word;
        setTimeout(() => {
          button.textContent = label;
          announcement.textContent = '';
        }, CONFIRMATION);
      });
    });
  }
}

/** Copies an element's text; where the browser forbids that, selects it, so that the visitor can. */
async function copy(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
