import { siteOrigin } from '../template/site-origin.ts';
import type { Endpoint, Parameter, Reference } from './reference.ts';

/** The reference as Markdown, in the form of https://llmstxt.org. */
export function referenceMarkdown(
  { summary, prose, groups, ...reference }: Reference,
  url: string | undefined,
): string {
  const origin = siteOrigin(url);
  return blocks([
    '# Ratesheet',
    `> ${summary}`,
    `All paths are below ${origin}${url ? '' : ', which stands for the host of this file'}. To read and try them in a browser: ${origin}/docs/api. For programs: ${origin}/api/v1/openapi.json.`,
    ...prose,
    ...groups.flatMap(({ title, description, endpoints }) => [
      `## ${title}`,
      description,
      ...endpoints.map((endpoint) => endpointMarkdown(endpoint, origin)),
    ]),
    '## Headers of responses',
    headersMarkdown(reference),
    '## Errors and other responses',
    otherAnswersMarkdown(reference),
  ]);
}

function endpointMarkdown(endpoint: Endpoint, origin: string): string {
  const { address, summary, description, parameters, asked, answer } = endpoint;
  return blocks([
    `### GET ${address}`,
    `${summary}. ${description}`.trim(),
    foldedMarkdown(endpoint),
    parameters.length > 0 && 'Parameters:',
    list(
      parameters,
      (parameter) => `\`${parameter.name}\` (${parameterKind(parameter)}): ${parameterMarkdown(parameter)}`,
    ),
    `\`GET ${origin}${asked}\` returns ${answer.status}, ${answer.type}: ${answer.description}`,
    exampleMarkdown(answer),
    answer.fields.length > 0 && 'Fields:',
    fieldsMarkdown(endpoint),
    endpoint.badRequests.length > 0 && 'Errors (400), by their `error`:',
    errorsMarkdown(endpoint),
  ]);
}

/** The static file and the preflight of an endpoint. */
export function foldedMarkdown({ file, preflight }: Endpoint): string {
  return [file && `Also as a static file: \`${file.address}\`.`, preflight && 'Preflight: `OPTIONS`.']
    .filter(Boolean)
    .join(' ');
}

/** `number, in the query, required` */
export function parameterKind({ type, where, required }: Parameter): string {
  return `${type}, in the ${where}${required ? ', required' : ''}`;
}

export function parameterMarkdown({ description, choices, default: standard }: Parameter): string {
  return [
    description,
    ...(choices.length === 0 ? [] : [`One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`]),
    ...(standard === undefined ? [] : [`Default: \`${standard}\`.`]),
  ].join(' ');
}

export function exampleMarkdown({ type, example }: { type: string; example: string }): string {
  return `\`\`\`${type === 'text/csv' ? 'csv' : 'json'}\n${example}\n\`\`\``;
}

export function fieldsMarkdown({ answer: { fields } }: Endpoint): string {
  return list(
    fields,
    ({ name, type, description, optional }) =>
      `\`${name}\` (${type}${optional ? ', may be missing' : ''}): ${description}`,
  );
}

export function errorsMarkdown({ badRequests, otherStatuses }: Endpoint): string {
  const others = otherStatuses.length > 0 && `Other responses: ${otherStatuses.join(', ')}.`;
  return blocks([list(badRequests, (message) => `\`${message}\``), others]).trimEnd();
}

export function headersMarkdown({ headers }: Pick<Reference, 'headers'>): string {
  return list(
    headers,
    ({ name, value, description }) => `\`${name}${value === undefined ? '' : `: ${value}`}\`: ${description}`,
  );
}

export function otherAnswersMarkdown({ otherAnswers }: Pick<Reference, 'otherAnswers'>): string {
  return blocks(
    otherAnswers.flatMap(({ status, description, example }) => [
      `**${status}.** ${description}`,
      example !== undefined && exampleMarkdown({ type: 'application/json', example }),
    ]),
  ).trimEnd();
}

function list<T>(items: readonly T[], print: (item: T) => string): string {
  return items.map((item) => `- ${print(item)}`).join('\n');
}

/** Blocks of Markdown with blank lines between them. Empty blocks are left out. */
function blocks(all: readonly (string | false)[]): string {
  return all
    .filter(Boolean)
    .map((block) => `${String(block).trimEnd()}\n`)
    .join('\n');
}
