import { addresses, feedPath, paths } from '../../api/paths.ts';
import type { SiteFile } from '../../api/site-file.ts';
import { siteOrigin } from '../template/site-origin.ts';
import { blocks, type ReferenceEndpoint, type Reference } from './reference.ts';

export interface AssistantFileInput {
  readonly reference: Reference;
  /** The guide with the recipes, as Markdown for the site. */
  readonly recipes: string;
  /** Origin of the site, without a slash at the end; undefined if it isn't known yet. */
  readonly url: string | undefined;
}

/** The reference and the recipes as Markdown for AI assistants, in the file that https://llmstxt.org defines. */
export function assistantFile({ reference, recipes, url }: AssistantFileInput): SiteFile {
  const origin = siteOrigin(url);
  const { summary, prose, groups, headers, otherResponses } = reference;
  const body = blocks(
    '# Ratesheet',
    `> ${summary}`,
    `The base URL is ${origin}${url ? '' : ', a placeholder for the host of this file'}. Interactive reference: ${origin}/docs/api. OpenAPI document: ${origin}/api/v1/openapi.json. Changes of the data, as an Atom feed: ${origin}/${feedPath}. MCP server, with tools for AI assistants: ${origin}${addresses.mcp}, described at ${origin}/docs/assistants.`,
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
    // Moves headings one level down.
    recipes.replaceAll(/^(?=#+ )/gm, '#'),
  );
  return { path: paths.assistants, body };
}

function endpointMarkdown(endpoint: ReferenceEndpoint, origin: string): string {
  const { address, summary, description, mark, otherPath, parameters, asked, status, type, fields } = endpoint;
  return blocks(
    `### GET ${address}`,
    `${summary}. ${description}`.trim(),
    `${mark === 'metered' ? 'Metered.' : 'Static file, not metered.'} ${otherPath}`.trim(),
    parameters.length > 0 && 'Parameters:',
    parameters.map(({ name, kind, description }) => `- \`${name}\` (${kind}): ${description}`).join('\n'),
    `\`GET ${origin}${asked}\` returns ${status}, ${type}: ${endpoint.response}`,
    endpoint.example,
    fields !== '' && 'Fields:',
    fields,
    endpoint.errors,
  );
}
