import { assertApart, completeTexts, parseTexts } from '../declaration/endpoint.ts';
import type { Parameter, Parameters, Values } from '../declaration/parameters.ts';
import { plainName } from '../declaration/synonyms.ts';
import { ApiError, invalidAmount, unsupportedParameters } from '../error.ts';
import type { Tool } from './tool.ts';

/**
 * Parses the arguments of a tool as a request's parameters. Null and an empty text count as missing, except for an
 * amount, because the result would be that of another amount. Numbers count as texts. A list of codes may be an array.
 * Unlike in a request, any other name is an error, because an assistant can correct it.
 *
 * @param all the tools, one of which the error names if it has the arguments
 * @throws {ApiError}
 */
export function parseArguments<P extends Parameters>(
  { parameters, apart }: Pick<Tool<P>, 'parameters' | 'apart'>,
  given: Readonly<Record<string, unknown>>,
  all: readonly Pick<Tool, 'name' | 'parameters'>[],
): Values<P> {
  const entries = Object.entries(given);
  const unsupported = entries.map(([name]) => name).filter((name) => !Object.hasOwn(parameters, name));
  if (unsupported.length > 0) {
    throw unsupportedParameters(unsupported, adviceOn(unsupported, parameters) + otherTools(given, all));
  }
  const texts = new Map<string, string>();
  for (const [name, value] of entries) {
    const text = textOf(value, name, parameters[name]);
    if (text !== '') texts.set(name, text);
    else if (parameters[name]?.kind === 'amount') throw invalidAmount(value === null ? 'null' : text);
  }
  assertApart(apart, texts);
  return parseTexts(parameters, texts, () => {
    const complete = [...completeTexts(parameters, texts)].filter(([, text]) => text !== '');
    return JSON.stringify(Object.fromEntries(complete));
  });
}

function textOf(value: unknown, name: string, parameter: Parameter | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim();
    // Assistants write names of banks as in sentences, such as ECB. Each choice is in lower case.
    return parameter?.kind === 'choice' ? text.toLowerCase() : text;
  }
  const mayBeList = parameter?.kind === 'codes';
  if (mayBeList && isTexts(value)) return value.join();
  throw new ApiError<'invalid_type'>(400, 'invalid_type', `Invalid ${name}. Use ${expectedOf(parameter)}`);
}

function expectedOf(parameter: Parameter | undefined): string {
  if (parameter?.kind === 'codes') return 'a text or a list of texts';
  if (parameter?.kind === 'code') return 'the code of one currency. The tool rate takes several currencies in symbols';
  return 'a text or a number';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** What to use instead of unsupported arguments: parameters that have these names in other APIs, or else any. */
function adviceOn(names: readonly string[], parameters: Parameters): string {
  const meant = names.flatMap((name) => {
    const wanted = plainName(name);
    return Object.keys(parameters).filter((own) => own === wanted || parameters[own]?.synonyms?.includes(wanted));
  });
  return meant.length > 0
    ? `Use ${[...new Set(meant)].join(' or ')}`
    : `Supported: ${Object.keys(parameters).join(', ')}`;
}

/** The tools that take all of these arguments, in words; empty if there are none. */
function otherTools(
  given: Readonly<Record<string, unknown>>,
  all: readonly Pick<Tool, 'name' | 'parameters'>[],
): string {
  const names = Object.keys(given);
  const fitting = all.filter(
    ({ parameters }) =>
      names.every((name) => Object.hasOwn(parameters, name)) &&
      Object.entries(parameters).every(([name, { isRequired }]) => !isRequired || Object.hasOwn(given, name)),
  );
  return fitting.length > 0 ? `. These are arguments of the tool ${fitting.map(({ name }) => name).join(' or ')}` : '';
}
