import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util';
import { z } from 'zod';
import { HelpRequest, UsageError } from './command.ts';

/** An option of a command, with its help, its parser and its default. */
export interface Option<T extends z.ZodType = z.ZodType> {
  /** The name of the option's value in the help. An option without a value is a flag. */
  readonly value?: string;
  readonly help: string;
  /** Parses the text, or the list of texts of a repeatable option. */
  readonly schema: T;
  readonly repeatable?: boolean;
  /**
   * The environment variable that has the option's value if the command line doesn't. Spaces separate the values of a
   * repeatable option, and a flag is `true` or `false`.
   */
  readonly variable?: string;
  /** The help's text for the default, if the default in the schema isn't readable enough. */
  readonly otherwise?: string;
}

type Options = Readonly<Record<string, Option>>;

export interface CommandLine<O extends Options = Options, A extends z.ZodType = z.ZodType> {
  readonly summary: string;
  /** The command as the user types it: `npm run generate -- [OPTIONS]`. */
  readonly synopsis: string;
  readonly options: O;
  /** Parses the only positional argument; absent if the command has no argument. */
  readonly argument?: A;
  /** Further help, printed after the options. */
  readonly notes?: string;
  /** The environment, if the command reads the options' variables. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
}

export type OptionValues<O extends Options> = { [Name in keyof O]: z.infer<O[Name]['schema']> };

type Values<O extends Options, A extends z.ZodType> = OptionValues<O> & { argument: z.infer<A> };

export function flag(help: string): Option<z.ZodDefault<z.ZodBoolean>> {
  return { help, schema: z.boolean('expected true or false').default(false) };
}

/** @param args the arguments after the script's name; by default, the arguments of this process */
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
  const fromVariables = variableValues(line, read.values);
  const { data, error } = z
    .object(Object.fromEntries(Object.entries(line.options).map(([name, { schema }]) => [name, schema])))
    .safeParse({ ...read.values, ...fromVariables });
  const nameOf = (option: string) =>
    (option in fromVariables ? line.options[option]?.variable : undefined) ?? `--${option}`;
  const problems = [
    ...(checked?.error?.issues.slice(0, 1).map(({ message }) => message) ?? []),
    ...(error?.issues.map(({ path, message }) => `${nameOf(String(path[0]))}: ${message}`) ?? []),
  ];
  if (problems.length > 0) throw new UsageError(`${[...new Set(problems)].join('; ')}. See --help.`);
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

/** The values of options that only a variable has. An empty variable counts as unset, as in GitHub's workflows. */
function variableValues({ options, env = {} }: CommandLine, given: object): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { variable, value, repeatable }] of Object.entries(options)) {
    const text = variable === undefined || name in given ? '' : (env[variable] ?? '').trim();
    if (text === '') continue;
    if (repeatable) values[name] = text.split(/\s+/);
    else values[name] = value === undefined ? (flagValues.get(text) ?? text) : text;
  }
  return values;
}

const flagValues = new Map([
  ['true', true],
  ['false', false],
]);

const WIDTH = 110;

function helpOf({ summary, synopsis, options, notes, env }: CommandLine): string {
  const named = Object.entries(options).map(([name, option]): [string, Option] => [
    [`--${name}`, ...(option.value === undefined ? [] : [option.value])].join(' '),
    option,
  ]);
  const column = Math.max(0, ...named.map(([name]) => name.length)) + 5;
  const lines = named.map(([name, { help, schema, variable, otherwise }]) => {
    const initial = otherwise ?? schema.safeParse(undefined).data;
    const remarks = [
      ...(env && variable !== undefined ? [`variable: ${variable}`] : []),
      ...(typeof initial === 'string' || typeof initial === 'number' ? [`default: ${initial}`] : []),
    ];
    const shown = remarks.length > 0 ? `${help} (${remarks.join('; ')})` : help;
    return `  ${name}`.padEnd(column) + wrap(shown, WIDTH - column).join(`\n${' '.repeat(column)}`);
  });
  return [
    wrap(summary, WIDTH).join('\n'),
    synopsis,
    lines.join('\n'),
    env
      ? 'An option replaces its variable. Spaces separate the values of a variable. An empty variable counts as unset.'
      : '',
    notes ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Breaks a text into lines at spaces. No word may be longer than a line. */
function wrap(text: string, width: number): readonly string[] {
  return text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, 'g')) ?? [];
}

/** Parses a whole number in a range. */
export function wholeNumber(least: number, most: number) {
  const error = `expected a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .pipe(z.number(error).min(least, error).max(most, error));
}

/** Parses a time such as `30m` or `2h` into milliseconds. */
export function duration(least: number, most: number) {
  const error = 'expected a time in minutes or hours, such as 30m or 2h, within the limits';
  return z
    .string()
    .regex(/^\d{1,5}[mh]$/, error)
    .transform((text) => parseInt(text) * (text.endsWith('h') ? 3_600_000 : 60_000))
    .pipe(z.number(error).min(least, error).max(most, error));
}

export const folderName = z.string().min(1, 'expected a folder');
