import { convertRows } from '../../spreadsheet/convert-rows.ts';
import { knownOf } from '../../spreadsheet/known.ts';
import { isProblem, type Problem } from '../../spreadsheet/problem.ts';
import { type Asked, readRow, type Unread } from '../../spreadsheet/read-rows.ts';
import { type Rounding, type Terms, termsOf } from '../../spreadsheet/terms.ts';
import { dataRows, tableOf } from '../../spreadsheet/table.ts';
import type { Understanding } from '../../spreadsheet/understand.ts';
import { writtenFile } from '../../spreadsheet/write-file.ts';
import { decoded, type Encoding, MAX_BYTES } from '../../spreadsheet/encoding.ts';
import { BrowserSite } from '../frame/browser-site.ts';
import { create, find } from '../frame/elements.ts';
import { enableLanguageSwitch } from '../visitor/language-switch.ts';
import { ColumnChoice } from './column-choice.ts';
import { showResult } from './result.ts';
import { words } from './words.ts';

/** The encoding of files that aren't Unicode, by the page's language; windows-1252 for the others. */
const legacyEncodings: Readonly<Record<string, Encoding>> = { pl: 'windows-1250', ja: 'shift_jis', zh: 'gb18030' };
/** Milliseconds of work before the page can react to its visitor. */
const MAX_WORK = 30;
/** Rows that are read before the time is looked at. */
const ROWS_AT_ONCE = 500;

const input = find('file', HTMLInputElement);
const drop = document.querySelector<HTMLElement>('.drop');
const pasted = find('pasted', HTMLTextAreaElement);
const problem = find('problem', HTMLParagraphElement);
const form = find('terms', HTMLFormElement);
const asked = find('asked', HTMLParagraphElement);
const said = find('said', HTMLParagraphElement);
const progress = find('progress', HTMLProgressElement);
const [rates, to, rounding] = [
  find('rates', HTMLSelectElement),
  find('to', HTMLInputElement),
  find('rounding', HTMLSelectElement),
];

let site: Promise<BrowserSite> | undefined;
let columns: ColumnChoice | undefined;
let name = 'rows.csv';
/** Counts the files and conversions, so that an earlier one stops. */
let latest = 0;

/** The rates of today, which are loaded once. If loading fails, the next call tries again. */
function openSite(): Promise<BrowserSite> {
  site ??= BrowserSite.open('').catch((error: unknown) => {
    site = undefined;
    throw error;
  });
  return site;
}

async function take(file: Blob, fileName: string): Promise<void> {
  const turn = ++latest;
  say(problem, '');
  form.hidden = true;
  find('result', HTMLElement).hidden = true;
  try {
    if (file.size > MAX_BYTES) throw new Refused({ problem: 'too_large', bytes: file.size, most: MAX_BYTES });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const known = knownOf(await openSite());
    if (turn !== latest) return;
    const text = decoded(bytes, legacyEncodings[document.documentElement.lang]);
    if (isProblem(text)) throw new Refused(text);
    const table = tableOf(text, undefined, known.thisYear);
    if (isProblem(table)) throw new Refused(table);
    name = fileName;
    columns = new ColumnChoice(table, known, showQuestions);
    form.hidden = false;
  } catch (error) {
    if (turn === latest) say(problem, error instanceof Refused ? problemInWords(error.problem) : words('failed'));
  }
}

class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.problem);
    this.problem = problem;
  }
}

function problemInWords(found: Problem): string {
  switch (found.problem) {
    case 'empty':
    case 'no_rows':
    case 'no_column':
      return words('problemEmpty');
    case 'binary':
    case 'workbook':
      return words('problemKind');
    case 'cut':
      return words('problemCut');
    case 'too_large':
      return words('problemLarge');
    case 'long_row':
    case 'many_columns':
    case 'open_quote':
      return words('problemLine', { line: found.line });
  }
}

function showQuestions(open: readonly string[]): void {
  say(asked, open.length === 0 ? '' : words('asked', { what: open.join(', ') }));
}

/** Shows or hides a message. */
function say(element: HTMLElement, text: string): void {
  element.textContent = text;
  element.hidden = text === '';
}

function termsInForm(): Terms | undefined {
  const [rule, source] = rates.value.startsWith('rule:')
    ? [rates.value.slice('rule:'.length), undefined]
    : [undefined, rates.value];
  try {
    return termsOf({ to: to.value.trim(), rule, source, rounding: rounding.value as Rounding });
  } catch {
    return undefined;
  }
}

async function convert(): Promise<void> {
  const understanding = columns?.understanding;
  if (!columns || !understanding) return;
  const terms = termsInForm();
  if (understanding.questions.length > 0) {
    columns.focusFirstOpen();
    return;
  }
  const { day } = await openSite();
  const isKnown = terms && knownOf({ day, now: new Date().toISOString() }).codes.has(terms.to);
  to.setAttribute('aria-invalid', String(!isKnown));
  say(asked, isKnown ? '' : words('badCurrency'));
  if (!isKnown) return;
  const turn = ++latest;
  find('working', HTMLDivElement).hidden = false;
  try {
    const result = await answers(understanding, terms, turn);
    if (!result || turn !== latest) return;
    const { rows, converted } = result;
    showResult({
      understanding,
      terms,
      asked: rows,
      converted,
      file: writtenFile(understanding, converted.rows, terms),
      name,
    });
    said.textContent = '';
  } catch {
    if (turn === latest) said.textContent = words('failed');
  } finally {
    if (turn === latest) find('working', HTMLDivElement).hidden = true;
  }
}

/** Reads and converts the rows, and shows the progress. Undefined if a later file or conversion has begun. */
async function answers(understanding: Understanding, terms: Terms, turn: number) {
  const all = dataRows(understanding.table);
  const pause = pauses(all.length);
  const { thisYear } = knownOf(await openSite());
  const rows: (Asked | Unread)[] = [];
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
    rows.push(...all.slice(at, at + ROWS_AT_ONCE).map((row) => readRow(row, understanding, thisYear)));
    await pause(at / 2);
    if (turn !== latest) return undefined;
  }
  const converted = await convertRows(rows, terms, await openSite(), (done) => pause((all.length + done) / 2));
  return { rows, converted };
}

/** Lets the browser react after some milliseconds of work, and shows how many of the rows are done. */
function pauses(rows: number): (done: number) => Promise<void> {
  let last = performance.now();
  return async (done) => {
    if (performance.now() - last < MAX_WORK) return;
    progress.value = done / rows;
    said.textContent = words('progress', { done: Math.floor(done), rows });
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}

input.addEventListener('change', () => {
  const [file] = input.files ?? [];
  if (file) void take(file, file.name);
});
pasted.addEventListener('input', () => {
  if (pasted.value.trim() !== '') void take(new Blob([pasted.value]), 'rows.csv');
});
// A file that misses the box would replace the page.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    event.preventDefault();
    drop?.classList.toggle('over', type === 'dragover');
    const [file] = type === 'drop' ? (event.dataTransfer?.files ?? []) : [];
    if (file) void take(file, file.name);
  });
addEventListener('dragleave', () => drop?.classList.remove('over'));
rates.addEventListener('change', () => {
  const { to: ofRule = '' } = rates.selectedOptions[0]?.dataset ?? {};
  if (ofRule !== '') to.value = ofRule;
  to.readOnly = ofRule !== '';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void convert();
});
enableLanguageSwitch();
void openSite().then(
  ({ day }) =>
    find('codes', HTMLDataListElement).replaceChildren(
      ...Array.from(day.currencies.keys(), (value) => create('option', { value })),
    ),
  () => undefined,
);
