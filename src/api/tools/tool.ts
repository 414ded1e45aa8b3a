import type { z } from 'zod';
import type { Apart } from '../declaration/endpoint.ts';
import type { Parameters, Values } from '../declaration/parameters.ts';
import type { Site } from '../query/site.ts';
import type { NewestRates } from './freshness.ts';

/**
 * A tool that AI assistants call through `/mcp`. Its definition in the list of tools, the parsing of its arguments and
 * its errors follow from this declaration.
 */
export interface Tool<P extends Parameters = Parameters> {
  readonly name: string;
  readonly title: string;
  /** What the tool is for. An assistant chooses the tool by this text. */
  readonly description: string;
  /** Parameters by name, which are those of an endpoint if it has the same parameters. */
  readonly parameters: P;
  /** Pairs of parameters that can't be combined. */
  readonly apart?: Apart | undefined;
  /** The schema of its document. The Pages Function's bundle doesn't have it. */
  readonly schema: z.ZodObject;
  /** @throws {ApiError} if the arguments are invalid, or if the rates don't exist */
  call(values: Values<P>, site: Site): Promise<ToolResult>;
}

export interface ToolResult {
  readonly document: object;
  /** The result in words: rate, date and source. */
  readonly sentences: readonly string[];
  /** Which newest rates the document has. Omitted for rates of past days, which can't become stale. */
  readonly newest?: NewestRates | undefined;
}

/** Infers the types of the values from the tool's parameters. */
export function tool<const P extends Parameters>(declaration: Tool<P>): Tool<P> {
  return declaration;
}
