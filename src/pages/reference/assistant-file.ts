import { paths } from '../../api/format/paths.ts';
import type { SiteFile } from '../template/site-file.ts';
import { siteOrigin } from '../template/site-origin.ts';
import { blocks, type Endpoint, type Reference } from './reference.ts';

export interface AssistantFileInput {
  readonly reference: Reference;
  /** The guide with the recipes, as Markdown of the site. */
  readonly recipes: string;
  /** Where the site is published, without a slash at the end; undefined if it isn't known yet. */
  readonly url: string | undefined;
}

/** The reference and the recipes as Markdown, for an assistant to read, where those look (https://llmstxt.org). */
export function assistantFile({ reference, recipes, url }: AssistantFileInput): SiteFile {
  const origin = siteOrigin(url);
  const { summary, prose, groups, headers, otherResponses } = reference;
  const body = blocks(
    '# Ratesheet',
    `> ${summary}`,
    `All paths are below ${origin}${url ? '' : ', which stands for the host of this file'}. To read and try them in a browser: ${origin}/docs/api. For programs: ${origin}/api/v1/openapi.json.`,
    prose,
    ...groups.flatMap(({ title, description, endpoints }) => [
      `## ${title}`,
      description,
      ...endpoints.map((endpoint) => endpointMarkdown(endpoint, origin)),
    ]),
    '## Headers of responses',
    headers,
    '## Errors and other responses',
    otherResponses,
    // One level down.
    recipes.replaceAll(/^(?=#+ )/gm, '#'),
  );
  return { path: paths.assistants, body };
}

function endpointMarkdown(endpoint: Endpoint, origin: string): string {
  const { address, summary, description, parameters, asked, status, type, fields } = endpoint;
  return blocks(
    `### GET ${address}`,
    `${summary}. ${description}`.trim(),
    endpoint.folded,
    parameters.length > 0 && 'Parameters:',
    parameters.map(({ name, kind, description }) => `- \`${name}\` (${kind}): ${description}`).join('\n'),
    `\`GET ${origin}${asked}\` returns ${status}, ${type}: ${endpoint.response}`,
    endpoint.example,
    fields !== '' && 'Fields:',
    fields,
    endpoint.errors,
  );
}
