import { paths } from '../../api/format/paths.ts';
import { recipesOf, type RecipesInput } from './recipes.ts';
import type { Reference } from './reference.ts';
import { referenceMarkdown } from './reference-markdown.ts';
import type { SiteFile } from '../template/site-file.ts';

export interface AssistantFileInput extends RecipesInput {
  readonly reference: Reference;
}

/** The reference for an assistant to read, where those look (https://llmstxt.org). */
export function assistantFile({ reference, ...input }: AssistantFileInput): SiteFile {
  const body = referenceMarkdown({ reference, recipes: recipesOf(input), url: input.url });
  return { path: paths.assistants, body };
}
