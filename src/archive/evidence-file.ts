import { CODE } from '../currencies/code.ts';
import { isDate } from '../rates/calendar.ts';
import { type Evidence, evidenceKey, isRatio } from './evidence.ts';
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
  const lines = tableLines(path, body, HEADER);
  const texts = {
    date: new Texts(isDate),
    code: new Texts((text) => CODE.test(text)),
    witness: new Texts(isWitnessName),
  };
  let before = '';
  return lines.map((line, index) => {
    const evidence = parseLine(line, texts);
    const key = evidence ? evidenceKey(evidence) : '';
    if (!evidence || key <= before) {
      throw lineError(path, `line ${index + 2} is invalid or out of order`, line);
    }
    before = key;
    return evidence;
  });
}

/** The form of a witness's name: a host name, IP address or IPv6 address in brackets, with an optional port. */
const WITNESS = /^[\w.:[\]-]{1,260}$/;

/** Whether a text has the form of a witness's name. */
export function isWitnessName(text: string): boolean {
  return WITNESS.test(text);
}

/** Checks and stores each distinct text of a column once, because most lines repeat a text of another line. */
class Texts {
  readonly #isValid: (text: string) => boolean;
  readonly #known = new Map<string, string>();

  constructor(isValid: (text: string) => boolean) {
    this.#isValid = isValid;
  }

  /** The text; undefined if it's invalid. */
  read(text = ''): string | undefined {
    const known = this.#known.get(text);
    if (known === undefined && this.#isValid(text)) this.#known.set(text, text);
    return known ?? this.#known.get(text);
  }
}

function parseLine(line: string, texts: Readonly<Record<'date' | 'code' | 'witness', Texts>>): Evidence | undefined {
  const cells = line.split(',');
  const [date, asOf] = [texts.date.read(cells[0]), texts.date.read(cells[4])];
  const [code, witness] = [texts.code.read(cells[1]), texts.witness.read(cells[2])];
  const ratio = Number(cells[3]);
  if (cells.length !== 5 || !date || !asOf || !code || !witness) return undefined;
  return isRatio(ratio) && String(ratio) === cells[3] ? { date, code, witness, ratio, asOf } : undefined;
}
