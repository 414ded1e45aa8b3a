/** A placeholder of a template has no value. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * Fills a page's placeholders as Mustache does: `{{name}}` with escaped text, and `{{{name}}}` with our own markup.
 *
 * @throws {TemplateError} if a placeholder has no value
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(
    /\{\{\{([\w.-]+)\}\}\}|\{\{([\w.-]+)\}\}/g,
    (placeholder, markup?: string, text?: string) => {
      const value = values[markup ?? text ?? ''];
      if (value === undefined) throw new TemplateError(`${placeholder} has no value.`);
      return markup === undefined ? escapeHtml(value) : value;
    },
  );
}

/** Escapes text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
