import { CODE } from '../money/currencies/code.ts';
import { isDate } from '../money/calendar.ts';
import { type Comparison, comparisonKey, isRatio, WITNESS } from './comparison.ts';
import { lineError, type TableFile, tableFile, tableLines } from './table-lines.ts';

const HEADER = 'date,code,witness,ratio,as_of';

export function comparisonsFile(comparisons: readonly Comparison[]): TableFile {
  const lines = comparisons.map(({ date, code, witness, ratio, asOf }) => [date, code, witness, ratio, asOf].join(','));
  return tableFile(HEADER, lines);
}

/**
 * Parses a file of comparisons with witnesses.
 *
 * @throws {FileError} if the file differs from what {@link comparisonsFile} writes
 */
export function parseComparisonsFile(path: string, body: string): Comparison[] {
  let before = '';
  return tableLines(path, body, HEADER).map((line, index) => {
    const comparison = parseLine(line);
    const key = comparison ? comparisonKey(comparison) : '';
    if (!comparison || key <= before) {
      throw lineError(path, `line ${index + 2} is invalid or out of order`, line);
    }
    before = key;
    return comparison;
  });
}

function parseLine(line: string): Comparison | undefined {
  const [date = '', code = '', witness = '', ratioText = '', asOf = '', ...others] = line.split(',');
  const ratio = Number(ratioText);
  if (!isDate(date) || !CODE.test(code) || !WITNESS.test(witness) || !isDate(asOf) || others.length > 0)
    return undefined;
  return isRatio(ratio) && String(ratio) === ratioText ? { date, code, witness, ratio, asOf } : undefined;
}
