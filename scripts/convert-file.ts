import '../src/operate/terminal/environment.ts';
import { instantAt } from '../src/money/calendar.ts';
import { z } from 'zod';
import { convertFile } from '../src/operate/convert-file/convert-file.ts';
import { runCommand, UsageError } from '../src/operate/terminal/command.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';
import { delimiters } from '../src/spreadsheet/rows.ts';
import { encodings } from '../src/spreadsheet/encoding.ts';
import { type GivenTerms, roundings, type Terms, termsOf } from '../src/spreadsheet/terms.ts';

const text = z.string().min(1, 'expected a text').optional();
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, `expected ${values.join(', ')}`).optional();
const column = (what: string) => ({ value: 'COLUMN', help: `${what}: its header or its number`, schema: text });

await runCommand((signal) => {
  const {
    argument: file,
    site,
    out,
    to,
    source,
    rule,
    rounding,
    delimiter,
    amount: amounts,
    ...choices
  } = readCommandLine({
    summary:
      'Converts the amounts of a CSV or TSV file, each at the rate of its date, and writes the file with five more ' +
      'columns: the converted amount, the rate, its day, its source, and a note. All other bytes stay the same.',
    synopsis: 'npm run convert-file -- FILE --to EUR [OPTIONS]',
    options: {
      to: { value: 'CODE', help: 'the currency to convert to', schema: text, otherwise: 'that of the rule' },
      rule: {
        value: 'RULE',
        help: 'the rule that chooses the bank and the day, such as pl-vat. See /api/v1/rules',
        schema: text,
      },
      source: {
        value: 'KEY',
        help: 'the source of the rates, such as ecb. See /api/v1/sources',
        schema: text,
        otherwise: 'market',
      },
      rounding: {
        value: 'HOW',
        help: `how converted amounts are rounded: to the currency’s decimal places, not, or as the rule says: ${roundings.join(', ')}`,
        schema: oneOf(roundings),
        otherwise: 'that of the rule if one is known, or half-even',
      },
      site: {
        value: 'URL|DIR',
        help: 'the site with the rates',
        schema: z.string().min(1, 'expected a site').default('dist'),
      },
      out: { value: 'FILE', help: 'the file to write', schema: text, otherwise: 'NAME.converted.csv beside the file' },
      date: column('the column with the dates'),
      amount: {
        ...column('the column with the amounts, such as debits and credits'),
        schema: z.array(z.string().min(1, 'expected a text')).optional(),
        repeatable: true,
      },
      currency: {
        ...column('the column with the currencies'),
        help: 'the column with the currencies, or the code of all amounts',
      },
      order: {
        value: 'ORDER',
        help: 'the order of dates such as 03/04/2026: dmy, mdy or ymd',
        schema: oneOf(['dmy', 'mdy', 'ymd']),
      },
      decimal: { value: 'MARK', help: 'the decimal separator of the amounts: . or ,', schema: oneOf(['.', ',']) },
      delimiter: { value: 'MARK', help: 'what is between cells: , ; | or tab', schema: oneOf([',', ';', '|', 'tab']) },
      encoding: {
        value: 'NAME',
        help: `the encoding: ${encodings.join(', ')}`,
        schema: oneOf(encodings),
        otherwise: 'found in the file, or windows-1252',
      },
    },
    argument: z.string('Name one file, such as invoices.csv').min(1, 'Name one file, such as invoices.csv'),
    notes:
      'Without options about columns and forms, they are found in the file.\n\n' +
      'Exit codes: 0 written; 1 the file or the site can’t be read; 2 usage error, or the file can be read in several ways.',
  });
  const given = {
    ...choices,
    amounts,
    delimiter: delimiters.find((mark) => mark === (delimiter === 'tab' ? '\t' : delimiter)),
  };
  const terms = usable({ to, source, rule, rounding });
  return convertFile({ file, site, out, choices: given, terms, now: instantAt(Date.now()) }, signal);
});

/** @throws {UsageError} */
function usable(given: GivenTerms): Terms {
  try {
    return termsOf(given);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message} See --help.`);
  }
}
