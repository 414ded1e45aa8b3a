import { isDate } from '../../rates/calendar.ts';
import { enableCopyButtons } from '../shared/copy-button.ts';
import { create, find } from '../shared/elements.ts';
import { ApiError } from '../../api/error.ts';
import { checkReceipt, filesToCheck } from './check-receipt.ts';
import { findReceipt, NoReceiptError, type RateReceipt, type ReceiptSite } from './rate-receipt.ts';
import { readSite, readText, sha256, sizeOf } from './read-site.ts';
import { checkInWords } from './check-words.ts';
import { parseReceiptQuery, receiptQuery, type ReceiptQuery } from './receipt-query.ts';
import { officialFacts, placeTaken, showReceipt } from './receipt-view.ts';
import { FileProblem } from './file-problem.ts';

const from = find('from', HTMLInputElement);
const to = find('to', HTMLInputElement);
const date = find('date', HTMLInputElement);
const checkButton = find('check', HTMLButtonElement);
const checkLabel = find('check-label', HTMLElement);
const checkSize = find('check-size', HTMLElement);
const initialTitle = document.title;

/** Counts the visitor's requests, because only the latest request shows its receipt. */
let asked = 0;

interface Shown {
  readonly receipt: RateReceipt;
  /** When the visitor requested it, ISO 8601 UTC. */
  readonly at: string;
}
/** The receipt on the page. */
let shown: Shown | undefined;

async function show(): Promise<void> {
  const mine = ++asked;
  const query = parseReceiptQuery(location.search);
  from.value = query.from;
  to.value = query.to;
  // A date field accepts only valid dates.
  date.value = isDate(query.date) ? query.date : '';
  find('receipt', HTMLElement).hidden = true;
  shown = undefined;
  complain([]);
  tell('Reading the files of this site …', true);
  document.title = initialTitle;
  try {
    const site = await readSite();
    if (mine !== asked) return;
    offer(site);
    const at = new Date().toISOString();
    const receipt = await findReceipt(query, site, { readText, now: at });
    if (mine !== asked) return;
    // Adds the date to the URL, so that the URL still shows this receipt when there is a newer day.
    history.replaceState(null, '', location.pathname + receiptQuery(receipt));
    [from.value, to.value, date.value] = [receipt.from, receipt.to, receipt.date];
    tell(showReceipt(receipt, at));
    shown = { receipt, at };
    document.title = `${receipt.from} to ${receipt.to} on ${receipt.date}: rate receipt · Ratesheet`;
    await offerCheck(receipt, mine);
  } catch (error) {
    if (mine !== asked) return;
    tell('');
    complain(reasonOf(error, query));
    if (!(error instanceof FileProblem || error instanceof NoReceiptError)) throw error;
  }
}

/** Shows the button for the check, with the size of the files if it's known. */
async function offerCheck(receipt: RateReceipt, mine: number): Promise<void> {
  checkButton.ariaDisabled = 'false';
  checkLabel.textContent = 'Check the hashes';
  checkSize.textContent = '';
  const known = Array.from(filesToCheck(receipt), async ([path, size]) => size ?? (await sizeOf(path)) ?? NaN);
  const bytes = (await Promise.all(known)).reduce((sum, size) => sum + size);
  if (mine === asked && !Number.isNaN(bytes)) checkSize.textContent = ` (${(bytes / 1e6).toFixed(1)} MB)`;
}

async function check({ receipt, at }: Shown): Promise<void> {
  const mine = asked;
  // Not the attribute `disabled`, because the button would lose the focus.
  checkButton.ariaDisabled = 'true';
  const progress = `Reading the files of the check${checkSize.textContent} …`;
  find('checked', HTMLElement).replaceChildren(create('p', {}, progress));
  tell(progress);
  try {
    const result = await checkReceipt(receipt, { readText, sha256 });
    if (mine !== asked) return;
    showReceipt(receipt, at, result);
    checkLabel.textContent = 'Check the hashes again';
    // The receipt above has become longer, so the result could have left the window.
    find('checked', HTMLElement).scrollIntoView({ block: 'nearest' });
    const sentences = checkInWords(receipt, result).map(({ words }) => words);
    tell(sentences.join(' '));
  } catch (error) {
    if (mine !== asked) return;
    tell('');
    complain([FAILED]);
    throw error;
  } finally {
    if (mine === asked) checkButton.ariaDisabled = 'false';
  }
}

checkButton.addEventListener('click', () => {
  if (shown && checkButton.ariaDisabled !== 'true') void check(shown);
});

const FAILED = 'This page failed. Report the problem to the operator of this site.';

function reasonOf(error: unknown, query: ReceiptQuery): (string | Node)[] {
  if (error instanceof FileProblem) return [error.message];
  if (!(error instanceof NoReceiptError)) return [FAILED];
  const { answer, reason, official } = error;
  const [rate = '', calculation = []] = official ? officialFacts(query, official) : [];
  return [
    ...(answer instanceof ApiError ? [] : [`With date=${query.date}, `]),
    ...placeTaken(query, answer),
    ...(reason === undefined ? [] : [` ${reason}`]),
    ...(official ? [create('p', {}, `Official rate: ${rate}`), create('p', {}, ...calculation)] : []),
  ];
}

/** Shows why the receipt is missing; hides the message if the reason is empty. */
function complain(reason: readonly (string | Node)[]): void {
  const problem = find('problem', HTMLElement);
  problem.hidden = reason.length === 0;
  problem.replaceChildren(...reason);
}

/** Announces the progress. The message is visible while the visitor waits, then only for screen readers. */
function tell(message: string, isWaiting = false): void {
  const said = find('said', HTMLElement);
  said.classList.toggle('unseen', !isWaiting);
  said.textContent = message;
}

function offer({ archive, day }: ReceiptSite): void {
  const codes = [...new Set([...day.currencies.keys(), ...archive.codes])];
  find('codes', HTMLDataListElement).replaceChildren(
    ...codes.map((code) => create('option', { value: code }, day.currencies.get(code)?.name ?? code)),
  );
  [date.min, date.max] = [archive.first, archive.last];
}

find('ask', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const query = parseReceiptQuery(receiptQuery({ from: from.value, to: to.value, date: date.value }));
  history.pushState(null, '', location.pathname + receiptQuery(query));
  void show();
});
addEventListener('popstate', () => void show());
enableCopyButtons();
await show();
