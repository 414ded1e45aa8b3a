import { requestAddress } from '../../api/format/request-address.ts';
import {
  type OpenApi,
  type OpenApiHeader,
  type OpenApiParameter,
  type Operation,
  type Ref,
  resolve,
  type Response,
} from './openapi-document.ts';
import { printExample } from './print-example.ts';
import { type Field, fieldsOf, typeInWords } from './schema-fields.ts';

/** The reference as it stands in the OpenAPI document. Texts are Markdown. */
export interface Reference {
  readonly summary: string;
  /** Paragraphs about all endpoints. */
  readonly prose: readonly string[];
  readonly groups: readonly Group[];
  /** The headers of responses, each value once. */
  readonly headers: readonly Header[];
  /** The responses that aren't a success, by status. */
  readonly otherAnswers: readonly OtherAnswer[];
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

export interface Endpoint {
  /** Its anchor, `/pairs/convert`, as viewers of OpenAPI documents have it. */
  readonly id: string;
  /** As OpenAPI writes it: `/api/rates/{from}-to-{to}` */
  readonly address: string;
  readonly summary: string;
  readonly description: string;
  /** The same document as a static file. */
  readonly file: Folded | undefined;
  readonly preflight: Folded | undefined;
  readonly parameters: readonly Parameter[];
  /** The path with the parameters' examples. */
  readonly asked: string;
  readonly answer: Answer;
  /** The messages of a 400. */
  readonly badRequests: readonly string[];
  /** The statuses of the other responses. */
  readonly otherStatuses: readonly string[];
}

/** An operation that is described with its endpoint. */
export interface Folded {
  readonly id: string;
  readonly address: string;
}

export interface Parameter {
  readonly name: string;
  readonly where: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly choices: readonly string[];
  readonly default: string | undefined;
  readonly example: string;
}

export interface Answer {
  readonly status: string;
  /** The media type. */
  readonly type: string;
  readonly description: string;
  readonly example: string;
  readonly fields: readonly Field[];
}

export interface Header {
  readonly name: string;
  /** Undefined if it depends on the response. */
  readonly value: string | undefined;
  readonly description: string;
}

export interface OtherAnswer {
  readonly status: string;
  readonly description: string;
  /** The body, if there is one. */
  readonly example: string | undefined;
}

/** The headers that are of use to a caller. The others are for browsers. */
const usefulHeaders = ['Access-Control-Allow-Origin', 'Cache-Control', 'ETag', 'Content-Disposition'];

/** Reads the reference from the OpenAPI document as it is published. */
export function readReference(document: OpenApi): Reference {
  const { summary, description } = document.info;
  const groups = readGroups(document);
  return {
    summary,
    prose: [
      description,
      // The operations of these groups are described with their endpoints.
      ...groups
        .filter(({ endpoints }) => endpoints.length === 0)
        .map(({ title, description }) => `**${title}.** ${description}`),
      ...preflightExample(document),
    ],
    groups: groups.filter(({ endpoints }) => endpoints.length > 0),
    headers: readHeaders(document),
    otherAnswers: readOtherAnswers(document),
  };
}

function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([address, item]) =>
    Object.entries(item).map(([method, operation]) => ({ address, method, operation })),
  );
}

function readGroups(document: OpenApi): Group[] {
  const endpoints = operationsOf(document).filter(
    ({ address, method }) =>
      method === 'get' && !(document.paths[address.replace(/\.json$/, '')] && address.endsWith('.json')),
  );
  return document.tags.map(({ name, description, 'x-displayName': title }) => ({
    id: `/${name}`,
    title,
    description,
    endpoints: endpoints
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ address, operation }) => readEndpoint(document, address, operation)),
  }));
}

function readEndpoint(document: OpenApi, address: string, operation: Operation): Endpoint {
  const { summary, description = '', responses } = operation;
  const { paths } = document;
  const parameters = (operation.parameters ?? []).map((parameter) => readParameter(document, parameter));
  const [[status, success] = ['', { $ref: '' }], ...others] = Object.entries(responses);
  return {
    id: idOf(operation),
    address,
    summary,
    description,
    file: folded(`${address}.json`, paths[`${address}.json`]?.['get']),
    preflight: folded(address, paths[address]?.['options']),
    parameters,
    asked: requestAddress(address, new Map(parameters.map(({ name, example }) => [name, example]))),
    answer: { status, ...readAnswer(document, resolve(document, success)) },
    // Responses that several endpoints share are described once.
    badRequests: others.flatMap(([, response]) => ('$ref' in response ? [] : readErrors(response))),
    otherStatuses: others.flatMap(([status, response]) => ('$ref' in response ? [status] : [])),
  };
}

function idOf({ tags, operationId }: Operation): string {
  return `/${tags[0] ?? ''}/${operationId}`;
}

function folded(address: string, operation: Operation | undefined): Folded | undefined {
  return operation && { id: idOf(operation), address };
}

function readParameter(document: OpenApi, parameter: OpenApiParameter | Ref): Parameter {
  const { name, in: where, required = false, description, example, schema } = resolve(document, parameter);
  return {
    name,
    where,
    type: typeInWords({ ...schema, enum: undefined }),
    required,
    description,
    choices: schema.enum ?? [],
    default: schema.default?.toString(),
    example: String(example),
  };
}

function readAnswer(document: OpenApi, { description, content = {} }: Response) {
  const [[type, body] = []] = Object.entries(content);
  if (type === undefined || !body) throw new RangeError(`A response has no body: ${description}`);
  return {
    type,
    description,
    example: printExample(body.example),
    fields: fieldsOf(body.schema, document.components.schemas),
  };
}

function readErrors({ content = {} }: Response): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.values(examples).map(({ value }) => value.error));
}

/** The response to a preflight, which is the same for every endpoint. */
function preflightExample(document: OpenApi): string[] {
  const preflight = operationsOf(document).find(({ method }) => method === 'options');
  return Object.entries(preflight?.operation.responses ?? {}).map(([status, response]) => {
    const headers = Object.entries(resolve(document, response).headers);
    const lines = headers.map(([name, header]) => `${name}: ${valueOf(resolve(document, header)) ?? ''}`);
    return ['```http', `HTTP/1.1 ${status}`, ...lines, '```'].join('\n');
  });
}

/** The headers that responses share. A header that only one response has belongs to its description. */
function readHeaders(document: OpenApi): Header[] {
  const headers = operationsOf(document)
    .flatMap(({ operation }) => Object.values(operation.responses))
    .flatMap((response) => Object.entries(resolve(document, response).headers))
    .filter(([, header]) => '$ref' in header)
    .map(([name, reference]): [string, Header] => {
      const header = resolve(document, reference);
      return [header.description, { name, value: valueOf(header), description: header.description }];
    });
  const each = [...new Map(headers).values()];
  return usefulHeaders.flatMap((useful) => each.filter(({ name }) => name === useful));
}

function valueOf({ schema }: OpenApiHeader): string | undefined {
  return schema.const?.toString();
}

function readOtherAnswers(document: OpenApi): OtherAnswer[] {
  const answers = operationsOf(document)
    .flatMap(({ operation }) => Object.entries(operation.responses).slice(1))
    .map(([status, reference]): [string, OtherAnswer] => {
      const { description, content = {} } = resolve(document, reference);
      const [example] = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples));
      return [description, { status, description, example: example && printExample(example.value) }];
    });
  return [...new Map(answers).values()].sort((a, b) => a.status.localeCompare(b.status));
}
