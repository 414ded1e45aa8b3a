import { ApiError } from '../../api/error.ts';
import { addresses, paths, proofPaths, sourceFile } from '../../api/paths.ts';
import type { PairAnswer } from '../../api/query/pair-answer.ts';
import type { CurrencyReceipt, RateReceipt } from '../../api/explain/rate-receipt.ts';
import { type ReceiptQuery, receiptQuery } from '../../api/explain/receipt-query.ts';
import {
  arithmeticInWords,
  earlierRateInWords,
  heldDateInWords,
  unitInWords,
  USD_IN_WORDS,
  validationInWords,
  witnessesInWords,
} from '../../api/explain/receipt-words.ts';
import { fileErrorInWords } from '../../api/explain/unreadable.ts';
import { attributed } from '../../api/source-fields.ts';
import { datedCopyOf } from '../../sources/mirrors.ts';
import { isDefaultProvider, type Provider } from '../../sources/provider.ts';
import { FileError } from '../../text/site-problem.ts';
import { create, find, withWholeDates } from '../frame/elements.ts';
import type { ReceiptCheck } from './check-receipt.ts';
import { scaleView } from './picture/scale-view.ts';
import { type Neighbors, scaleOf } from './picture/value-scale.ts';
import { noVersionInWords, checkInWords } from './check-words.ts';
import type { PublishedVersion } from './published-versions.ts';

/** A term and its descriptions, for a description list. */
export type Fact = readonly [term: string, ...said: (string | Node | (string | Node)[])[]];

/**
 * Shows the receipt of a market rate, and its check if there is one.
 *
 * @param neighbors what the day's values are compared with; undefined if it can't be read
 * @param requestedAt when the visitor requested it, ISO 8601 UTC
 * @returns the heading
 */
export function showReceipt(
  receipt: RateReceipt,
  neighbors: Neighbors | undefined,
  requestedAt: string,
  check?: ReceiptCheck,
): string {
  const { from, to, date, rate, inItsPlace, sides } = receipt;
  const heading = find('rate-heading', HTMLElement);
  const none = inItsPlace instanceof FileError ? 'a rate that could not be read' : 'no rate';
  heading.replaceChildren(
    ...(rate === undefined ? [`${from} to ${to}: ${none}`] : [`1 ${from} = `, value(rate.rate), ` ${to}`]),
    ` on ${date}`,
  );
  find('picture', HTMLElement).replaceChildren(...(neighbors ? picture(receipt, neighbors, check) : []));
  find('rate', HTMLElement).replaceChildren(...terms(rateFacts(receipt, requestedAt)));
  find('sides', HTMLElement).replaceChildren(...sides.map((side) => sideSection(side, receipt, check)));
  find('dataset', HTMLElement).replaceChildren(...dataset(receipt, check));
  find('checked', HTMLElement).replaceChildren(
    ...(check ? checkInWords(receipt, check) : []).map(({ words, isMatch }) =>
      create('p', isMatch ? {} : { class: 'note' }, words),
    ),
  );
  return heading.textContent;
}

/** The values of each currency on a line. */
function picture({ date, sides }: RateReceipt, neighbors: Neighbors, check: ReceiptCheck | undefined): Node[] {
  const read = check?.comparisons instanceof FileError ? [] : (check?.comparisons ?? []);
  return sides.flatMap((side) => {
    const comparisons = [...neighbors.comparisons, ...read.filter((each) => each.date === date)];
    const scale = scaleOf(side, date, { ...neighbors, comparisons });
    return scale ? [scaleView(scale)] : [];
  });
}

function rateFacts(receipt: RateReceipt, requestedAt: string): Fact[] {
  const { from, to, date, isNewest, rate, inItsPlace, sides } = receipt;
  // If the day's document of past rates lacks one of the currencies, the API returns this rate only while the day is
  // the newest. So the request has no date. It has no date either if the document can't be read.
  const isTodays = isNewest && sides.some(({ isPast }) => isPast !== true);
  const query = new URLSearchParams({ from, to, ...(!isTodays && { date }) }).toString();
  const answer = `${location.origin}${addresses.convertOnDate}?${query}`;
  const arithmetic = arithmeticInWords(receipt);
  const facts: Fact[] = [];
  if (rate && rate.asOf < date) {
    const [before, asOf, after] = heldDateInWords(rate.asOf);
    const href = location.pathname + receiptQuery({ from, to, date: asOf, source: '' });
    facts.push(['Its date', [before, create('a', { href }, asOf), after]]);
  }
  facts.push(['What it is', ...sourceInWords(receipt.provider)]);
  if (arithmetic !== undefined) facts.push(['Calculation', arithmetic]);
  facts.push(...unitFacts(receipt));
  if (from === 'USD' || to === 'USD') facts.push(['USD', USD_IN_WORDS]);
  const isUnread = inItsPlace instanceof FileError;
  if (isUnread) facts.push(['The rate', fileErrorInWords(inItsPlace)]);
  if (rate !== undefined || isUnread) {
    const until = isTodays ? [' (while this is the newest day)'] : [];
    facts.push(['API request', [create('a', { href: answer }, answer), ...until]]);
  }
  if (inItsPlace && !isUnread) {
    const term = inItsPlace instanceof ApiError ? 'API error' : `With date=${date}`;
    facts.push([term, placeTaken(receipt, inItsPlace)]);
  }
  return [...facts, ...pageFacts({ from, to, date, source: '' }, requestedAt)];
}

/** When the page was created, and its URL. */
export function pageFacts(query: ReceiptQuery, requestedAt: string): Fact[] {
  return [
    ['Page created', `${requestedAt}, at ${location.origin}`],
    ['This page', location.origin + location.pathname + receiptQuery(query)],
  ];
}

/** What the units of the pair's sub-units and metals are. */
export function unitFacts({ from, to }: Pick<RateReceipt, 'from' | 'to'>): Fact[] {
  return [...new Set([from, to])].flatMap((code) => {
    const words = unitInWords(code);
    return words === undefined ? [] : [[code, words] as const];
  });
}

function sourceInWords(provider: Provider): (string | (string | Node)[])[] {
  if (isDefaultProvider(provider)) {
    return ['A daily reference rate from exchange-api, a free public dataset. It isn’t a central bank’s rate.'];
  }
  const { name, url, license, attribution } = attributed(provider);
  // Only composed rates have an attribution.
  if (attribution !== undefined) {
    return ['A daily reference rate that this service composed from official rates of central banks.', attribution];
  }
  return [['A daily reference rate from ', create('a', { href: url, rel: 'noreferrer' }, name), ` (${license}).`]];
}

/** What the API returns instead of a missing market rate: its error, or an earlier rate with a link to its receipt. */
export function placeTaken(
  { from, to }: Pick<RateReceipt, 'from' | 'to'>,
  answer: PairAnswer | ApiError,
): (string | Node)[] {
  if (answer instanceof ApiError) return [`${answer.message}.`];
  const [before, linked, after] = earlierRateInWords({ from, to }, answer);
  const href = location.pathname + receiptQuery({ from, to, date: answer.day.date, source: '' });
  return [before, create('a', { href }, linked), after];
}

function sideSection(side: CurrencyReceipt, { date }: RateReceipt, check: ReceiptCheck | undefined): HTMLElement {
  const { code, published, publishedIn, validation } = side;
  const id = `side-${code}`;
  const files = [link(paths.archiveRejected), ', ', link(paths.archiveEvidence)];
  if (validation) files.push(', ', link(paths.status));
  const given =
    published instanceof FileError
      ? fileErrorInWords(published)
      : [value(published ?? 'none'), ': ', link(publishedIn)];
  return create(
    'section',
    { class: 'card', 'aria-labelledby': id },
    create('h2', { id }, `${code} per 1 USD`),
    factList([
      ['Source value', ...sourceValue(side, date, check)],
      ...originFacts(side),
      ['Published', given],
      ['Validation', validationInWords(side, date, check)],
      ['Witnesses', ...witnessesInWords(side, check?.comparisons)],
      ['Files', files],
    ]),
  );
}

/** Where a composed value of the newest day is from. */
function originFacts({ code, validation }: CurrencyReceipt): Fact[] {
  const origin = validation instanceof FileError ? undefined : validation?.composed?.origins[code];
  return origin === undefined ? [] : [['Composed from', [`${origin}: `, link(paths.status)]]];
}

/** The source value in the archive file or, before the check, in another document. */
function sourceValue({ code, sourceValue }: CurrencyReceipt, date: string, check: ReceiptCheck | undefined) {
  const path = paths.archiveYear(date.slice(0, 4));
  const archived = check?.archived;
  if (archived && !(archived instanceof FileError)) {
    return [[value(archived.rates.get(code) ?? 'none'), ': ', link(path), `, row ${date}, column ${code}`]];
  }
  const problem = archived ? [fileErrorInWords(archived)] : [];
  if (!sourceValue) return archived ? problem : [['Not read yet. It’s in ', link(path), '.']];
  if (sourceValue instanceof FileError) return [fileErrorInWords(sourceValue), ...problem];
  return [[value(sourceValue.value ?? 'none'), ': ', link(sourceValue.path)], ...problem];
}

function dataset(receipt: RateReceipt, check: ReceiptCheck | undefined): Node[] {
  const { date, provider, isNewest } = receipt;
  const found = !check || check.versions instanceof FileError ? [] : check.versions;
  const none = check && noVersionInWords(date, check.versions, check.chain);
  const unread =
    'The check below reads the publish log, which has the time of the download, the hash and the code’s version.';
  const fetched = found.at(-1)?.source;
  const copy = datedCopyOf(provider, date, fetched?.url);
  const about =
    copy?.isSameFile && fetched?.sha256
      ? 'The copy’s SHA-256 should match the publish log.'
      : 'The copy’s numbers should match the archive. The formatting may differ.';
  const sha256 = check?.archived instanceof FileError ? undefined : check?.archived.sha256;
  return [
    ...(check ? [] : [create('p', {}, unread)]),
    ...(none === undefined ? [] : [create('p', {}, none)]),
    ...found.flatMap((published, index) => [
      ...(found.length > 1 ? [create('h3', {}, `Version ${index + 1} of ${found.length} on that day`)] : []),
      factList(versionFacts(published, date)),
    ]),
    factList([
      ...(copy ? [['Dated copy', [create('a', { href: copy.url, rel: 'noreferrer' }, copy.url)], about] as Fact] : []),
      ...(isNewest && fetched?.sha256 ? [['As downloaded', [link(sourceFile)]] as Fact] : []),
      ['Archive file', [link(paths.archiveYear(date.slice(0, 4)))], ...(sha256 === undefined ? [] : [hash(sha256)])],
    ]),
  ];
}

function versionFacts(published: PublishedVersion, date: string): Fact[] {
  const { retrieved_at, recorded, source, version, commit, counts, line, sha256OfLine, sha256sums } = published;
  const { name, url, sha256 } = source;
  const { ok, held, accepted, frozen, omitted } = counts;
  const notDownloaded = 'Not downloaded. The site was built with rates that are stored in its repository.';
  const log = [link(proofPaths.publishLogYear(date.slice(0, 4))), `, line ${line}`];
  return [
    ['Downloaded', recorded ? notDownloaded : `${retrieved_at}, from ${name === undefined ? '' : `${name}, `}${url}`],
    ['File', sha256 === null ? 'Not kept.' : hash(sha256)],
    ['Code', `version ${version}, commit ${commit ?? 'unknown'}`],
    [
      'Currencies',
      `${ok} ok, ${held} held, ${accepted} with a newly accepted rate, ${frozen} frozen (unchanged for days), ${omitted} omitted`,
    ],
    ['Publish log', log, ...(sha256OfLine === undefined ? [] : [hash(sha256OfLine)])],
    ['SHA256SUMS', hash(sha256sums)],
  ];
}

function factList(facts: readonly Fact[]): Node {
  return create('dl', { class: 'facts' }, ...terms(facts));
}

export function terms(facts: readonly Fact[]): Node[] {
  return facts.flatMap(([term, ...said]) => [
    create('dt', {}, term),
    ...said.map((each) => {
      const parts: readonly (string | Node)[] = Array.isArray(each) ? each : [each];
      return create('dd', {}, ...parts.flatMap((part) => (typeof part === 'string' ? withWholeDates(part) : part)));
    }),
  ]);
}

export function value(number: number | string): Node {
  return create('span', { class: 'value' }, String(number));
}

function hash(sha256: string): (string | Node)[] {
  return ['SHA-256 ', create('code', {}, sha256)];
}

export function link(path: string): Node {
  return create('a', { href: `/${path}` }, `/${path}`);
}
