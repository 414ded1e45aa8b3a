import { CODE } from '../currencies/code.ts';
import { isDate } from '../rates/calendar.ts';
import type { Evidence } from './evidence.ts';
import { lineError, type TableFile, tableFile, tableLines } from './table-lines.ts';

const HEADER = 'date,code,witness,ratio,as_of';

export function evidenceFile(evidence: readonly Evidence[]): TableFile {
  const lines = evidence.map(({ date, code, witness, ratio, asOf }) => [date, code, witness, ratio, asOf].join(','));
  return tableFile(HEADER, lines);
}

/** Reads the file. What we did not write is not used. */
export function parseEvidenceFile(path: string, body: string): Evidence[] {
  const lines = tableLines(path, body, HEADER);
  /** Who has said something of what on the date of the line before. */
  const seen = new Set<string>();
  const texts = {
    date: new Texts(isDate),
    code: new Texts((text) => CODE.test(text)),
    witness: new Texts(isWitnessName),
  };
  let before = '';
  return lines.map((line, index) => {
    const evidence = parseLine(line, texts);
    const key = evidence && `${evidence.code},${evidence.witness}`;
    const isNext = evidence && evidence.date >= before;
    if (isNext && evidence.date > before) seen.clear();
    if (!isNext || key === undefined || seen.has(key)) {
      throw lineError(path, `line ${index + 2} is no evidence after that before`, line);
    }
    seen.add(key);
    before = evidence.date;
    return evidence;
  });
}

/** A host, an IPv6 address in brackets among them, and a port. */
const WITNESS = /^[\w.:[\]-]{1,260}$/;
const RATIO = /^\d{1,16}(\.\d{1,16})?(e-\d{1,2})?$/;

/** Whether a witness can be named in the file. */
export function isWitnessName(text: string): boolean {
  return WITNESS.test(text);
}

/** Texts of a kind, of which there are few, and on many lines: each is checked, and kept, once. */
class Texts {
  readonly #isOne: (text: string) => boolean;
  readonly #known = new Map<string, string>();

  constructor(isOne: (text: string) => boolean) {
    this.#isOne = isOne;
  }

  /** The text, if it is one. */
  read(text = ''): string | undefined {
    const known = this.#known.get(text);
    if (known === undefined && this.#isOne(text)) this.#known.set(text, text);
    return known ?? this.#known.get(text);
  }
}

function parseLine(line: string, texts: Readonly<Record<'date' | 'code' | 'witness', Texts>>): Evidence | undefined {
  const cells = line.split(',');
  const [date, asOf] = [texts.date.read(cells[0]), texts.date.read(cells[4])];
  const [code, witness] = [texts.code.read(cells[1]), texts.witness.read(cells[2])];
  const ratio = RATIO.test(cells[3] ?? '') ? Number(cells[3]) : NaN;
  if (cells.length !== 5 || !date || !asOf || !code || !witness || !isPossibleRatio(ratio)) return undefined;
  return { date, code, witness, ratio, asOf };
}

/** Beyond, two numbers have nothing to do with each other. */
const MAX_RATIO = 1e15;

/** Whether two rates of one currency may be so far apart. */
export function isPossibleRatio(ratio: number): boolean {
  return ratio >= 1 / MAX_RATIO && ratio <= MAX_RATIO;
}
