import { clientPaths, feedPath, paths, proofPaths } from '../../api/paths.ts';
import { escapeHtml } from '../../pages/build/fill-template.ts';
import { serialize } from '../../api/serialize.ts';

export interface MirrorPagesInput {
  /** URL of the complete site; null if there is none, or its URL isn't known. */
  readonly completeSite: string | null;
  /** URL of the repository that publishes the site. */
  readonly repository: string;
}

/** The files that the start page lists, with what they contain. */
const listed: readonly (readonly [path: string, about: string])[] = [
  [paths.referenceRates, 'today’s rates of all currencies per 1 USD, and when they were last checked'],
  [paths.ratesByBase('EUR'), 'the same per 1 EUR; every currency has such a file'],
  [paths.ratesTable, 'today’s rates as a table'],
  [paths.currencyFacts, 'the currencies'],
  [paths.metals, 'gold, silver, platinum and palladium, with today’s rates'],
  [paths.sources, 'the sources: the daily dataset, and banks with official rates'],
  [paths.status, 'how good today’s rates are, and why'],
  [paths.archive, 'the days and files of the archive'],
  [paths.openApi, 'the whole API, of which this host has the files'],
  [clientPaths.module, 'the JavaScript client'],
  [feedPath, 'what has changed, as a feed'],
  [proofPaths.checksums, 'the SHA-256 of the complete site’s files'],
  [proofPaths.newestEntry, 'what this version was made from'],
  [paths.licenses, 'the licenses of the rates and of the code'],
];

/** `index.html`, which says what this host has. Its links are relative, because the host may be below a path. */
export function mirrorIndexPage({ completeSite, repository }: MirrorPagesInput): string {
  const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
  const origin =
    completeSite === null
      ? `They are published from ${link(repository)}.`
      : `They are a copy of ${link(completeSite)}, which may have newer rates.`;
  const elsewhere =
    completeSite === null ? ' Neither do the feed’s links to pages.' : ` For these, use ${link(completeSite)}.`;
  const items = listed.map(
    ([path, about]) => `<li><a href="${escapeHtml(path)}">${escapeHtml(path)}</a>: ${escapeHtml(about)}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Currency rates as files</title>
<h1>Currency rates as files</h1>
<p>This host has the files of Ratesheet, a currency API with daily reference rates. ${origin} Any program and any web page may read them, without a key.</p>
<ul>
${items.join('\n')}
</ul>
<h2>What this host doesn’t have</h2>
<p>This host has only files, so each path needs its ending, such as <code>.json</code>. Paths without it, query strings such as <code>?base=EUR</code>, and conversions don’t work here.${elsewhere}</p>
<p>Paths inside the files, such as <code>/archive/2026.csv</code>, begin at the site’s root. On this host, the root is the URL of this page.</p>
<h2>Which rates are invented</h2>
<p>The files in <code>api/historical</code>, and files of <code>series</code> that are named only after a currency, such as <code>series/eur.json</code>, have invented rates. Their daily changes are random, and end at today’s rate. Nothing in these files says so. Past rates are in <code>api/v1/history</code> and <code>api/v1/rates/{date}.json</code>.</p>
<h2>How to check the files</h2>
<p><code>SHA256SUMS</code> has the hash of every other file of the complete site, except of the publish log in <code>receipts</code> and of <code>api/v1/rates.json</code>, which changes with every check for new rates. To check downloaded files, run <code>grep -vE ' (index|404)\\.html$' SHA256SUMS | sha256sum --ignore-missing -c</code>. The command omits this page and the page for errors, which differ from the complete site’s.</p>
</html>
`;
}

/**
 * `404.html`, with the same fields as the API's errors, so that programs such as the JavaScript client understand it.
 * The host serves it for every unknown path.
 */
export function mirrorNotFoundPage({ completeSite }: Pick<MirrorPagesInput, 'completeSite'>): string {
  const elsewhere = completeSite === null ? '' : `. For everything else, use ${completeSite}`;
  const error =
    'Not found. This host has only files, so paths need their ending, such as .json, and query strings and conversions ' +
    `don’t work${elsewhere}`;
  return serialize({ success: false, error, code: 'not_found' });
}
