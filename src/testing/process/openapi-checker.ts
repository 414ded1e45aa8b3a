import { expect } from 'vitest';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** An OpenAPI document without `$ref`, with the fields that a test reads. */
interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: CheckedOperation }>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

interface CheckedOperation {
  readonly parameters?: readonly CheckedParameter[];
  readonly responses: Readonly<Record<string, Response | undefined>>;
  readonly 'x-metered': boolean;
  readonly 'x-static-file'?: { readonly path: string };
  readonly 'x-metered-path'?: { readonly path: string; readonly query: readonly string[] };
}

export interface CheckedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: { readonly pattern?: string };
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: object }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
}

export interface CheckedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Headers of the transport and of the server, which OpenAPI documents don't describe. */
const transport = new Set([
  ...['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'vary'],
  // In OpenAPI, the media type is the key under `content`.
  'content-type',
  'x-server-env',
]);

/** Finds parts of a response that an OpenAPI document doesn't describe. */
export class OpenApiChecker {
  /** The operation of each path, including the paths in extensions. */
  readonly operations: ReadonlyMap<string, CheckedOperation>;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: object) {
    this.operations = operationsOf(withoutReferences(document) as OpenApi);
    addFormats.default(this.#ajv);
  }

  /**
   * @param path the path as the document writes it, with placeholders such as `{from}`
   * @param method the request's method. The document has only GET, and its responses to other methods
   * @returns a line for each status, header or part of the body that differs from the document
   */
  problems(path: string, method: string, { status, headers, body }: CheckedResponse): string[] {
    const response = this.operations.get(path)?.responses[status];
    if (!response) return [`status ${status}`];
    const described = Object.entries(response.headers ?? {});
    const names = new Set(described.map(([name]) => name.toLowerCase()));
    return [
      ...[...headers.keys()].filter((name) => !names.has(name) && !transport.has(name)).map((name) => `header ${name}`),
      ...described.flatMap(([name, { required = false, schema }]) => {
        const value = headers.get(name);
        if (value === null) return required ? [`no header ${name}`] : [];
        return this.#mismatches(schema, value, `header ${name}`);
      }),
      ...this.#bodyProblems(response, method, headers.get('Content-Type'), body),
    ];
  }

  #bodyProblems({ content }: Response, method: string, contentType: string | null, body: string): string[] {
    if (method === 'HEAD' || !content) return body === '' ? [] : ['a body'];
    const [type = ''] = contentType?.split(';') ?? [];
    const schema = content[type]?.schema;
    if (!schema) return [`content type ${String(contentType)}`];
    return this.#mismatches(schema, type === 'application/json' ? JSON.parse(body) : body, 'body');
  }

  #mismatches(schema: object, value: unknown, where: string): string[] {
    let validate = this.#validators.get(schema);
    if (!validate) this.#validators.set(schema, (validate = this.#ajv.compile(schema)));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message ?? ''}`);
  }
}

function operationsOf({ paths, components }: OpenApi): Map<string, CheckedOperation> {
  const all = Object.entries(paths).map(([path, { get }]) => [path, get] as const);
  return new Map([
    ...all,
    ...all.flatMap(([, operation]) => {
      const file = operation['x-static-file'];
      return file ? [[file.path, fileOf(operation, components)] as const] : [];
    }),
    ...all.flatMap(([, { parameters = [], 'x-metered-path': metered }]) => {
      if (!metered) return [];
      // OpenAPI can't have both paths, because they differ only in the names of parameters.
      const form = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
      const [, like] = all.find(([path]) => form(path) === form(metered.path)) ?? expect.fail(metered.path);
      const query = like.parameters?.filter(({ name }) => metered.query.includes(name)) ?? [];
      return [[metered.path, { ...like, parameters: [...parameters, ...query] }] as const];
    }),
  ]);
}

/** The operation of an endpoint's static file. */
function fileOf({ parameters = [], responses }: CheckedOperation, { responses: shared }: OpenApi['components']) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const { 200: success, 304: notModified, 404: notFound } = responses;
  const documented = { 200: success, 304: notModified, ...(inPath.length > 0 && { 404: notFound }) };
  return {
    parameters: inPath,
    responses: { ...documented, 405: shared['MethodNotAllowedByFile'] },
    'x-metered': false,
  };
}

/**
 * Replaces each `$ref` in a document with its target. Also sets `additionalProperties: false` in object schemas. Fields
 * that the document doesn't describe are then problems in tests, although clients must accept new fields.
 */
function withoutReferences(document: object): unknown {
  const resolved = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) {
      const reference = String(value.$ref);
      if (!resolved.has(reference)) resolved.set(reference, resolve(lookUp(document, reference)));
      return resolved.get(reference);
    }
    const entries = Object.entries(value).map(([key, entry]) => [key, resolve(entry)]);
    return { ...('properties' in value && { additionalProperties: false }), ...Object.fromEntries(entries) };
  };
  return resolve(document);
}

/** @param reference such as `#/components/schemas/Error` */
function lookUp(document: object, reference: string): unknown {
  const keys = reference.split('/').slice(1);
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);
}
