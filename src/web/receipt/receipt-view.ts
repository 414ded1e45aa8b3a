import { addresses, paths, proofPaths, sourceFile } from '../../api/paths.ts';
import { datedCopyOf } from '../../sources/mirrors.ts';
import { create, find } from '../shared/elements.ts';
import type { OfficialReceipt } from './official-receipt.ts';
import type { CurrencyReceipt, RateReceipt } from './rate-receipt.ts';
import { commandsFor } from './receipt-commands.ts';
import { receiptQuery } from './receipt-query.ts';
import {
  arithmeticInWords,
  chainInWords,
  validationInWords,
  noVersionInWords,
  officialInWords,
  vouchingInWords,
  witnessesInWords,
} from './receipt-words.ts';
import { isDefaultSource, type Source } from '../../archive/source.ts';
import { valueOf } from '../shared/site-text.ts';
import type { PublishedVersion } from './published-versions.ts';

/** A term and its descriptions, for a description list. */
type Fact = readonly [term: string, ...said: (string | Node | (string | Node)[])[]];

/**
 * Shows a receipt.
 *
 * @param requestedAt when the visitor requested it, ISO 8601 UTC
 * @returns the heading
 */
export function showReceipt(receipt: RateReceipt, requestedAt: string): string {
  const { from, to, date, rate, rateProblem, sides } = receipt;
  const heading = find('rate-heading', HTMLElement);
  const none = rateProblem ? 'a rate that could not be read' : 'no rate';
  heading.replaceChildren(
    ...(rate === undefined ? [`${from} to ${to}: ${none}`] : [`1 ${from} = `, value(rate), ` ${to}`]),
    ` on ${date}`,
  );
  find('rate', HTMLElement).replaceChildren(...terms(rateFacts(receipt, requestedAt)));
  find('sides', HTMLElement).replaceChildren(...sides.map((side) => sideSection(side, receipt)));
  find('dataset', HTMLElement).replaceChildren(...dataset(receipt));
  void showVouching(receipt);
  find('chain', HTMLElement).textContent = chainInWords(receipt.chain, receipt.newest);
  find('commands', HTMLElement).textContent = commandsFor(receipt, location.origin);
  find('receipt', HTMLElement).hidden = false;
  return heading.textContent;
}

let shown: RateReceipt | undefined;

/** Shows whether the checksums match, after `SHA256SUMS` is read. */
async function showVouching(receipt: RateReceipt): Promise<void> {
  shown = receipt;
  const place = find('vouching', HTMLElement);
  place.textContent = `Reading /${proofPaths.checksums} …`;
  const words = vouchingInWords(await receipt.vouching, receipt.archive);
  if (shown === receipt) place.textContent = words;
}

function rateFacts(receipt: RateReceipt, requestedAt: string): Fact[] {
  const { from, to, date, asOf, isNewest, rate, rateProblem, inItsPlace, sides } = receipt;
  // If the day's document of past rates lacks one of the currencies, the API returns this rate only while the day is
  // the newest. So the request has no date. It has no date either if the document can't be read.
  const isTodays = isNewest && sides.some(({ isPast }) => isPast !== true);
  const query = new URLSearchParams({ from, to, ...(!isTodays && { date }) }).toString();
  const answer = `${location.origin}${addresses.convertOnDate}?${query}`;
  const arithmetic = arithmeticInWords(receipt);
  const facts: Fact[] = [['What it is', ...sourceInWords(receipt.source)]];
  if (arithmetic !== undefined) facts.push(['Calculation', arithmetic]);
  if (from === 'USD' || to === 'USD')
    facts.push(['USD', 'The dataset’s rates are units per 1 USD, so its rate of USD is 1.']);
  if (rateProblem) facts.push(['The rate', rateProblem.message]);
  if (rate !== undefined || rateProblem) {
    const until = isTodays ? [' (while this is the newest day)'] : [];
    facts.push(['API request', [create('a', { href: answer }, answer), ...until]]);
  }
  if (asOf < date) {
    const receiptOfDate = create('a', { href: location.pathname + receiptQuery({ from, to, date: asOf }) }, asOf);
    facts.push(['Its date', ['The API dates this rate ', receiptOfDate, ', because the rate is held.']]);
  }
  if (inItsPlace) facts.push([`With date=${date}`, placeTaken(receipt, inItsPlace)]);
  const { official } = receipt;
  if ('problem' in official) facts.push(['Official rate', official.problem.message]);
  else if (official.value) facts.push(['Official rate', ...officialFacts(receipt, official.value)]);
  facts.push(
    ['Page created', `${requestedAt}, at ${location.origin}`],
    ['This page', location.origin + location.pathname + receiptQuery(receipt)],
  );
  return facts;
}

/** The European Central Bank's rate, its calculation, and a link to the file that has it. */
export function officialFacts(
  query: Pick<RateReceipt, 'from' | 'to' | 'date'>,
  official: OfficialReceipt,
): [rate: string, calculation: (string | Node)[]] {
  const [rate, calculation] = officialInWords(query, official);
  return [rate, [`${calculation}: `, link(official.path), `, row ${official.date}`]];
}

function sourceInWords(source: Source): (string | (string | Node)[])[] {
  if (isDefaultSource(source)) {
    return ['A daily reference rate from exchange-api, a free public dataset. It isn’t a central bank’s rate.'];
  }
  const { name, url, license } = source;
  return [['A daily reference rate from ', create('a', { href: url, rel: 'noreferrer' }, name), ` (${license}).`]];
}

/** The rate that the API returns instead of a missing rate, with a link to its receipt. */
export function placeTaken(
  { from, to }: Pick<RateReceipt, 'from' | 'to'>,
  { date, rate }: { readonly date: string; readonly rate: number },
): (string | Node)[] {
  const query = receiptQuery({ from, to, date });
  return [
    `the API returns the last earlier rate, 1 ${from} = ${rate} ${to} from `,
    create('a', { href: location.pathname + query }, date),
    '.',
  ];
}

function sideSection(side: CurrencyReceipt, { date, archive }: RateReceipt): HTMLElement {
  const { code, sourceValue, published, publishedIn, validation } = side;
  const id = `side-${code}`;
  const files = [link(paths.archiveRejected), ', ', link(paths.archiveEvidence)];
  if (validation) files.push(', ', link(paths.status));
  const given =
    'problem' in published ? published.problem.message : [value(published.value ?? 'none'), ': ', link(publishedIn)];
  return create(
    'section',
    { class: 'card', 'aria-labelledby': id },
    create('h2', { id }, `${code} per 1 USD`),
    factList([
      ['Source value', [value(sourceValue ?? 'none'), ': ', link(archive.path), `, row ${date}, column ${code}`]],
      ['Published', given],
      ['Validation', validationInWords(side, date)],
      ['Witnesses', ...witnessesInWords(side)],
      ['Files', files],
    ]),
  );
}

function dataset(receipt: RateReceipt): Node[] {
  const { date, source, versions, chain, archive, isNewest } = receipt;
  const found = valueOf(versions) ?? [];
  const none = noVersionInWords(date, versions, chain);
  const fetched = found.at(-1)?.source;
  const copy = datedCopyOf(source, date, fetched?.url);
  const about =
    copy?.isSameFile && fetched?.sha256
      ? 'The copy’s SHA-256 should match the publish log.'
      : 'The copy’s numbers should match the archive. The formatting may differ.';
  return [
    ...(none === undefined ? [] : [create('p', {}, none)]),
    ...found.flatMap((published, index) => [
      ...(found.length > 1 ? [create('h3', {}, `Version ${index + 1} of ${found.length} on that day`)] : []),
      factList(versionFacts(published, date)),
    ]),
    factList([
      ...(copy ? [['Dated copy', [create('a', { href: copy.url, rel: 'noreferrer' }, copy.url)], about] as Fact] : []),
      ...(isNewest && fetched?.sha256 ? [['As downloaded', [link(sourceFile)]] as Fact] : []),
      ['Archive file', [link(archive.path)], ...(archive.sha256 ? [hash(archive.sha256)] : [])],
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

function terms(facts: readonly Fact[]): Node[] {
  return facts.flatMap(([term, ...said]) => [
    create('dt', {}, term),
    ...said.map((each) => create('dd', {}, ...(Array.isArray(each) ? each : [each]))),
  ]);
}

function value(number: number | string): Node {
  return create('span', { class: 'value' }, String(number));
}

function hash(sha256: string): (string | Node)[] {
  return ['SHA-256 ', create('code', {}, sha256)];
}

function link(path: string): Node {
  return create('a', { href: `/${path}` }, `/${path}`);
}
