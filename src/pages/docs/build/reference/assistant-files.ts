import { addresses, feedPath, paths } from '../../../../api/paths.ts';
import type { SiteFile } from '../../../../api/site-file.ts';
import { type Guide, recipesOf } from '../guide.ts';
import { siteOrigin } from '../../../build/site-origin.ts';
import { blocks, type ReferenceEndpoint, type Reference } from './reference.ts';

export interface AssistantFilesInput {
  readonly reference: Reference;
  readonly guides: readonly Guide[];
  /** Origin of the site, without a slash at the end; undefined if it isn't known yet. */
  readonly url: string | undefined;
}

/**
 * The documentation as Markdown for AI assistants: an index, as https://llmstxt.org defines it, and the whole reference
 * with the recipes. An assistant reads the index in every conversation, so it has only links.
 */
export function* assistantFiles({ reference, guides, url }: AssistantFilesInput): Generator<SiteFile> {
  const origin = siteOrigin(url);
  const begin = ['# Ratesheet', `> ${reference.summary}`, introduction(origin, url)];
  yield { path: paths.assistants, body: blocks(...begin, ...indexMarkdown(reference, guides, origin)) };
  yield { path: paths.assistantsFull, body: blocks(...begin, ...fullMarkdown(reference, guides, origin)) };
}

function introduction(origin: string, url: string | undefined): string {
  return `The base URL is ${origin}${url ? '' : ', a placeholder for the host of this file'}. Interactive reference: ${origin}/docs/api. OpenAPI document: ${origin}/api/v1/openapi.json. Changes of the data, as an Atom feed: ${origin}/${feedPath}. MCP server, with tools for AI assistants: ${origin}${addresses.mcp}, described at ${origin}/docs/assistants.`;
}

function indexMarkdown({ groups }: Reference, guides: readonly Guide[], origin: string): string[] {
  const link = (title: string, path: string, note: string) => `- [${title}](${origin}${path}): ${note}`;
  return [
    'Paths that end in `.json` are static files without a request limit. Requests marked as metered share a daily quota.',
    ...groups.map(({ title, endpoints }) =>
      [
        `## ${title}\n`,
        ...endpoints.map(({ address, asked, summary, mark }) =>
          link(`GET ${address}`, asked, `${summary}${mark === 'metered' ? ' (metered)' : ''}`),
        ),
      ].join('\n'),
    ),
    ['## Guides\n', ...guides.map(({ path, title, lead }) => link(title, path, lead))].join('\n'),
    [
      '## Optional\n',
      link(
        'Reference and recipes',
        `/${paths.assistantsFull}`,
        'every endpoint with its parameters, fields and errors',
      ),
    ].join('\n'),
  ];
}

function fullMarkdown(reference: Reference, guides: readonly Guide[], origin: string): string[] {
  const { prose, groups, headers, otherResponses } = reference;
  return [
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
    recipesOf(guides).markdown.replaceAll(/^(?=#+ )/gm, '#'),
  ];
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
