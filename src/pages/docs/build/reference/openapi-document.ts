import type { Schema } from './schema-fields.ts';

/** The parts of our OpenAPI document that the reference uses. */
export interface OpenApi {
  readonly info: { readonly summary: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string; readonly 'x-displayName': string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
  };
}

export interface Ref {
  readonly $ref: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (OpenApiParameter | Ref)[];
  readonly responses: Readonly<Record<string, Response | Ref>>;
  /** Whether the Pages Function handles the requests. */
  readonly 'x-metered': boolean;
  /** The static file with the same JSON. The description says which requests have a file, if not all. */
  readonly 'x-static-file'?: { readonly path: string; readonly description?: string };
  /** The path without `.json`, and the parameters that its query may have in addition. */
  readonly 'x-metered-path'?: { readonly path: string; readonly query: readonly string[] };
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  /** Undefined if the example request doesn't have the parameter. */
  readonly example?: string | number;
  readonly schema: Schema;
}

interface Header {
  /** Whether it's always sent. */
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly code?: string; readonly error: string } }>>;
}

/** Resolves a `$ref`. */
export function resolve<T extends object>(document: OpenApi, value: T | Ref): T {
  if (!('$ref' in value)) return value;
  const keys = value.$ref.split('/').slice(1);
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], document) as T;
}
