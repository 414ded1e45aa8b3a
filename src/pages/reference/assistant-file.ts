import { paths } from '../../api/format/paths.ts';
import type { SiteFile } from '../template/site-file.ts';
import type { Reference } from './reference.ts';
import { referenceMarkdown } from './reference-markdown.ts';

export interface AssistantFileInput {
  readonly reference: Reference;
  /** The guide with the recipes, as Markdown of the site. */
  readonly recipes: string;
  /** Where the site is published, without a slash at the end; undefined if it isn't known yet. */
  readonly url: string | undefined;
}

/** The reference and the recipes for an assistant to read, where those look (https://llmstxt.org). */
export function assistantFile({ reference, recipes, url }: AssistantFileInput): SiteFile {
  const below = recipes.replaceAll(/^(?=#+ )/gm, '#');
  return { path: paths.assistants, body: `${referenceMarkdown(reference, url)}\n${below}` };
}
