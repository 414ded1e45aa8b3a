import { isoDate } from '../../money/calendar.schema.ts';
import { z } from 'zod';
import { type Apart, isInExample } from '../declaration/endpoint.ts';
import {
  type ExampleDays,
  exampleOf,
  fromCode,
  type Parameter,
  type Parameters,
  toCode,
} from '../declaration/parameters.ts';

/** File names are in lower case. */
const lowerCase = z.string().regex(/^[a-z\d]{3,5}$/);

type Described = readonly [name: string, schema: z.ZodType, parameter: Parameter];

/**
 * Returns a function that converts an endpoint's parameters for OpenAPI. Endpoints share parameters with an id.
 *
 * @param days for the example values
 */
export function openApiParameters(days: ExampleDays) {
  const shared = new Map<string, z.ZodType>();

  /**
   * Adds the description and the example. The example request has this example, and returns the endpoint's example.
   *
   * @param apart pairs of parameters that can't be combined. The second of a pair isn't in the example request, so it has no
   * example
   */
  function described([name, schema, parameter]: Described, apart: Apart): [string, z.ZodType] {
    const { id, description } = parameter;
    const known = id === undefined ? undefined : shared.get(id);
    if (known) return [name, known];
    const example = isInExample(name, apart) && { example: valueOf(parameter, exampleOf(parameter, days)) };
    const full = schema.meta({ param: { ...(id !== undefined && { id }), description, ...example } });
    if (id !== undefined) shared.set(id, full);
    return [name, full];
  }

  /** @param isFile whether the path is a static file, which is in lower case and ignores the query */
  return (path: string, parameters: Parameters, { isFile = false, apart = [] as Apart } = {}) => {
    const all = Object.entries(parameters);
    const isInPath = (name: string) => path.includes(`{${name}}`);
    const inPath = all
      .filter(([name]) => isInPath(name))
      .flatMap(([name, parameter]) => (isFile ? inFile(name, parameter) : inAnyCase(name, parameter)));
    const inQuery = isFile ? [] : all.filter(([name]) => !isInPath(name));
    return {
      ...(inPath.length > 0 && { path: z.object(Object.fromEntries(inPath.map((each) => described(each, apart)))) }),
      ...(inQuery.length > 0 && {
        query: z.object(
          Object.fromEntries(
            inQuery.map(([name, parameter]) => described([name, ofQuery(parameter), parameter], apart)),
          ),
        ),
      }),
    };
  };
}

/** The schema of a parameter in a query, without its description. */
export function ofQuery(parameter: Parameter): z.ZodType {
  const schema = schemaOf(parameter);
  if (parameter.default !== undefined) return schema.default(valueOf(parameter, parameter.default));
  return parameter.isRequired ? schema : schema.optional();
}

/** In OpenAPI, the two codes of a pair are separate parameters. */
function inAnyCase(name: string, parameter: Parameter): Described[] {
  if (parameter.kind !== 'pair') return [[name, schemaOf(parameter), parameter]];
  return [
    ['from', z.string(), { ...fromCode, id: 'PairFrom', example: 'usd' }],
    ['to', z.string(), { ...toCode, id: 'PairTo', example: 'eur' }],
  ];
}

function inFile(name: string, parameter: Parameter): Described[] {
  if (parameter.kind !== 'code') return inAnyCase(name, parameter);
  const description = parameter.description.replace('in upper or lower case', 'in lower case');
  return [[name, lowerCase, { ...parameter, description, example: 'eur' }]];
}

const schemas = {
  code: z.string(),
  codes: z.string(),
  pair: z.string(),
  key: z.string(),
  text: z.string(),
  date: isoDate,
  start: isoDate,
  end: isoDate,
  year: z.string().regex(/^\d{4}$/),
  amount: z.number().nonnegative(),
};

function schemaOf({ kind, choices = [] }: Parameter): z.ZodType {
  return kind === 'choice' ? z.enum(choices) : schemas[kind];
}

function valueOf({ kind }: Parameter, text: string): string | number {
  return kind === 'amount' ? Number(text) : text;
}
