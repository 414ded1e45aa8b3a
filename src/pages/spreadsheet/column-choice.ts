import { isProblem, type Problem } from '../../spreadsheet/problem.ts';
import type { Choices, Question } from '../../spreadsheet/understand.ts';
import { leftToRight } from '../frame/direction.ts';
import { create, find } from '../frame/elements.ts';
import { words } from './words.ts';
import type { FirstRows, Understood } from './worker/messages.ts';

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
const otherAmounts = find('other-amounts', HTMLDivElement);
const fieldNames = Object.keys(fields) as Field[];

/** The visitor's choice of columns, which begins with what the file shows. */
export class ColumnChoice {
  /** How the file is understood with the latest choice. */
  understood: Promise<Understood>;
  /** What the visitor has chosen. */
  readonly choices: { -readonly [Name in keyof Choices]: Choices[Name] };
  readonly #columns: readonly HTMLOptionElement[];
  readonly #choose: (choices: Choices) => Promise<Understood | Problem>;
  readonly #onQuestions: (labels: readonly string[]) => void;

  constructor(
    first: Understood,
    codes: readonly string[],
    choices: Choices,
    choose: (choices: Choices) => Promise<Understood | Problem>,
    onQuestions: (labels: readonly string[]) => void,
  ) {
    this.understood = Promise.resolve(first);
    this.choices = { ...choices };
    this.#choose = choose;
    this.#onQuestions = onQuestions;
    const columns = first.names.map((name, column) => create('option', { value: String(column + 1) }, name));
    const none = () => create('option', { value: '' }, words('pleaseChoose'));
    const copies = () => columns.map((option) => option.cloneNode(true));
    fields.date.replaceChildren(none(), ...copies());
    fields.amount.replaceChildren(none(), ...copies());
    this.#columns = columns;
    otherAmounts.replaceChildren();
    fields.currency.replaceChildren(
      none(),
      ...copies(),
      create('option', { value: BESIDE }, words('besideAmounts')),
      ...codes.map((code) => create('option', { value: code }, code)),
    );
    for (const name of fieldNames)
      fields[name].onchange = () => {
        if (name === 'amount') this.#changeAmounts();
        else this.#change(name);
      };
    this.#show(first);
  }

  focusFirstOpen(): void {
    fieldNames
      .map((name) => fields[name])
      .find((field) => field.ariaInvalid === 'true')
      ?.focus();
  }

  #change(name: Field): void {
    const value = fields[name].value;
    const chosen = value === '' || value === BESIDE ? undefined : value;
    // Another column can have another form.
    if (name === 'date') this.choices.order = undefined;
    Object.assign(this.choices, { [name]: chosen });
    this.#understand();
  }

  #changeAmounts(): void {
    const selects = [fields.amount, ...otherAmounts.querySelectorAll('select')];
    const chosen = new Set(selects.map(({ value }) => value).filter((value) => value !== ''));
    this.choices.decimal = undefined;
    this.choices.amounts = chosen.size === 0 ? undefined : [...chosen];
    this.#understand();
  }

  #understand(): void {
    const before = this.understood;
    const choosing = this.#choose({ ...this.choices }).then((found) => (isProblem(found) ? before : found));
    this.understood = choosing;
    void choosing.then((found) => {
      if (this.understood === choosing) this.#show(found);
    });
  }

  #show({ date, amounts, currency, order, mark, questions }: Understood): void {
    const columnOf = (column: number | undefined) => (column === undefined ? '' : String(column + 1));
    fields.date.value = columnOf(date);
    fields.amount.value = columnOf(amounts[0]);
    const isOneMore = amounts.length > 0 && amounts.length < this.#columns.length;
    this.#showOtherAmounts([...amounts.slice(1).map(columnOf), ...(isOneMore ? [''] : [])]);
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

  /** Shows a choice for each further column of amounts, such as credits beside debits, and an empty one. */
  #showOtherAmounts(values: readonly string[]): void {
    const selects = [...otherAmounts.querySelectorAll('select')];
    for (const select of selects.slice(values.length)) select.remove();
    for (const [at, value] of values.entries()) (selects[at] ?? this.#otherAmount()).value = value;
  }

  #otherAmount(): HTMLSelectElement {
    const none = create('option', { value: '' }, words('otherAmount'));
    const copies = this.#columns.map((option) => option.cloneNode(true));
    const select = create('select', { 'aria-label': words('otherAmount') }, none, ...copies);
    select.onchange = () => this.#changeAmounts();
    otherAmounts.append(select);
    return select;
  }
}

function hide({ parentElement }: HTMLElement, isHidden: boolean): void {
  if (parentElement) parentElement.hidden = isHidden;
}

function labelOf(name: Field, question: Question | undefined): string[] {
  if (!question) return [];
  const what = words(name);
  return ['example' in question ? words('example', { what, text: leftToRight(question.example) }) : what];
}

/** Shows the first rows as they were read. */
export function showFirstRows({ names, first }: FirstRows): void {
  const cells = (kind: 'th' | 'td', texts: readonly string[]) =>
    names.map((_, column) =>
      create(kind, { dir: 'auto', ...(kind === 'th' && { scope: 'col' }) }, texts[column] ?? ''),
    );
  find('file-rows', HTMLDivElement).replaceChildren(
    create(
      'table',
      {},
      create('thead', {}, create('tr', {}, ...cells('th', names))),
      create('tbody', {}, ...first.map((row) => create('tr', {}, ...cells('td', row)))),
    ),
  );
}
