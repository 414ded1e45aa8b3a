import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { buildOpenApi } from '../api/openapi/openapi.ts';
import { recordedFiles, snapshotOfRecorded } from '../testing/sites/small-site.ts';
import { publishedCurrencies } from '../snapshot/published-currency.ts';
import type { OpenApi } from './reference/openapi-document.ts';
import { renderPage } from './pages.ts';
import { readReference } from './reference/reference.ts';

const snapshot = snapshotOfRecorded('2026-09-29T06:17:00.000Z');
const published = publishedCurrencies(catalogue, snapshot);
const reference = readReference(
  buildOpenApi({ version: '1.2.3', snapshot, archive: recordedFiles, currencies: published }) as unknown as OpenApi,
);
const entries = ['page.ts', 'docs.ts', 'receipt.ts', 'style.css', 'docs.css', 'receipt.css'];
const assets = new Map(entries.map((entry) => [entry, `/assets/${entry}`]));
const render = (page: string, changes: Partial<typeof snapshot> = {}, currencies = published, url?: string) =>
  renderPage(page, readFileSync(join(import.meta.dirname, '../../public', page), 'utf8'), {
    snapshot: { ...snapshot, ...changes },
    currencies,
    assets,
    url,
    reference,
  });

describe.each(['index.html', 'docs.html', 'docs/switch.html', 'receipt.html', '404.html'])('the page %s', (page) => {
  it('stays the same when the same dataset is checked again', () => {
    const again = { checkedAt: '2026-10-03T00:00:00.000Z', staleReason: 'source_date_old' } as const;
    expect(render(page, again)).toBe(render(page));
  });

  it('holds its policy before it loads anything, so it applies on hosts that send no headers of ours as well', () => {
    expect(render(page)).toMatch(
      /^[^]*?<meta charset="utf-8" \/>\s+<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
    );
  });
});

describe('the home page', () => {
  it('has a row for each currency, with its rate of the day', () => {
    const html = render('index.html');
    expect(html.match(/<tr data-countries="/g)).toHaveLength(published.length);
    const changed = published.map((entry) => (entry.code === 'EUR' ? { ...entry, perUsd: 0.5 } : entry));
    expect(render('index.html', {}, changed)).toMatch(
      /<tr data-countries="[A-Z ]+">.*>EUR<.*<td class="number">0\.5<\/td><td class="number">2<\/td>/,
    );
  });

  it.each([
    ['No other source was asked about them.', []],
    ['No other source could be asked about them.', ['unreachable', 'too_old']],
    ['They were compared with those of two.example.', ['unusable', 'heard']],
    ['They were compared with those of one.example and two.example.', ['heard', 'heard']],
  ] as const)('says who was asked: %s', (sentence, outcomes) => {
    const asked = outcomes.map((outcome, index) => ({
      witness: ['one.example', 'two.example'][index] ?? '',
      outcome,
      compared: 0,
      agreeing: [],
    }));
    expect(render('index.html', { hearing: { askedAt: null, asked, unwitnessed: [] } })).toContain(sentence);
  });

  it('takes a name for text', () => {
    const [first, ...others] = published;
    if (!first) throw new Error('No currency is published.');
    const html = render('index.html', {}, [{ ...first, name: '<img src=x onerror=alert(1)>' }, ...others]);
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;');
  });
});
