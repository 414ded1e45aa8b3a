import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { z } from 'zod';
import { HelpRequest, UsageError } from './command.ts';

/**
 * Reads a command's options and checks them.
 *
 * @param args the command line after the script's name; this process's own unless given
 * @throws {UsageError}
 * @throws {HelpRequest}
 */
export function readOptions<T extends z.ZodType>(
  options: ParseArgsOptionsConfig,
  schema: T,
  usage: string,
  args?: readonly string[],
): z.infer<T> {
  const { values } = readCommandLine(options, usage, { args });
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`);
  throw new UsageError(`${problems.join('; ')}. See --help.`);
}

/**
 * Reads a command line.
 *
 * @param others whether there may be more on it than options
 * @param args what stands on it; this process's own unless given
 * @throws {UsageError}
 * @throws {HelpRequest}
 */
export function readCommandLine(
  options: ParseArgsOptionsConfig,
  usage: string,
  { others = false, args = process.argv.slice(2) }: { others?: boolean; args?: readonly string[] | undefined } = {},
) {
  const known: ParseArgsOptionsConfig = { ...options, help: { type: 'boolean', short: 'h' } };
  // Not strict: Node's own words need three lines for `--file-limit -1`, and say nothing of an option given twice.
  const read = parseArgs({ args: [...args], options: known, strict: false, allowPositionals: true, tokens: true });
  if (read.values['help'] === true) throw new HelpRequest(usage);
  const seen = new Set<string>();
  for (const token of read.tokens) {
    const problem =
      token.kind === 'option'
        ? optionProblem(token, known, seen)
        : token.kind === 'positional' && !others && `Unexpected argument '${token.value}'`;
    if (problem) throw new UsageError(`${problem}. See --help.`);
  }
  return read;
}

interface OptionToken {
  readonly name: string;
  /** As it was written: `-h`, `--help`. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function optionProblem(token: OptionToken, known: ParseArgsOptionsConfig, seen: Set<string>): string | undefined {
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!option) return `Unknown option '${rawName}'`;
  if (option.type === 'boolean' && value !== undefined) return `Option '${rawName}' takes no value`;
  if (option.type === 'string') {
    const missing = `Option '${rawName} <value>' argument missing`;
    if (value === undefined) return missing;
    // A number below zero is a value, of which the schema says what it thinks.
    if (!inlineValue && /^-(?!\d)./.test(value)) return `${missing}. Write a value with a dash as ${rawName}=${value}`;
  }
  if (seen.has(name) && !option.multiple) return `Option '${rawName}' is given twice: give it once`;
  seen.add(name);
  return undefined;
}

/** An option that is a whole number in a range. */
export function wholeNumber(least: number, most: number) {
  const error = `expected a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .pipe(z.number(error).min(least, error).max(most, error));
}
