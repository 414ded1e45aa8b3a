import { MAX_BYTES, type Encoding } from '../../spreadsheet/encoding.ts';
import { isProblem, type Problem } from '../../spreadsheet/problem.ts';
import type { GivenTerms, Rounding } from '../../spreadsheet/terms.ts';
import { create, find } from '../frame/elements.ts';
import { keepForOffline } from '../offline/keep-for-offline.ts';
import { enableLanguageSwitch } from '../visitor/language-switch.ts';
import { list } from '../visitor/visitor-format.ts';
import { ColumnChoice, showFirstRows } from './column-choice.ts';
import { showResult } from './result.ts';
import { words } from './words.ts';
import { CallFailed, workerAt } from './worker/call-worker.ts';

/** The encoding of files that aren't Unicode, by the page's language; windows-1252 for the others. */
const legacyEncodings: Readonly<Record<string, Encoding>> = {
  ...{ pl: 'windows-1250', ar: 'windows-1256' },
  ...{ ja: 'shift_jis', zh: 'gb18030', 'zh-Hant': 'big5' },
};

const input = find('file', HTMLInputElement);
const drop = document.querySelector<HTMLElement>('.drop');
const encodingChoice = find('encoding-choice', HTMLParagraphElement);
const encoding = find('encoding', HTMLSelectElement);
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
/** The file that was chosen last, and its name. */
let chosen: { readonly file: Blob; readonly name: string } | undefined;
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

/** Takes a file whose encoding isn't chosen yet. @param isText whether it's pasted text, whose encoding is known */
function take(file: Blob, name: string, isText = false): void {
  chosen = { file, name };
  columns = undefined;
  encoding.value = '';
  showEncoding(undefined);
  encodingChoice.hidden = isText;
  void read(file);
}

/** Reads a file. If it was read before in another encoding, the choice of columns stays. */
async function read(file: Blob): Promise<void> {
  const turn = ++latest;
  say(problem, '');
  said.textContent = '';
  for (const hidden of [columnsForm, form, resultSection, working]) hidden.hidden = true;
  try {
    if (file.size > MAX_BYTES) throw new Refused({ problem: 'too_large', bytes: file.size, most: MAX_BYTES });
    const choices = {
      ...columns?.choices,
      encoding: encoding.value === '' ? undefined : (encoding.value as Encoding),
      legacy: legacyEncodings[document.documentElement.lang],
    };
    const [found, codes] = await Promise.all([call('open', file, choices), call('codes')]);
    if (turn !== latest) return;
    if (isProblem(found)) throw new Refused(found);
    showEncoding(encoding.value === '' ? found.encoding : undefined);
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
    case 'other_encoding':
      return words('problemEncoding');
    case 'long_row':
    case 'many_columns':
    case 'open_quote':
      return words('problemLine', { line: found.line });
  }
}

/**
 * Names the rates that couldn't be loaded by their year or their currency, as in `archive/ecb/2026.csv`. `reach` and
 * `days` are files about all years and currencies.
 */
function failureInWords(error: unknown): string {
  const path = error instanceof CallFailed ? error.path : undefined;
  const [, of] = /^(?:archive|series)\/(?:.*\/)?(?!reach|days)([\w-]+)\.\w+$/.exec(path ?? '') ?? [];
  return of === undefined ? words('failed') : words('failedFile', { what: of.toUpperCase() });
}

/** Says which encoding was found, if none was chosen. */
function showEncoding(found: Encoding | undefined): void {
  const [auto, ...others] = encoding.options;
  const name = others.find(({ value }) => value === found)?.text;
  if (auto) auto.text = words('encodingAuto') + (name === undefined ? '' : ` · ${name}`);
}

function showQuestions(open: readonly string[]): void {
  say(asked, open.length === 0 ? '' : words('asked', { what: list.format(open) }));
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
  const { questions, names, amounts } = await columns.understood;
  if (questions.length > 0) {
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
    const read = { name: chosen?.name ?? '', amounts: amounts.map((column) => names[column] ?? '') };
    if (answered) showResult(answered, read, (order) => call('sort', order));
  } catch (error) {
    if (turn === latest) said.textContent = failureInWords(error);
  } finally {
    if (turn === latest) working.hidden = true;
  }
}

input.addEventListener('change', () => {
  const [file] = input.files ?? [];
  if (file) take(file, file.name);
});
encoding.addEventListener('change', () => {
  if (chosen) void read(chosen.file);
});
pasted.addEventListener('input', () => {
  if (pasted.value.trim() !== '') take(new Blob([pasted.value]), 'rows.csv', true);
});
// A file that misses the box would replace the page.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    event.preventDefault();
    drop?.classList.toggle('over', type === 'dragover');
    const [file] = type === 'drop' ? (event.dataTransfer?.files ?? []) : [];
    if (file) take(file, file.name);
  });
addEventListener('dragleave', () => drop?.classList.remove('over'));
rates.addEventListener('change', () => {
  const { to: ofRule = '', rounding: how = '' } = rates.selectedOptions[0]?.dataset ?? {};
  const isRule = ofRule !== '';
  if (isRule) to.value = ofRule;
  to.readOnly = isRule;
  const asRule = rounding.querySelector<HTMLOptionElement>('option[value=rule]');
  if (!asRule) return;
  asRule.hidden = !isRule;
  asRule.disabled = how === '';
  asRule.text = words(how === '' ? 'ruleRoundingUnknown' : 'ruleRounding');
  if (how !== '') rounding.value = 'rule';
  else if (rounding.value === 'rule' || rounding.value === '') rounding.value = 'half-even';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void convert();
});
enableLanguageSwitch();
void keepForOffline();
