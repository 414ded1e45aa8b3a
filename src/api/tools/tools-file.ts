import { z } from 'zod';
import { ofQuery } from '../openapi/openapi-parameters.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { freshnessSchema } from './freshness.schema.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

/** A tool as the protocol defines it. */
interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: object;
}

export interface ToolsFile {
  readonly tools: readonly ToolDefinition[];
}

/** The list of tools with their schemas. It's a file of the site, so that the Function needs no schemas. */
export function buildToolsFile(): ToolsFile {
  return { tools: tools.map(definitionOf) };
}

function definitionOf({ name, title, description, parameters, schema }: Tool): ToolDefinition {
  const properties = Object.entries(parameters).map(([name, parameter]) => [name, describedParameter(parameter)]);
  return {
    ...{ name, title, description },
    inputSchema: jsonSchemaOf(z.strictObject(Object.fromEntries(properties)), 'input'),
    outputSchema: jsonSchemaOf(schema.safeExtend({ freshness: freshnessSchema }), 'output'),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

const describedParameter = (parameter: Parameter) => ofQuery(parameter).describe(parameter.description);

/** Some clients can't follow a `$ref`, so each schema is complete. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const full = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    override({ jsonSchema }) {
      // A format says the same as its long pattern.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      delete jsonSchema.examples;
      // Documents may gain fields, and clients keep this schema for a while.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  // The protocol's default is the same dialect.
  return Object.fromEntries(Object.entries(full).filter(([key]) => !['$schema', 'id'].includes(key)));
}
