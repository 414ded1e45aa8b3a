import { isDate } from '../../rates/calendar.ts';
import { enableCopyButtons } from '../shared/copy-button.ts';
import { create, find } from '../shared/elements.ts';
import { loadRates } from '../shared/load.ts';
import { findReceipt, NoReceiptError, type ReceiptSite } from './rate-receipt.ts';
import { readSite, readText, sha256 } from './read-site.ts';
import { parseReceiptQuery, receiptQuery, type ReceiptQuery } from './receipt-query.ts';
import { officialFacts, placeTaken, showReceipt } from './receipt-view.ts';
import { FileProblem } from '../shared/site-text.ts';

const from = find('from', HTMLInputElement);
const to = find('to', HTMLInputElement);
const date = find('date', HTMLInputElement);
const initialTitle = document.title;

/** Counts the visitor's requests, because only the latest request shows its receipt. */
let asked = 0;

async function show(): Promise<void> {
  const mine = ++asked;
  const query = parseReceiptQuery(location.search);
  from.value = query.from;
  to.value = query.to;
  // A date field accepts only valid dates.
  date.value = isDate(query.date) ? query.date : '';
  find('receipt', HTMLElement).hidden = true;
  complain([]);
  tell('Reading the files of this site …', true);
  document.title = initialTitle;
  try {
    const site = await readSite();
    if (mine !== asked) return;
    offer(site);
    const now = new Date().toISOString();
    const receipt = await findReceipt(query, site, { readText, sha256, loadRates, now });
    if (mine !== asked) return;
    // Adds the date to the URL, so that the URL still shows this receipt when there is a newer day.
    history.replaceState(null, '', location.pathname + receiptQuery(receipt));
    date.value = receipt.date;
    tell(showReceipt(receipt, now));
    document.title = `${receipt.from} to ${receipt.to} on ${receipt.date}: rate receipt · Ratesheet`;
  } catch (error) {
    if (mine !== asked) return;
    tell('');
    complain(reasonOf(error, query));
    if (!(error instanceof FileProblem || error instanceof NoReceiptError)) throw error;
  }
}

function reasonOf(error: unknown, query: ReceiptQuery): (string | Node)[] {
  if (error instanceof FileProblem) return [error.message];
  if (!(error instanceof NoReceiptError)) return ['This page failed. Report the problem to the operator of this site.'];
  const { message, inItsPlace, official } = error;
  const [rate = '', calculation = []] = official ? officialFacts(query, official) : [];
  return [
    message,
    ...(inItsPlace ? [` With date=${query.date}, `, ...placeTaken(query, inItsPlace)] : []),
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
