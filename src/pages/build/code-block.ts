import { escapeHtml } from './fill-template.ts';

/**
 * Code with a button that copies it.
 *
 * @param code the code, as markup
 * @param title what the code is, as text. Screen readers say it after “Copy”.
 */
export function codeBlock({ id, code, title }: Readonly<Record<'id' | 'code' | 'title', string>>): string {
  const label = escapeHtml(`Copy ${title}`);
  return (
    `<div class="code"><pre tabindex="0"><code id="${id}">${code}</code></pre>` +
    `<button type="button" class="copy" data-copy="${id}" aria-label="${label}" hidden>Copy</button></div>`
  );
}
