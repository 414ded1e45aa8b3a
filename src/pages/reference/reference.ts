import { requestAddress } from '../../api/format/request-address.ts';
import {
  type OpenApi,
  type OpenApiHeader,
  type OpenApiParameter,
  type Ref,
  resolve,
  type Response,
} from './openapi-document.ts';
import { printExample } from './print-example.ts';
import { type Field, fieldsOf, typeInWords } from './schema-fields.ts';

/** What the reference says, as it stands in the OpenAPI document. Texts are inline Markdown. */
export interface Reference {
  readonly summary: string;
  /** What holds for all endpoints: paragraphs, each with a word in bold that it is about. */
  readonly prose: readonly string[];
  readonly groups: readonly Group[];
  /** The headers of answers, each of its values told once. */
  readonly headers: readonly Header[];
  /** What else than a success an answer may be, by status. */
  readonly otherAnswers: readonly OtherAnswer[];
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

export interface Endpoint {
  /** Its anchor, `/pairs/convert`: with a `#`, the address that viewers of OpenAPI documents give it. */
  readonly id: string;
  readonly method: string;
  /** As OpenAPI writes it: `/api/rates/{from}-to-{to}` */
  readonly address: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The address with the parameters' examples. */
  readonly asked: string;
  readonly answer: Answer;
  /** What may be wrong with a request. */
  readonly badRequests: readonly ErrorExample[];
  /** The statuses of the other answers that it may give. */
  readonly otherStatuses: readonly string[];
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
  /** The media type; undefined where there is no body. */
  readonly type: string | undefined;
  readonly description: string;
  /** The body, or the headers where there is none. */
  readonly example: string;
  readonly fields: readonly Field[];
  /** The endpoint before that has the same fields. */
  readonly sameAs: Endpoint | undefined;
}

export interface ErrorExample {
  /** `missing_parameters` → `Missing parameters` */
  readonly title: string;
  readonly message: string;
}

export interface Header {
  readonly name: string;
  /** Undefined where it depends on the answer. */
  readonly value: string | undefined;
  readonly description: string;
}

export interface OtherAnswer {
  readonly status: string;
  readonly description: string;
  /** What stands in the body, if there is one. */
  readonly example: string | undefined;
}

/** The headers that a caller has a use for; the others are for browsers. */
const toldHeaders = ['Access-Control-Allow-Origin', 'Cache-Control', 'ETag', 'Content-Disposition'];

/** Reads the reference from the OpenAPI document as it is published. */
export function readReference(document: OpenApi): Reference {
  const { summary, description } = document.info;
  return {
    summary,
    prose: description.split('\n\n'),
    groups: readGroups(document),
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
  const operations = operationsOf(document);
  /** The first endpoint that answers in a shape, by its name. */
  const byShape = new Map<string, Endpoint>();
  return document.tags.map(({ name, description, 'x-displayName': title }) => ({
    id: `/${name}`,
    title,
    description,
    endpoints: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((entry) => readEndpoint(document, name, entry, byShape)),
  }));
}

function readEndpoint(
  document: OpenApi,
  tag: string,
  { address, method, operation }: ReturnType<typeof operationsOf>[number],
  byShape: Map<string, Endpoint>,
): Endpoint {
  const { operationId, summary, description = '', responses } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => readParameter(document, parameter));
  const [[status, success] = ['', { $ref: '' }], ...others] = Object.entries(responses);
  const { shape, ...answer } = readAnswer(document, resolve(document, success));
  const endpoint: Endpoint = {
    id: `/${tag}/${operationId}`,
    method: method.toUpperCase(),
    address,
    summary,
    description,
    parameters,
    asked: requestAddress(address, new Map(parameters.map(({ name, example }) => [name, example]))),
    answer: { status, ...answer, sameAs: byShape.get(shape) },
    // What several endpoints answer is told once for all of them.
    badRequests: others.flatMap(([, response]) => ('$ref' in response ? [] : readErrors(response))),
    otherStatuses: others.flatMap(([status, response]) => ('$ref' in response ? [status] : [])),
  };
  if (shape !== '' && !byShape.has(shape)) byShape.set(shape, endpoint);
  return endpoint;
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

function readAnswer(document: OpenApi, { description, headers, content = {} }: Response) {
  const [type, body] = Object.entries(content)[0] ?? [];
  if (!body) {
    const lines = Object.entries(headers).map(
      ([name, header]) => `${name}: ${valueOf(resolve(document, header)) ?? ''}`,
    );
    return { type, description, example: lines.join('\n'), fields: [], shape: '' };
  }
  return {
    type,
    description,
    example: printExample(body.example),
    fields: fieldsOf(body.schema, document.components.schemas),
    shape: body.schema.$ref ?? '',
  };
}

function readErrors({ content = {} }: Response): ErrorExample[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples).map(([name, { value }]) => ({ title: titleOf(name), message: value.error })),
  );
}

/** Those that answers share: where one has its own, it tells of that answer alone. */
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
  return toldHeaders.flatMap((told) => each.filter(({ name }) => name === told));
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

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
