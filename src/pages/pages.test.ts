import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { buildOpenApi } from '../api/openapi/openapi.ts';
import { present } from '../text/present.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { recordedFiles, snapshotOfRecorded } from '../testing/sites/small-site.ts';
import { publishedCurrencies } from '../money/published-currency.ts';
import { noRatesYet, undoubted } from '../archive/official-rates.ts';
import { aboutRates } from './frame/build/about-rates.ts';
import { quotingBanks } from './converter/build/quoting-banks.ts';
import { englishFrame } from './frame/build/frame.ts';
import { guideLists, guideMarkdown, readGuides } from './docs/build/guide.ts';
import type { OpenApi } from './docs/build/reference/openapi-document.ts';
import { pagesOf, renderPage } from './pages.ts';
import { layOut } from './frame/build/layout.ts';
import { readTemplate } from './build/read-template.ts';
import { readReference } from './docs/build/reference/reference.ts';

const snapshot = snapshotOfRecorded('2026-09-29T06:17:00.000Z');
const published = publishedCurrencies(catalogue, snapshot);
const reference = readReference(
  buildOpenApi({ version: '1.2.3', snapshot, archive: recordedFiles, currencies: published }) as unknown as OpenApi,
);
const folder = join(import.meta.dirname, '../../public/docs');
const entries = [
  'page.ts',
  'before-paint.ts',
  'docs.ts',
  'receipt.ts',
  'style.css',
  'docs.css',
  'receipt.css',
  'status.css',
  'file-worker.ts',
  'spreadsheet.css',
  'spreadsheet.ts',
  'not-found.ts',
  'flags.svg',
];
const assets = new Map(entries.map((entry) => [entry, `/assets/${entry}`]));

const dayOf = (...codes: readonly string[]) =>
  undoubted([{ date: '2026-09-29', rates: new Map(codes.map((code) => [code, 1])) }]);
const banksOfSite = quotingBanks(
  new Map([
    ['ecb', dayOf('GBP', 'USD')],
    ['nbp', dayOf('EUR', 'USD')],
    ['nbp-b', dayOf('AFN', 'USD')],
    ['cnb', noRatesYet],
    ['fed-h10', dayOf('CAD', 'EUR')],
  ]),
);

function render(path: string, changes: Partial<typeof snapshot> = {}, currencies = published, url?: string): string {
  const input = {
    snapshot: { ...snapshot, ...changes },
    archive: recordedFiles,
    decidedDays: [],
    hold: undefined,
    currencies,
    quotingBanks: banksOfSite,
    firstDate: '2024-03-02',
    assets,
    url,
    reference,
    guides: readGuides(folder, url, changes.providers?.[0]),
  };
  const page = pagesOf(input).find((page) => page.path === path);
  return String(renderPage(present(page, path), input).body);
}

it('pages of the site > name the source of today’s rates', () => {
  const bank = { first: snapshot.rate_as_of, name: 'Bank & Co', url: 'https://bank.example/', license: 'CC-BY-4.0' };
  for (const page of ['index.html', 'docs/index.html', 'docs/api.html', 'docs/limits.html', 'receipt.html']) {
    expect(render(page)).toContain('>exchange-api</a> dataset');
    const text = render(page, { providers: [bank] });
    expect(text).toContain('<a href="https://bank.example/">Bank &#38; Co</a> (CC-BY-4.0)');
    expect(text).not.toContain('>exchange-api</a> dataset');
  }
  expect(render('docs/data-quality.html', { providers: [bank] })).toContain(
    'Rates come from <a href="https://bank.example/">',
  );
});

describe('banks whose rates a site has', () => {
  it.each([
    [
      'index.html',
      ['Official rates · Europe', 'European Central Bank', 'Narodowy Bank Polski'],
      ['Official rates · Americas', 'Federal Reserve'],
    ],
    [
      'de.html',
      ['Offizielle Kurse · Europa', 'Europäische Zentralbank', 'Polnische Nationalbank'],
      ['Offizielle Kurse · Amerika', 'Federal Reserve'],
    ],
  ])(
    'are offered on the page %s by region, with their names and the currencies that they quote',
    (page, [europe, ecb, nbp], [americas, fed]) => {
      expect(/<optgroup.*<\/optgroup>/.exec(render(page))?.[0]).toBe(
        `<optgroup label="${europe}"><option value="ecb" data-codes="EUR GBP USD">${ecb}</option>` +
          `<option value="nbp" data-codes="PLN EUR USD AFN">${nbp}</option></optgroup>` +
          `<optgroup label="${americas}"><option value="fed-h10" data-codes="USD CAD EUR">${fed}</option></optgroup>`,
      );
    },
  );

  it('are named in the footer of every page', () => {
    expect(render('docs/limits.html')).toContain(
      ' Official rates: European Central Bank, Narodowy Bank Polski, and Federal Reserve. Names and symbols: Unicode CLDR.',
    );
    expect(render('de.html')).toContain(
      ' Offizielle Kurse: Europäische Zentralbank, Polnische Nationalbank und Federal Reserve. Namen ',
    );
    expect(aboutRates({ snapshot, quotingBanks: [] }, 'en')).not.toContain('Official rates');
  });
});

describe.each([
  'index.html',
  'docs/index.html',
  'docs/api.html',
  'docs/limits.html',
  'receipt.html',
  'spreadsheet.html',
  'status.html',
  '404.html',
])('page %s', (page) => {
  it('stays the same in a later publish of the same dataset', () => {
    const again = { checked_at: '2026-10-03T00:00:00.000Z', stale_reason: 'source_date_old' } as const;
    expect(render(page, again)).toBe(render(page));
  });

  it('has its content security policy before any element that loads a file', () => {
    expect(render(page)).toMatch(
      /^[^]*?<meta charset="utf-8" \/>\s+<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
    );
  });
});

describe('layout of all pages', () => {
  const marked = (page: string) =>
    [...render(page).matchAll(/<a href="([^"]*)" aria-current="(\w+)"/g)].map(([, ...mark]) => mark);

  it.each([
    ['index.html', ['/', 'page']],
    ['docs/index.html', ['/docs/', 'page']],
    ['docs/api.html', ['/docs/api', 'page']],
    ['docs/limits.html', ['/docs/', 'true']],
  ])('marks the part of the site that %s belongs to', (page, mark) => {
    expect(marked(page)).toEqual([mark]);
  });

  it('marks no part on pages that the navigation doesn’t list', () => {
    expect([marked('receipt.html'), marked('404.html')]).toEqual([[], []]);
  });

  it('links to the source code if the repository is known', () => {
    const page = readTemplate('not-found/not-found.html');
    const linksWith = (repository: string) => {
      const frame = { ...englishFrame({ snapshot, quotingBanks: [] }), repository };
      const html = layOut(page, { path: '/404', url: undefined, style: '/style.css', frame });
      return [...html.matchAll(/<a href="(https:[^"]*)" class="long">(.*?)<\/a>/g)].map(([, ...link]) => link);
    };
    expect(linksWith('https://git.example/rates')).toEqual([['https://git.example/rates', 'Source']]);
    expect(linksWith('')).toEqual([]);
  });

  it('has the title and the description of the page also for other sites that show a link to it', () => {
    const html = render('docs/limits.html', {}, published, 'https://money.example');
    const description =
      'How often you can call the API and from where, how responses are cached, and what errors look like.';
    expect(html).toContain('<title>Limits and CORS: Ratesheet</title>');
    expect(html).toContain('<meta property="og:title" content="Limits and CORS: Ratesheet" />');
    expect(html).toContain(`<meta property="og:description" content="${description}" />`);
    expect(html).toContain('<meta property="og:image" content="https://money.example/social.png" />');
    expect(html).toContain('<link rel="canonical" href="https://money.example/docs/limits" />');
  });
});

describe('guides', () => {
  it('are listed from their folder: the recipes first, then by title, with their first paragraph', async () => {
    await using folder = temporaryFolder();
    const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
    write('recipes.md', "# Recipes\n\nAll.\n\n## Today's `rate`\n\nText\n");
    write('a.md', '# Zebra\n\nThe last.\n');
    write('b.md', '# Ant\n\nThe `first`.\n\nText\n');
    const guides = readGuides(folder.path, undefined);
    expect(guides.map(({ path }) => path)).toEqual(['/docs/recipes', '/docs/b', '/docs/a']);
    expect(guideLists(guides)).toMatchObject({
      recipes: '<li><a href="/docs/recipes#todays-rate">Today’s <code>rate</code></a></li>',
      guides:
        '<div><dt><a href="/docs/b">Ant</a></dt><dd>The <code>first</code>.</dd></div>\n' +
        '<div><dt><a href="/docs/a">Zebra</a></dt><dd>The last.</dd></div>',
    });
  });
});

describe('home page', () => {
  it('has a row with today’s rate for each currency', () => {
    const html = render('index.html');
    expect(html.match(/<tr data-countries="/g)).toHaveLength(published.length);
    const changed = published.map((entry) => (entry.code === 'EUR' ? { ...entry, perUsd: 0.5 } : entry));
    expect(render('index.html', {}, changed)).toMatch(
      /<tr data-countries="[A-Z ]+">.*>EUR<.*<td>0\.5<\/td><td>2<\/td>/,
    );
  });

  it.each([
    ['The rates weren’t cross-checked against another source.', 'the publish requested no witness’s rates', []],
    [
      'The rates weren’t cross-checked, because no other source was available.',
      'no witness had usable rates',
      ['unreachable', 'other_days'],
    ],
    [
      'The rates were cross-checked against two.example.',
      'only two.example had usable rates',
      ['unusable', 'compared'],
    ],
    [
      'The rates were cross-checked against one.example and two.example.',
      'both witnesses had usable rates',
      ['compared', 'compared'],
    ],
  ] as const)('says “%s” if %s', (sentence, _, outcomes) => {
    const requested = outcomes.map((outcome, index) => ({
      witness: ['one.example', 'two.example'][index] ?? '',
      outcome,
      compared: 0,
      agreeing: [],
    }));
    expect(render('index.html', { witnesses: { requested_at: null, requested, unwitnessed: [] } })).toContain(sentence);
  });

  it('escapes the names of currencies', () => {
    const [first, ...others] = published;
    if (!first) throw new Error('No currency is published.');
    const html = render('index.html', {}, [{ ...first, name: '<img src=x onerror=alert(1)>' }, ...others]);
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;');
  });
});

describe('guideMarkdown (adapts the text of a guide to the site)', () => {
  it('replaces https://rates.example with the site’s URL, and links to .md files with links to pages', () => {
    const markdown =
      '`https://rates.example` stands for your instance. See [limits](limits.md#cors), [rates](https://rates.example/api/rates): `https://rates.example/v2`';
    expect(guideMarkdown(markdown, 'https://money.example')).toBe(
      'See [limits](/docs/limits#cors), [rates](/api/rates): `https://money.example/v2`',
    );
    expect(guideMarkdown('https://rates.example/v2', undefined)).toBe('https://this-site/v2');
  });
});
