import type { Recipe } from './recipes.ts';
import type { Endpoint, Reference } from './reference.ts';
import { siteOrigin } from '../template/site-origin.ts';

export interface ReferenceMarkdownInput {
  readonly reference: Reference;
  readonly recipes: readonly Recipe[];
  /** Where the site is published, without a slash at the end; undefined where nobody knows yet. */
  readonly url: string | undefined;
}

/** The reference as Markdown, in the form of https://llmstxt.org, for those who hand it to an assistant. */
export function referenceMarkdown({ reference, recipes, url }: ReferenceMarkdownInput): string {
  const origin = siteOrigin(url);
  const { summary, prose, groups, headers, otherAnswers } = reference;
  return [
    '# Ratesheet',
    `> ${summary}`,
    `All addresses are below ${origin}${url ? '' : ', which stands for the host of this file'}. The same for people, to try out: ${origin}/docs. For programs: ${origin}/api/v1/openapi.json.`,
    ...prose,
    ...groups.flatMap(({ title, description, endpoints }) => [
      `## ${title}`,
      description,
      ...endpoints.flatMap((endpoint) => endpointMarkdown(endpoint, origin)),
    ]),
    '## Headers of answers',
    headers
      .map(({ name, value, description }) => `- \`${name}${value === undefined ? '' : `: ${value}`}\`: ${description}`)
      .join('\n'),
    '## Errors and other answers',
    ...otherAnswers.flatMap(({ status, description, example }) => [
      `**${status}.** ${description}`,
      ...(example === undefined ? [] : [fenced('json', example)]),
    ]),
    '## Recipes',
    ...recipes.flatMap(({ title, language, code, note }) => [
      `### ${title}`,
      fenced(language, code),
      ...(note === undefined ? [] : [note]),
    ]),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

function endpointMarkdown(endpoint: Endpoint, origin: string): string[] {
  const { method, address, summary, description, parameters, asked, answer, badRequests, otherStatuses } = endpoint;
  const { status, type, example, fields, sameAs } = answer;
  return [
    `### ${method} ${address}`,
    [`${summary}.`, description].join(' ').trim(),
    ...(parameters.length === 0
      ? []
      : [
          'Parameters:',
          parameters
            .map(({ name, where, type, required, description, choices, default: standard }) =>
              [
                `- \`${name}\` (${type}, in the ${where}${required ? ', required' : ''}): ${description}`,
                ...(choices.length === 0 ? [] : [`One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`]),
                ...(standard === undefined ? [] : [`Default: \`${standard}\`.`]),
              ].join(' '),
            )
            .join('\n'),
        ]),
    `\`${method} ${origin}${asked}\` gives ${status}${type === undefined ? ' without a body' : `, ${type}`}: ${answer.description}`,
    ...(sameAs?.answer.example === example
      ? []
      : [fenced(type === 'text/csv' ? 'csv' : type === undefined ? 'http' : 'json', example)]),
    ...(sameAs ? [`The answer is that of \`${sameAs.method} ${sameAs.address}\`.`] : []),
    ...(fields.length === 0 || sameAs
      ? []
      : [
          'Fields:',
          fields
            .map(
              ({ name, type, description, optional }) =>
                `- \`${name}\` (${type}${optional ? ', may be missing' : ''}): ${description}`,
            )
            .join('\n'),
        ]),
    ...(badRequests.length === 0
      ? []
      : ['Errors (400), by their `error`:', badRequests.map(({ message }) => `- ${message}`).join('\n')]),
    ...(otherStatuses.length === 0 ? [] : [`Other answers: ${otherStatuses.join(', ')}.`]),
  ];
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
