import { isProblem } from '../../spreadsheet/problem.ts';
import { dataRows, type Table } from '../../spreadsheet/table.ts';
import {
  type Choices,
  type Known,
  type Question,
  understandTable,
  type Understanding,
} from '../../spreadsheet/understand.ts';
import { create, find } from '../frame/elements.ts';
import { words } from './words.ts';

/** Rows of the file that are shown. */
const SHOWN_ROWS = 5;
/** The value of the choice that the amounts have their currencies. */
const BESIDE = 'amount';

const fields = {
  date: find('date', HTMLSelectElement),
  order: find('order', HTMLSelectElement),
  amount: find('amount', HTMLSelectElement),
  decimal: find('decimal', HTMLSelectElement),
  currency: find('currency', HTMLSelectElement),
};
type Field = keyof typeof fields;
const fieldNames = Object.keys(fields) as Field[];

/** The visitor's choice of columns, which begins with what the file shows. */
export class ColumnChoice {
  understanding: Understanding | undefined;
  readonly #table: Table;
  readonly #known: Known;
  readonly #choices: { -readonly [Name in keyof Choices]: Choices[Name] } = {};
  readonly #onQuestions: (labels: readonly string[]) => void;

  constructor(table: Table, known: Known, onQuestions: (labels: readonly string[]) => void) {
    this.#table = table;
    this.#known = known;
    this.#onQuestions = onQuestions;
    const columns = table.names.map((name, column) => create('option', { value: String(column + 1) }, name));
    const none = () => create('option', { value: '' }, words('pleaseChoose'));
    const copies = () => columns.map((option) => option.cloneNode(true));
    fields.date.replaceChildren(none(), ...copies());
    fields.amount.replaceChildren(none(), ...copies());
    fields.currency.replaceChildren(
      none(),
      ...copies(),
      create('option', { value: BESIDE }, words('besideAmounts')),
      ...Array.from(known.codes, (code) => create('option', { value: code }, code)),
    );
    for (const name of fieldNames) fields[name].onchange = () => this.#choose(name);
    showRows(table);
    this.#understand();
  }

  focusFirstOpen(): void {
    fieldNames
      .map((name) => fields[name])
      .find((field) => field.ariaInvalid === 'true')
      ?.focus();
  }

  #choose(name: Field): void {
    const value = fields[name].value;
    const chosen = value === '' || value === BESIDE ? undefined : value;
    // Another column can have another form.
    if (name === 'date') this.#choices.order = undefined;
    if (name === 'amount') this.#choices.decimal = undefined;
    Object.assign(this.#choices, { [name]: chosen });
    this.#understand();
  }

  #understand(): void {
    const found = understandTable(this.#table, this.#choices, this.#known);
    if (isProblem(found)) return;
    this.understanding = found;
    const { date, amount, currency, order, mark, questions } = found;
    const columnOf = (column: number | undefined) => (column === undefined ? '' : String(column + 1));
    fields.date.value = columnOf(date);
    fields.amount.value = columnOf(amount);
    fields.order.value = order ?? '';
    fields.decimal.value = mark ?? '';
    fields.currency.value =
      currency === 'amount' ? BESIDE : currency && 'code' in currency ? currency.code : columnOf(currency?.column);
    const open = new Map(questions.map((question) => [question.about, question]));
    const isOpen = (name: Field) => open.has(name);
    for (const name of fieldNames) fields[name].ariaInvalid = String(isOpen(name));
    // Without dates of numbers and without separators, there is nothing to choose.
    hide(fields.order, order === undefined && !isOpen('order'));
    hide(fields.decimal, mark === undefined && !isOpen('decimal'));
    this.#onQuestions(fieldNames.flatMap((name) => labelOf(name, open.get(name))));
  }
}

function hide({ parentElement }: HTMLElement, isHidden: boolean): void {
  if (parentElement) parentElement.hidden = isHidden;
}

function labelOf(name: Field, question: Question | undefined): string[] {
  if (!question) return [];
  const example = 'example' in question ? ` (${question.example})` : '';
  return [words(name) + example];
}

/** Shows the first rows as they were read. */
function showRows(table: Table): void {
  const cells = (kind: 'th' | 'td', texts: readonly string[]) =>
    table.names.map((_, column) =>
      create(kind, { dir: 'auto', ...(kind === 'th' && { scope: 'col' }) }, texts[column] ?? ''),
    );
  const first = dataRows(table).slice(0, SHOWN_ROWS);
  find('file-rows', HTMLDivElement).replaceChildren(
    create(
      'table',
      {},
      create('thead', {}, create('tr', {}, ...cells('th', table.names))),
      create('tbody', {}, ...first.map((row) => create('tr', {}, ...cells('td', row.cells)))),
    ),
  );
}
