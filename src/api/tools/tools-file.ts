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
    inputSchema: jsonSchemaOf(z.object(Object.fromEntries(properties)), 'input'),
    outputSchema: jsonSchemaOf(schema.safeExtend({ freshness: freshnessSchema }), 'output'),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** Some vendors reject a schema with the format of a date, so the description has it. */
function describedParameter(parameter: Parameter): z.ZodType {
  const { kind, description } = parameter;
  return ['date', 'start', 'end'].includes(kind)
    ? (parameter.isRequired ? z.string() : z.string().optional()).describe(`${description} In the form YYYY-MM-DD.`)
    : ofQuery(parameter).describe(description);
}

/** Some clients can't follow a `$ref`, so each schema is complete. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const full = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    override({ jsonSchema }) {
      // A format says the same as its long pattern.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      delete jsonSchema.examples;
      // Documents may gain fields, and clients keep this schema for a while. Some vendors reject this key in an input.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  // The protocol's default is the same dialect.
  const { $defs = {}, ...rest } = full;
  const text = JSON.stringify(rest, (key, value: unknown) => {
    if (key === '$schema' || (key === 'id' && typeof value === 'string')) return undefined;
    const { $ref } = Object(value) as { readonly $ref?: string };
    return $ref === undefined ? value : $defs[$ref.replace('#/$defs/', '')];
  });
  return JSON.parse(text) as object;
}
