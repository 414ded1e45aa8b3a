import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HelpRequest, UsageError } from './command.ts';
import { type CommandLine, flag, readCommandLine, wholeNumber } from './command-line.ts';

const options = {
  out: { value: 'DIR', help: 'where to', schema: z.string().min(1, 'expected a folder').default('dist') },
  limit: {
    ...{ value: 'N', help: 'how many', schema: wholeNumber(1, 20).optional(), otherwise: 'any number' },
    variable: 'LIMIT',
  },
  mirror: {
    ...{ value: 'URL', help: 'from where', schema: z.array(z.string()).optional(), repeatable: true },
    variable: 'MIRRORS',
  },
  recorded: { ...flag('what was recorded'), variable: 'RECORDED' },
} satisfies CommandLine['options'];
const line = { summary: 'Does it.', synopsis: 'npm run it', options, notes: 'That is all.' };

describe('readCommandLine (parses a command’s arguments)', () => {
  it.each<[string, string[], object]>([
    ['returns the default values for no arguments', [], {}],
    [
      'reads an option with a value and an option without a value',
      ['--out', 'dist', '--recorded'],
      { out: 'dist', recorded: true },
    ],
    [
      'reads --out=-dist as the option --out with the value -dist',
      ['--out=-dist', '--limit', '20'],
      { out: '-dist', limit: 20 },
    ],
    ['returns all values of a repeatable option', ['--mirror', 'a', '--mirror=b'], { mirror: ['a', 'b'] }],
    ['returns the last value of an option that isn’t repeatable', ['--out', 'a', '--out', 'b'], { out: 'b' }],
  ])('%s', (_, args, expected) => {
    expect(readCommandLine(line, args)).toEqual({ out: 'dist', recorded: false, ...expected });
  });

  const variables = { MIRRORS: ' https://a.example/*  b?\n', LIMIT: '7', RECORDED: 'true', OUT: 'elsewhere' };
  it.each<[string, string[], NodeJS.ProcessEnv, object]>([
    [
      'an option’s variable if the option isn’t given, and splits a list at spaces',
      [],
      variables,
      { mirror: ['https://a.example/*', 'b?'], limit: 7, recorded: true },
    ],
    [
      'the option instead of its variable if both are given',
      ['--mirror', 'c', '--limit', '8', '--recorded'],
      { ...variables, RECORDED: 'false' },
      { mirror: ['c'], limit: 8, recorded: true },
    ],
    ['the variable of a flag as false if it is “false”', [], { RECORDED: 'false' }, {}],
    ['the default value if the variable is empty', [], { MIRRORS: '', LIMIT: ' ', RECORDED: '' }, {}],
  ])('reads %s', (_, args, env, expected) => {
    expect(readCommandLine({ ...line, env }, args)).toEqual({ out: 'dist', recorded: false, ...expected });
  });

  it('names the variable or the option that has an invalid value', () => {
    const env = { LIMIT: '21', RECORDED: 'yes' };
    expect(() => readCommandLine({ ...line, env }, ['--out', ''])).toThrow(
      new UsageError(
        '--out: expected a folder; LIMIT: expected a whole number from 1 to 20; RECORDED: expected true or false. ' +
          'See --help.',
      ),
    );
    expect(() => readCommandLine({ ...line, env: { LIMIT: '7' } }, ['--limit', '21'])).toThrow(/^--limit: expected/);
  });

  it.each<[string, string[], string]>([
    ['an unknown option', ['--bogus'], "Unknown option '--bogus'. See --help."],
    [
      'an argument that isn’t an option, for a command that takes only options',
      ['dist'],
      "Unexpected argument 'dist'. This command does not take positional arguments. See --help.",
    ],
    [
      'an option whose value is missing at the end of the command line',
      ['--out'],
      "Option '--out <value>' argument missing. See --help.",
    ],
  ])('rejects %s', (_, args, message) => {
    expect(() => readCommandLine(line, args)).toThrow(new UsageError(message));
  });

  it.each(['0', '21', '-1', '1.5', 'x', ''])('rejects “%s” as a whole number from 1 to 20', (limit) => {
    expect(() => readCommandLine(line, [`--limit=${limit}`])).toThrow(
      new UsageError('--limit: expected a whole number from 1 to 20. See --help.'),
    );
  });

  it('reads an argument that isn’t an option if the command takes such an argument', () => {
    const taking = { ...line, argument: z.string('Name one').refine((text) => text !== 'x', 'Not x') };
    expect(readCommandLine(taking, ['dist', '--recorded'])).toMatchObject({ argument: 'dist', recorded: true });
    for (const args of [[], ['a', 'b']]) {
      expect(() => readCommandLine(taking, args)).toThrow(new UsageError('Name one. See --help.'));
    }
    expect(() => readCommandLine(taking, ['x', '--limit', 'x'])).toThrow(/^Not x; --limit: expected a whole number/);
  });

  it.each(['--help', '-h'])('throws the help text for %s, even after an unknown option', (help) => {
    expect(() => readCommandLine(line, ['--bogus', help])).toThrow(HelpRequest);
  });

  it('creates the help text from the command’s list of options', () => {
    const long = { ...options, verbose: flag('word '.repeat(40).trim()) };
    const help = () => readCommandLine({ ...line, options: long, env: {} }, ['--help']);
    expect(help).toThrow(
      /^Does it\.\n\nnpm run it\n\n {2}--out DIR +where to \(default: dist\)\n {2}--limit N +how many \(variable: LIMIT; default: any number\)\n/,
    );
    expect(help).toThrow(
      /\n {2}--mirror URL +from where \(variable: MIRRORS\)\n {2}--recorded +what was recorded \(variable: RECORDED\)\n {2}--verbose +(word ?)+\n +word/,
    );
    expect(help).toThrow(/\n\nAn option replaces its variable\. .*\n\nThat is all\.$/);
    expect(help).not.toThrow(/^.{111}/m);
  });
});
