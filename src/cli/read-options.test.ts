import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HelpRequest, UsageError } from './command.ts';
import { readCommandLine, readOptions, wholeNumber } from './read-options.ts';

const options = {
  out: { type: 'string' },
  limit: { type: 'string' },
  mirror: { type: 'string', multiple: true },
  recorded: { type: 'boolean' },
} as const;
const schema = z.object({
  out: z.string().min(1, 'expected a folder').optional(),
  limit: wholeNumber(1, 20).optional(),
  mirror: z.array(z.string()).optional(),
  recorded: z.boolean().optional(),
});

/** What a command makes of its command line. */
function read(args: string[], others = false): unknown {
  if (others) return readCommandLine(options, 'usage', { others, args }).positionals;
  return readOptions(options, schema, 'usage', args);
}

describe('a command line', () => {
  it.each([
    [[], {}],
    [['--out', 'dist', '--recorded'], { out: 'dist', recorded: true }],
    [['--out=-dist', '--limit', '20'], { out: '-dist', limit: 20 }],
    [['--out', '-'], { out: '-' }],
    [['--mirror', 'a', '--mirror=b'], { mirror: ['a', 'b'] }],
  ])('%j is read', (args, expected) => {
    expect(read(args)).toEqual(expected);
  });

  it.each([
    [['--bogus'], "Unknown option '--bogus'. See --help."],
    [['--__proto__=x'], "Unknown option '--__proto__'. See --help."],
    [['--constructor', 'x'], "Unknown option '--constructor'. See --help."],
    [['-x'], "Unknown option '-x'. See --help."],
    [['dist'], "Unexpected argument 'dist'. See --help."],
    [['--', '--out'], "Unexpected argument '--out'. See --help."],
    [['--out'], "Option '--out <value>' argument missing. See --help."],
    [
      ['--out', '--recorded'],
      "Option '--out <value>' argument missing. Write a value with a dash as --out=--recorded. See --help.",
    ],
    [['--recorded=yes'], "Option '--recorded' takes no value. See --help."],
    [['--limit', '-1'], '--limit: expected a whole number from 1 to 20. See --help.'],
    [['--limit=-1'], '--limit: expected a whole number from 1 to 20. See --help.'],
    [
      ['--limit', '21', '--out', ''],
      '--out: expected a folder; --limit: expected a whole number from 1 to 20. See --help.',
    ],
    [['--out', 'a', '--out', 'b'], "Option '--out' is given twice: give it once. See --help."],
    [['--out', 'a', '--out=a'], "Option '--out' is given twice: give it once. See --help."],
    [['--recorded', '--recorded'], "Option '--recorded' is given twice: give it once. See --help."],
  ])('%j is wrong use, told in one line', (args, message) => {
    expect(() => read(args)).toThrow(new UsageError(message));
  });

  it('may hold more than options where a command takes it', () => {
    expect(read(['http://localhost:8080', 'x'], true)).toEqual(['http://localhost:8080', 'x']);
  });

  it.each([[['--help']], [['-h']], [['--bogus', '--help']]])('%j asks how the command is used', (args) => {
    expect(() => read(args)).toThrow(HelpRequest);
  });
});
