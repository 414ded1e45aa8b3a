import { MAX_BYTES, type Encoding } from '../../spreadsheet/encoding.ts';
import { isProblem, type Problem } from '../../spreadsheet/problem.ts';
import type { GivenTerms, Rounding } from '../../spreadsheet/terms.ts';
import { create, find } from '../frame/elements.ts';
import { keepForOffline } from '../offline/keep-for-offline.ts';
import { enableLanguageSwitch } from '../visitor/language-switch.ts';
import { ColumnChoice, showFirstRows } from './column-choice.ts';
import { showResult } from './result.ts';
import { words } from './words.ts';
import { CallFailed, workerAt } from './worker/call-worker.ts';

/** The encoding of files that aren't Unicode, by the page's language; windows-1252 for the others. */
const legacyEncodings: Readonly<Record<string, Encoding>> = { pl: 'windows-1250', ja: 'shift_jis', zh: 'gb18030' };

const input = find('file', HTMLInputElement);
const drop = document.querySelector<HTMLElement>('.drop');
const pasted = find('pasted', HTMLTextAreaElement);
const problem = find('problem', HTMLParagraphElement);
const columnsForm = find('columns', HTMLElement);
const form = find('terms', HTMLFormElement);
const resultSection = find('result', HTMLElement);
const working = find('working', HTMLDivElement);
const asked = find('asked', HTMLParagraphElement);
const said = find('said', HTMLParagraphElement);
const progress = find('progress', HTMLProgressElement);
const [rates, to, rounding] = [
  find('rates', HTMLSelectElement),
  find('to', HTMLInputElement),
  find('rounding', HTMLSelectElement),
];

let columns: ColumnChoice | undefined;
let name = 'rows.csv';
/** Counts the files and conversions, so that the answer of an earlier one isn't shown. */
let latest = 0;

/** The worker reads and converts the file. This script only shows what it answers. */
const call = workerAt(find('main', HTMLElement).dataset['worker'] ?? '', (report) => {
  if ('first' in report) {
    showFirstRows(report);
    columnsForm.hidden = false;
    return;
  }
  const { done, rows } = report;
  progress.value = done / rows;
  said.textContent = words('progress', { done, rows });
});

async function take(file: Blob, fileName: string): Promise<void> {
  const turn = ++latest;
  say(problem, '');
  said.textContent = '';
  columns = undefined;
  for (const hidden of [columnsForm, form, resultSection, working]) hidden.hidden = true;
  try {
    if (file.size > MAX_BYTES) throw new Refused({ problem: 'too_large', bytes: file.size, most: MAX_BYTES });
    const choices = { encoding: legacyEncodings[document.documentElement.lang] };
    const [found, codes] = await Promise.all([call('open', file, choices), call('codes')]);
    if (turn !== latest) return;
    if (isProblem(found)) throw new Refused(found);
    name = fileName;
    find('codes', HTMLDataListElement).replaceChildren(...codes.map((value) => create('option', { value })));
    columns = new ColumnChoice(found, codes, choices, (chosen) => call('choose', chosen), showQuestions);
    form.hidden = false;
  } catch (error) {
    if (turn !== latest) return;
    columnsForm.hidden = true;
    say(problem, error instanceof Refused ? problemInWords(error.problem) : failureInWords(error));
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

/** Names the rates that couldn't be loaded by their year or their currency, as in `archive/ecb/2026.csv`. */
function failureInWords(error: unknown): string {
  const path = error instanceof CallFailed ? error.path : undefined;
  const [, of] = /^(?:archive|series)\/.*?([\w-]+)\.\w+$/.exec(path ?? '') ?? [];
  return of === undefined ? words('failed') : words('failedFile', { what: of.toUpperCase() });
}

function showQuestions(open: readonly string[]): void {
  say(asked, open.length === 0 ? '' : words('asked', { what: open.join(', ') }));
}

/** Shows or hides a message. */
function say(element: HTMLElement, text: string): void {
  element.textContent = text;
  element.hidden = text === '';
}

function termsInForm(): GivenTerms {
  const ofRates = rates.value.startsWith('rule:')
    ? { rule: rates.value.slice('rule:'.length) }
    : { source: rates.value };
  return { ...ofRates, to: to.value.trim(), rounding: rounding.value as Rounding };
}

async function convert(): Promise<void> {
  if (!columns) return;
  const turn = ++latest;
  if ((await columns.understood).questions.length > 0) {
    columns.focusFirstOpen();
    return;
  }
  progress.value = 0;
  working.hidden = false;
  try {
    const answered = await call('convert', termsInForm());
    if (turn !== latest) return;
    to.setAttribute('aria-invalid', String(!answered));
    say(asked, answered ? '' : words('badCurrency'));
    said.textContent = '';
    if (answered) showResult(answered, name, (order) => call('sort', order));
  } catch (error) {
    if (turn === latest) said.textContent = failureInWords(error);
  } finally {
    if (turn === latest) working.hidden = true;
  }
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
void keepForOffline();
