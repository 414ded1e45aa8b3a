import { CODE } from '../currencies/code.ts';
import { isDate } from '../rates/calendar.ts';
import { type Evidence, evidenceKey, isRatio, WITNESS } from './evidence.ts';
import { lineError, type TableFile, tableFile, tableLines } from './table-lines.ts';

const HEADER = 'date,code,witness,ratio,as_of';

export function evidenceFile(evidence: readonly Evidence[]): TableFile {
  const lines = evidence.map(({ date, code, witness, ratio, asOf }) => [date, code, witness, ratio, asOf].join(','));
  return tableFile(HEADER, lines);
}

/**
 * Parses a file of comparisons with witnesses.
 *
 * @throws {FileError} if the file differs from what {@link evidenceFile} writes
 */
export function parseEvidenceFile(path: string, body: string): Evidence[] {
  let before = '';
  return tableLines(path, body, HEADER).map((line, index) => {
    const evidence = parseLine(line);
    const key = evidence ? evidenceKey(evidence) : '';
    if (!evidence || key <= before) {
      throw lineError(path, `line ${index + 2} is invalid or out of order`, line);
    }
    before = key;
    return evidence;
  });
}

function parseLine(line: string): Evidence | undefined {
  const [date = '', code = '', witness = '', ratioText = '', asOf = '', ...others] = line.split(',');
  const ratio = Number(ratioText);
  if (!isDate(date) || !CODE.test(code) || !WITNESS.test(witness) || !isDate(asOf) || others.length > 0)
    return undefined;
  return isRatio(ratio) && String(ratio) === ratioText ? { date, code, witness, ratio, asOf } : undefined;
}
