/** A template and its values do not fit together. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * Fills a page's placeholders the way Mustache writes them: `{{name}}` with text, whatever it holds, and `{{{name}}}`
 * with markup of our own.
 *
 * @throws {TemplateError} for a placeholder without a value
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (placeholder, markup?: string, text?: string) => {
    const value = values[markup ?? text ?? ''];
    if (value === undefined) throw new TemplateError(`${placeholder} has no value.`);
    return markup === undefined ? escapeHtml(value) : value;
  });
}

/** Text as it stands in HTML, in an attribute's quotes as well. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
