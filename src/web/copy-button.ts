/** How long a button says that it has copied, in milliseconds. */
const CONFIRMATION = 2000;

/** Makes every `<button data-copy="ID">` copy the text of the element with that id. */
export function enableCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', () => {
      const source = document.getElementById(button.dataset['copy'] ?? '');
      void copy(source).then((done) => {
        button.textContent = done ? 'Copied' : 'Press Ctrl+C';
        setTimeout(() => {
          button.textContent = label;
        }, CONFIRMATION);
      });
    });
  }
}

/** Copies an element's text; where the browser forbids that, selects it, so that the visitor can. */
async function copy(source: HTMLElement | null): Promise<boolean> {
  if (!source) return false;
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
