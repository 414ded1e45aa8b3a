import type { ArchiveIndex } from '../../api/documents/archive-index.ts';
import { ApiError } from '../../api/error.ts';
import type { PublishedSite } from '../../api/query/site.ts';
import { findBankReceipt } from '../../api/explain/official-receipt.ts';
import { findReceipt, NotArchivedError, type RateReceipt } from '../../api/explain/rate-receipt.ts';
import { parseReceiptQuery, receiptQuery, type ReceiptQuery, requestOf } from '../../api/explain/receipt-query.ts';
import { siteOver } from '../../api/explain/site-over.ts';
import { fileErrorInWords, orFileError } from '../../api/explain/unreadable.ts';
import { instantAt, isDate } from '../../money/calendar.ts';
import { banks } from '../../sources/banks.ts';
import { market } from '../../sources/market.ts';
import { rules } from '../../sources/rules/rules.ts';
import { FileError } from '../../text/site-problem.ts';
import { compareSources } from '../converter/compare/compare-sources.ts';
import { enableCopyButtons } from '../frame/copy-button.ts';
import { create, find } from '../frame/elements.ts';
import { checkReceipt, filesToCheck } from './check-receipt.ts';
import { checkInWords } from './check-words.ts';
import { type ComparedDay, showComparing, showComparison } from './comparison-view.ts';
import { showBank } from './official-view.ts';
import { scalesOfBank } from './picture/bank-scales.ts';
import { readNeighbors } from './picture/read-neighbors.ts';
import type { Neighbors } from './picture/value-scale.ts';
import { readSite, readsRejected, readText, type ReceiptSite, sha256, sizeOf } from './read-site.ts';
import { type Checked, commandsFor } from './receipt-commands.ts';
import { placeTaken, showReceipt } from './receipt-view.ts';

const from = find('from', HTMLInputElement);
const to = find('to', HTMLInputElement);
const date = find('date', HTMLInputElement);
const source = find('source', HTMLSelectElement);
const checkButton = find('check', HTMLButtonElement);
const checkLabel = find('check-label', HTMLElement);
const checkSize = find('check-size', HTMLElement);
const initialTitle = document.title;

/** Counts the visitor's requests, because only the latest request shows its receipt. */
let asked = 0;

/** What a receipt is collected from. */
interface Sources {
  readonly archive: ArchiveIndex;
  readonly site: PublishedSite;
}

interface Shown extends Checked {
  readonly archive: ArchiveIndex;
  readonly neighbors: Neighbors | undefined;
  /** When the visitor requested it, ISO 8601 UTC. */
  readonly at: string;
}
/** What is on the page. */
let shown: Shown | undefined;

async function show(): Promise<void> {
  const mine = ++asked;
  const query = parseReceiptQuery(location.search);
  fillForm(query);
  hideReceipt();
  complain([]);
  tell('Reading the files of this site …', true);
  document.title = initialTitle;
  await complaining(query, mine, async () => {
    const site = await readSite();
    if (mine !== asked) return;
    offer(site);
    fillForm(query);
    const { archive, day } = site;
    const sources = { archive, site: siteOver(day, instantAt(Date.now()), readText) };
    const isOfMarket = query.source === '' && query.rule === undefined;
    await (isOfMarket ? showMarket(query, sources, mine) : showOneBank(query, sources, mine));
  });
}

/** Shows a part of the page or, if that fails, why. */
async function complaining(query: ReceiptQuery, mine: number, showPart: () => Promise<void>): Promise<void> {
  try {
    await showPart();
  } catch (error) {
    if (mine === asked) complainAbout(error, query);
  }
}

/** Shows the receipt of the market rate. */
async function showMarket(query: ReceiptQuery, { archive, site }: Sources, mine: number): Promise<void> {
  const request = requestOf(query);
  const { from, to, date = site.day.rate_as_of } = request;
  // A bank may have the rate that the market lacks.
  void complaining(query, mine, () => compare({ from, to, date }, market.key, site, mine));
  const receipt = await findReceipt(request, site, readsRejected(archive));
  // The receipt is complete without its picture.
  const found = await orFileError(readNeighbors(receipt, site));
  if (mine !== asked) return;
  const neighbors = found instanceof FileError ? undefined : found;
  settle({ from, to, date, source: '' }, showReceipt(receipt, neighbors, site.now));
  reveal({ receipt, neighbors, official: undefined, check: undefined, archive, at: site.now });
  await offerCheck(receipt, archive, mine);
}

/** Shows the receipt of the rate of the query's bank or rule. */
async function showOneBank(query: ReceiptQuery, { archive, site }: Sources, mine: number): Promise<void> {
  const request = requestOf(query);
  const official = await findBankReceipt(request, site);
  // The receipt is complete without its picture.
  const scales = await orFileError(scalesOfBank(official, site));
  if (mine !== asked) return;
  const named = { from: official.from, to: official.to, date: request.date ?? official.day.date };
  settle(
    { ...query, ...named },
    showBank({ ...named, rule: request.rule }, official, scales instanceof FileError ? [] : scales, site.now),
  );
  reveal({ receipt: undefined, neighbors: undefined, official, check: undefined, archive, at: site.now });
  // The date of a rule isn't the day of its rate.
  const { date } = request.rule ? official.day : named;
  await compare({ ...named, date }, request.source, site, mine);
}

/** Shows the rates of all sources of a day. @param current the source of the receipt */
async function compare(day: ComparedDay, current: string, site: PublishedSite, mine: number): Promise<void> {
  showComparing();
  const found = await compareSources(day, site);
  if (mine !== asked) return;
  const isKnown = found.rows.length > 0 || found.unread.size > 0;
  find('compared', HTMLElement).hidden = !isKnown;
  if (!isKnown) return;
  showComparison(day, found, current);
  find('receipt', HTMLElement).hidden = false;
}

/** Hides everything of an earlier receipt. */
function hideReceipt(): void {
  shown = undefined;
  find('receipt', HTMLElement).hidden = true;
  hideParts({ market: true, bank: true, proof: true });
  find('compared', HTMLElement).hidden = true;
}

/** Names the receipt everywhere. With the date in the URL, it still shows this receipt when there is a newer day. */
function settle(query: ReceiptQuery, heading: string): void {
  history.replaceState(null, '', location.pathname + receiptQuery(query));
  fillForm(query);
  tell(heading);
  document.title = `${query.from} to ${query.to} on ${query.date}: rate receipt · Ratesheet`;
}

/** Shows the parts of a receipt that have been filled. */
function reveal(parts: Shown): void {
  shown = parts;
  hideParts({ market: !parts.receipt, bank: !parts.official, proof: false });
  showCommands(parts);
  find('receipt', HTMLElement).hidden = false;
}

/** Hides or shows the parts of the page, by their class. */
function hideParts(classes: Readonly<Record<string, boolean>>): void {
  for (const [name, isHidden] of Object.entries(classes)) {
    for (const part of document.querySelectorAll<HTMLElement>(`#receipt .${name}`)) part.hidden = isHidden;
  }
}

function showCommands(parts: Shown): void {
  find('commands', HTMLElement).textContent = commandsFor(parts, location.origin);
}

/** Shows the button for the check, with the size of the files if it's known. */
async function offerCheck(receipt: RateReceipt, archive: ArchiveIndex, mine: number): Promise<void> {
  checkButton.ariaDisabled = 'false';
  checkLabel.textContent = 'Check the hashes';
  checkSize.textContent = '';
  const known = Array.from(filesToCheck(receipt, archive), async ([path, size]) => size ?? (await sizeOf(path)) ?? NaN);
  const bytes = (await Promise.all(known)).reduce((sum, size) => sum + size);
  if (mine === asked && !Number.isNaN(bytes)) checkSize.textContent = ` (${(bytes / 1e6).toFixed(1)} MB)`;
}

async function check(receipt: RateReceipt, { archive, at }: Shown): Promise<void> {
  const mine = asked;
  // Not the attribute `disabled`, because the button would lose the focus.
  checkButton.ariaDisabled = 'true';
  const progress = `Reading the files of the check${checkSize.textContent} …`;
  find('checked', HTMLElement).replaceChildren(create('p', {}, progress));
  tell(progress);
  try {
    const result = await checkReceipt(receipt, { archive, readText, sha256 });
    if (mine !== asked || !shown) return;
    shown = { ...shown, check: result };
    showReceipt(receipt, shown.neighbors, at, result);
    showCommands(shown);
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
  if (shown?.receipt && checkButton.ariaDisabled !== 'true') void check(shown.receipt, shown);
});

const FAILED = 'This page failed. Report the problem to the operator of this site.';

/** Shows why there is no receipt. If the page failed, the error is thrown. */
function complainAbout(error: unknown, query: ReceiptQuery): void {
  tell('');
  if (error instanceof FileError) {
    complain([fileErrorInWords(error)]);
  } else if (error instanceof ApiError) {
    complain(placeTaken(query, error as ApiError));
  } else if (error instanceof NotArchivedError) {
    const { answer, reason } = error;
    const before = answer instanceof ApiError ? [] : [`With date=${query.date}, `];
    complain([...before, ...placeTaken(query, answer), ` ${reason}`]);
  } else {
    complain([FAILED]);
    throw error;
  }
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

function fillForm(query: ReceiptQuery): void {
  const rule = rules.find(({ key }) => key === query.rule);
  [from.value, to.value, source.value] = [query.from, query.to, rule?.bank.key ?? query.source];
  shownRule = query.rule;
  // A date field accepts only valid dates.
  date.value = isDate(query.date) ? query.date : '';
  limitDate();
}

/** The rule of the form's values, until the visitor chooses another source. */
let shownRule: string | undefined;

/** The first and the last day that each source can have, for the date field. The market's name is empty. */
const limits = new Map<string, readonly [first: string, last: string]>();

/** Offers the site's currencies, sources and days. */
function offer({ archive, day }: ReceiptSite): void {
  const codes = [...new Set([...day.currencies.keys(), ...archive.codes])];
  find('codes', HTMLDataListElement).replaceChildren(
    ...codes.map((code) => create('option', { value: code }, day.currencies.get(code)?.name ?? code)),
  );
  limits.set('', [archive.first, archive.last]);
  // The first table of a bank is the first in the list. Its newest day may be before today.
  for (const { source: key, first } of archive.banks.toReversed()) limits.set(key, [first, '']);
  source.replaceChildren(
    ...Array.from(source.options).slice(0, 1),
    ...banks.filter(({ key }) => limits.has(key)).map(({ key, name }) => create('option', { value: key }, name)),
  );
}

function limitDate(): void {
  [date.min, date.max] = limits.get(source.value) ?? ['', ''];
}

source.addEventListener('change', () => {
  shownRule = undefined;
  limitDate();
});
find('ask', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = shownRule === undefined ? { source: source.value } : { source: '', rule: shownRule };
  const typed = { from: from.value, to: to.value, date: date.value, ...chosen };
  const query = parseReceiptQuery(receiptQuery(typed));
  history.pushState(null, '', location.pathname + receiptQuery(query));
  void show();
});
addEventListener('popstate', () => void show());
enableCopyButtons();
await show();
