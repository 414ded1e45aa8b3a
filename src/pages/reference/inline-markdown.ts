import { escapeHtml } from '../template/fill-template.ts';

/** The marks that our texts have, as HTML: `code`, **strong**, _emphasis_. All else is text. */
export function inlineMarkdown(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/(?<!\w)_(.+?)_(?!\w)/g, '<em>$1</em>'),
    )
    .join('');
}
