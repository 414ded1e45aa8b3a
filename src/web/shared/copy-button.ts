import { create, find } from './elements.ts';

/** How long a button shows its confirmation, in milliseconds. */
const CONFIRMATION = 2000;

/** Makes each `<button data-copy="ID">` copy the text of the element with this id, and announces the result. */
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

/** Copies an element's text. If the browser forbids copying, selects the text, so that the visitor can copy it. */
async function copy(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
