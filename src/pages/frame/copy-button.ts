import { create, find } from './elements.ts';

/** How long a button shows its confirmation, in milliseconds. */
const CONFIRMATION = 2000;

/** What a button says after the text was copied, or after it was only selected because the browser forbids copying. */
export interface CopyWords {
  readonly copied: string;
  readonly selected: string;
}

const english: CopyWords = { copied: 'Copied', selected: 'Text selected, not copied' };

/** Makes each `<button data-copy="ID">` copy the text of the element with this id, and announces the result. */
export function enableCopyButtons(words = english): void {
  const announcement = create('p', { class: 'unseen', role: 'status' });
  document.body.append(announcement);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const content = [...button.childNodes];
    const isIcon = button.querySelector('svg') !== null;
    button.hidden = false;
    button.addEventListener('click', () => {
      void copy(find(button.dataset['copy'] ?? '', HTMLElement)).then((done) => {
        const word = done ? words.copied : words.selected;
        // A button with an icon stays as small as it is.
        button.replaceChildren(done && isIcon ? '✓' : word);
        button.classList.add('confirming');
        announcement.textContent = word;
        setTimeout(() => {
          button.replaceChildren(...content);
          button.classList.remove('confirming');
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
    // A text that isn't shown can't be selected.
    source.hidden = false;
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
