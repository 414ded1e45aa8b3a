import { requestAddress } from '../../../../api/request-address.ts';
import {
  type OpenApi,
  type OpenApiParameter,
  type Operation,
  type Ref,
  resolve,
  type Response,
} from './openapi-document.ts';
import { printExample } from './print-example.ts';
import { fieldsOf, typeInWords } from './schema-fields.ts';

/** The reference, read from the OpenAPI document. Texts are Markdown. */
export interface Reference {
  readonly summary: string;
  /** The introduction, which applies to all endpoints. */
  readonly prose: string;
  readonly groups: readonly Group[];
  /** The headers of responses, each listed once. */
  readonly headers: string;
  /** The responses other than success, sorted by status. */
  readonly otherResponses: string;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly endpoints: readonly ReferenceEndpoint[];
}

export interface ReferenceEndpoint {
  /** Anchor of the endpoint, such as `/pairs/convert`, in the form that other OpenAPI viewers use. */
  readonly id: string;
  /** Path as in OpenAPI: `/api/rates/{from}-to-{to}` */
  readonly address: string;
  readonly summary: string;
  readonly description: string;
  /** `metered` or `static file` */
  readonly mark: string;
  /** A text about the endpoint's other path, which the reference doesn't list separately. */
  readonly otherPath: string;
  readonly parameters: readonly ReferenceParameter[];
  /** Path and query of the example request. */
  readonly asked: string;
  readonly status: string;
  /** The media type of the response. */
  readonly type: string;
  readonly response: string;
  readonly example: string;
  readonly fields: string;
  readonly errors: string;
}

export interface ReferenceParameter {
  readonly name: string;
  /** Type and place of the parameter, such as `number, in the query, required`. */
  readonly kind: string;
  readonly description: string;
  readonly choices: readonly string[];
  readonly example: string;
}

/** Headers that are useful to callers. The other headers are for browsers. */
const usefulHeaders = ['Access-Control-Allow-Origin', 'Cache-Control', 'ETag', 'Content-Disposition', 'Synthetic'];

/** Reads the reference from the published OpenAPI document. */
export function readReference(document: OpenApi): Reference {
  const { summary, description } = document.info;
  return {
    summary,
    prose: description,
    groups: readGroups(document),
    headers: readHeaders(document),
    otherResponses: readOtherResponses(document),
  };
}

const VERSION = '/api/v1/';

function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).map(([address, { get }]) => ({ address, operation: get }));
}

/** The endpoints of `/api/v1` by tag, and the others last. */
function readGroups(document: OpenApi): Group[] {
  const [versioned, others] = [true, false].map((isVersioned) =>
    operationsOf(document).filter(({ address }) => address.startsWith(VERSION) === isVersioned),
  );
  const read = (operations: typeof versioned = []) =>
    operations.map(({ address, operation }) => readEndpoint(document, address, operation));
  return [
    ...document.tags.map(({ name, description, 'x-displayName': title }) => ({
      id: `/${name}`,
      title,
      description,
      endpoints: read(versioned?.filter(({ operation }) => operation.tags[0] === name)),
    })),
    {
      id: '/unversioned',
      title: 'API without a version',
      description: 'The first endpoints, which never change. New programs should use those of `/api/v1`.',
      endpoints: read(others),
    },
  ].filter(({ endpoints }) => endpoints.length > 0);
}

function readEndpoint(document: OpenApi, address: string, operation: Operation): ReferenceEndpoint {
  const { summary, description = '', responses } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => readParameter(resolve(document, parameter)));
  const [[status, success] = ['', { $ref: '' }], ...others] = Object.entries(responses);
  const { description: response, content = {} } = resolve(document, success);
  const [[type, body] = []] = Object.entries(content);
  if (type === undefined || !body) throw new RangeError(`${address} has no response with a body.`);
  return {
    id: `/${operation.tags[0] ?? ''}/${operation.operationId}`,
    address,
    summary,
    description,
    mark: operation['x-metered'] ? 'metered' : 'static file',
    otherPath: readOtherPath(operation),
    parameters,
    asked: requestAddress(address, new Map(parameters.map(({ name, example }) => [name, example]))),
    status,
    type,
    response,
    example: fenced(type === 'text/csv' ? 'csv' : 'json', printExample(body.example)),
    fields: list(
      fieldsOf(body.schema, document.components.schemas).map(
        ({ name, type, description, optional }) =>
          `\`${name}\` (${type}${optional ? ', optional' : ''}): ${description}`,
      ),
    ),
    errors: readErrors(others),
  };
}

function readOtherPath(operation: Operation): string {
  const { 'x-metered': isMetered, 'x-static-file': file, 'x-metered-path': metered } = operation;
  if (metered) {
    const query = metered.query.map((name) => `\`${name}\``);
    return `Metered: \`${metered.path}\`, which also takes ${query.join(' and ')}.`;
  }
  if (!file) return '';
  return [`${isMetered ? 'Also as a static file:' : 'Also at'} \`${file.path}\`.`, file.description]
    .filter(Boolean)
    .join(' ');
}

function readParameter({
  name,
  in: where,
  required,
  description,
  example,
  schema,
}: OpenApiParameter): ReferenceParameter {
  const choices = schema.enum ?? [];
  return {
    name,
    kind: `${typeInWords({ ...schema, enum: undefined })}, in the ${where}${required ? ', required' : ''}`,
    description: [
      description,
      ...(choices.length === 0 ? [] : [`One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`]),
      ...(schema.default === undefined ? [] : [`Default: \`${schema.default}\`.`]),
    ].join(' '),
    choices,
    example: String(example ?? ''),
  };
}

/** An endpoint's own errors, and the statuses of the responses that it shares with other endpoints. */
function readErrors(responses: readonly [status: string, Response | Ref][]): string {
  const messages = responses.flatMap(([, response]) =>
    '$ref' in response
      ? []
      : examplesOf(response).map(({ code, error }) =>
          [code ?? [], error]
            .flat()
            .map((text) => `\`${text}\``)
            .join(': '),
        ),
  );
  const shared = responses.flatMap(([status, response]) => ('$ref' in response ? [status] : []));
  return blocks(
    messages.length > 0 && 'Status 400:',
    list(messages),
    shared.length > 0 && `Other responses: ${shared.join(', ')}.`,
  );
}

function examplesOf({ content = {} }: Response) {
  return Object.values(content).flatMap(({ examples = {} }) => Object.values(examples).map(({ value }) => value));
}

/** The headers that are always sent. */
function readHeaders(document: OpenApi): string {
  const headers = operationsOf(document)
    .flatMap(({ operation }) => Object.values(operation.responses))
    .flatMap((response) => Object.entries(resolve(document, response).headers))
    .filter(([, { required }]) => required)
    .map(([name, header]) => ({ name, ...header }));
  const lines = usefulHeaders.flatMap((useful) =>
    headers
      .filter(({ name }) => name === useful)
      .map(({ name, schema, description }) => {
        const value = schema.const === undefined ? '' : `: ${schema.const}`;
        return `\`${name}${value}\`: ${description}`;
      }),
  );
  return list([...new Set(lines)]);
}

function readOtherResponses(document: OpenApi): string {
  const responses = operationsOf(document)
    .flatMap(({ operation }) => Object.entries(operation.responses).slice(1))
    .map(([status, reference]): [string, string] => {
      const response = resolve(document, reference);
      const [example] = examplesOf(response);
      const { description } = response;
      return [description, blocks(`**${status}.** ${description}`, example && fenced('json', printExample(example)))];
    });
  // Responses with the same description differ only in their examples, so only the last of them is listed. The texts
  // begin with the status, so they are sorted by status.
  return blocks(...[...new Map(responses).values()].sort((a, b) => a.localeCompare(b)));
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Joins blocks of Markdown with blank lines. Empty blocks are omitted. */
export function blocks(...all: readonly (string | false | undefined)[]): string {
  return all.filter(Boolean).join('\n\n');
}
