import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util';
import { z } from 'zod';
import { HelpRequest, UsageError } from './command.ts';

/** An option of a command: its help, how it is parsed, and what it is when left out, in one place. */
export interface Option<T extends z.ZodType = z.ZodType> {
  /** What the help calls its value; an option without one is a flag. */
  readonly value?: string;
  readonly help: string;
  /** Checks the text, or the list of texts of an option that may be given more than once. */
  readonly schema: T;
  readonly repeatable?: boolean;
  /** How the help tells what it is when left out, where the schema's default does not say it best. */
  readonly otherwise?: string;
}

type Options = Readonly<Record<string, Option>>;

/** How a command is used. */
export interface CommandLine<O extends Options = Options, A extends z.ZodType = z.ZodType> {
  readonly summary: string;
  /** As it is typed: `npm run generate -- [OPTIONS]`. */
  readonly synopsis: string;
  readonly options: O;
  /** Checks the one argument that is no option; left out where there is none. */
  readonly argument?: A;
  /** What else is worth knowing, after the options. */
  readonly notes?: string;
}

type Values<O extends Options, A extends z.ZodType> = { [Name in keyof O]: z.infer<O[Name]['schema']> } & {
  argument: z.infer<A>;
};

export function flag(help: string): Option<z.ZodDefault<z.ZodBoolean>> {
  return { help, schema: z.boolean().default(false) };
}

/**
 * Reads a command line.
 *
 * @param args what stands on it after the script's name; this process's own unless given
 */
export function readCommandLine<O extends Options, A extends z.ZodType>(
  line: CommandLine<O, A>,
  args: readonly string[] = process.argv.slice(2),
): Values<O, A> {
  const known: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value, repeatable = false }] of Object.entries(line.options)) {
    known[name] = value === undefined ? { type: 'boolean' } : { type: 'string', multiple: repeatable };
  }
  if (args.some((arg) => arg === '--help' || arg === '-h')) throw new HelpRequest(helpOf(line));
  const read = parse({ args: [...args], options: known, allowPositionals: line.argument !== undefined });
  const [argument, ...others] = read.positionals;
  const checked = line.argument?.safeParse(others.length > 0 ? undefined : argument);
  const { data, error } = z
    .object(Object.fromEntries(Object.entries(line.options).map(([name, { schema }]) => [name, schema])))
    .safeParse(read.values);
  const problems = [
    ...(checked?.error?.issues.slice(0, 1).map(({ message }) => message) ?? []),
    ...(error?.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`) ?? []),
  ];
  if (problems.length > 0) throw new UsageError(`${problems.join('; ')}. See --help.`);
  return { ...data, argument: checked?.data } as Values<O, A>;
}

function parse(config: ParseArgsConfig) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.replaceAll('\n', ' ').replace(/\.$/, '')}. See --help.`);
  }
}

const WIDTH = 110;

function helpOf({ summary, synopsis, options, notes }: CommandLine): string {
  const named = Object.entries(options).map(([name, option]): [string, Option] => [
    [`--${name}`, ...(option.value === undefined ? [] : [option.value])].join(' '),
    option,
  ]);
  const column = Math.max(0, ...named.map(([name]) => name.length)) + 5;
  const lines = named.map(([name, { help, schema, otherwise }]) => {
    const initial = otherwise ?? schema.safeParse(undefined).data;
    const shown = typeof initial === 'string' || typeof initial === 'number' ? `${help} (${initial})` : help;
    return `  ${name}`.padEnd(column) + wrap(shown, WIDTH - column).join(`\n${' '.repeat(column)}`);
  });
  return [wrap(summary, WIDTH).join('\n'), synopsis, ...(lines.length > 0 ? [lines.join('\n')] : []), notes ?? []]
    .flat()
    .join('\n\n');
}

/** Breaks a text between words, as late as a line has room. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Checks an option that is a whole number in a range. */
export function wholeNumber(least: number, most: number) {
  const error = `expected a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .pipe(z.number(error).min(least, error).max(most, error));
}

/** Checks an option that is a folder's name. */
export const folderName = z.string().min(1, 'expected a folder');
