import type { Instant } from '../src/money/calendar.ts';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { datedRatesSchema } from '../src/api/endpoints/dated-rates.schema.ts';
import { exchangeRateApiSchema } from '../src/api/compat/exchange-rate-api.schema.ts';
import {
  type SyntheticHistory,
  syntheticHistorySchema,
} from '../src/api/endpoints/synthetic/synthetic-history.schema.ts';
import { type PairDetail, pairDetailSchema } from '../src/api/endpoints/pair-detail.schema.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundProduct, roundQuotient } from '../src/money/rounding/exact-rounding.ts';
import type { z } from 'zod';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { currencyFactsSchema } from '../src/api/documents/currencies/currency-facts.ts';
import { currencyYearSchema } from '../src/api/documents/series/currency-year.ts';
import { currencyListSchema } from '../src/api/documents/currencies/currency-list.ts';
import { syntheticSeriesSchema } from '../src/api/documents/series/currency-series.ts';
import { archiveIndexSchema } from '../src/api/documents/archive-index.ts';
import { exchangeApiRatesSchema } from '../src/api/compat/exchange-api.ts';
import { fixedFormatFiles } from '../src/api/compat/format-files.ts';
import { ratesSnapshotSchema } from '../src/api/documents/rates-snapshot.ts';
import { officialMonthSchema, officialReachSchema } from '../src/api/documents/series/official-months.ts';
import { seriesSchema, sourceDaysSchema } from '../src/api/documents/series/series-files.ts';
import { publishEntrySchema } from '../src/api/documents/publish-entry.ts';
import type { Metals } from '../src/api/documents/currencies/metals.ts';
import { type ReferenceRates, referenceRatesSchema } from '../src/api/documents/reference-rates.ts';
import { sourcesSchema } from '../src/api/documents/sources.ts';
import { statusSchema } from '../src/api/documents/status.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { filesOf, readJson } from '../src/testing/sites/read-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { fewPairs } from '../src/testing/sites/small-site.ts';
import { runScript } from '../src/testing/process/run-script.ts';

const now: Instant = '2026-09-29T06:17:00.000Z';
const fewFiles = ['--file-limit', String(fewPairs)];
const usd: Record<string, number> = recorded.usd;

let mirror: LoopbackMirror;
const generate = (...args: string[]) => runScript('generate', ['--now', now, ...onlyMirror(mirror.url), ...args]);

describe('command generate (builds a site)', () => {
  beforeAll(async () => {
    mirror = await startMirror(answers.json(recorded));
  });
  afterAll(() => mirror[Symbol.asyncDispose]());

  describe('site with the pairs of a few currencies as files', () => {
    const folder = temporaryFolder();
    const site = join(folder.path, 'site');
    let paths: string[];
    let stdout: string;
    beforeAll(async () => {
      const run = await generate('--out', site, ...fewFiles);
      stdout = run.stdout;
      expect(run.stderr).toMatch(/^Wrote 100% of \d+ files\.$/m);
      expect(stdout).toMatch(/rates of 2026-09-29 for \d+ currencies, the pairs of \d+ as files/);
      expect(run.code).toBe(0);
      paths = filesOf(site);
    });
    afterAll(() => folder[Symbol.asyncDispose]());

    it('has no JSON file that violates its schema', () => {
      const schemas: [RegExp, z.ZodType][] = [
        [/^api\/rates\.json$/, ratesSnapshotSchema],
        [/^api\/v1\/rates\.json$/, referenceRatesSchema],
        [/^api\/v1\/status\.json$/, statusSchema],
        [/^api\/currencies\.json$/, currencyListSchema],
        [/^api\/rates\/[a-z]+-to-[a-z]+\.json$/, pairDetailSchema],
        [/^api\/historical\/[a-z]+-to-[a-z]+\/(7d|30d|90d|1y)\.json$/, syntheticHistorySchema],
        [/^series\/[a-z]+\.json$/, syntheticSeriesSchema],
        [/^api\/v1\/archive\.json$/, archiveIndexSchema],
        [/^api\/v1\/sources\.json$/, sourcesSchema],
        [/^api\/v1\/currencies\.json$/, currencyFactsSchema],
        [/^api\/v1\/rates\/[a-z\d-]+\.json$/, datedRatesSchema],
        [/^api\/v1\/history\/[a-z]+\/\d{4}\.json$/, currencyYearSchema],
        [/^series\/official\/reach\.json$/, officialReachSchema],
        [/^series\/official\/\d{4}-\d\d\.json$/, officialMonthSchema],
        [/^series\/[a-z\d-]+\/days\.json$/, sourceDaysSchema],
        [/^series\/[a-z\d-]+\/[a-z]+\.json$/, seriesSchema],
        [/^receipts\/newest\.json$/, publishEntrySchema],
        ...fixedFormatFiles.map(({ path, schema }): [RegExp, z.ZodType] => [new RegExp(`^${path}$`), schema]),
        [/^v1\/currencies\/[a-z]+\.json$/, exchangeApiRatesSchema],
        [/^v6\/latest\/[A-Z]+$/, exchangeRateApiSchema],
      ];
      for (const path of paths) {
        const schema = schemas.find(([pattern]) => pattern.test(path))?.[1];
        if (schema) expect(schema.safeParse(readJson(site, path)).error, path).toBeUndefined();
      }
    });

    it('has the same number of currencies in the terminal, on the page and in the API, except those without a rate', () => {
      const count = (path: string) => (readJson(site, path) as { count: number }).count;
      const page = readFileSync(join(site, 'index.html'), 'utf8');
      const { counts } = readJson(site, 'api/v1/status.json') as { counts: { omitted: number } };
      const rates = Object.keys((readJson(site, 'api/v1/rates.json') as ReferenceRates).rates).length;
      const { metals } = readJson(site, 'api/v1/metals.json') as Metals;
      const all = rates + metals.filter(({ rate }) => rate !== null).length;
      expect({
        terminal: Number(/ for (\d+) currencies/.exec(stdout)?.[1]),
        rows: page.match(/<tr data-countries=/g)?.length,
        button: Number(/Show all (\d+) currencies/.exec(page)?.[1]),
        list: count('api/currencies.json'),
        facts: count('api/v1/currencies.json') - counts.omitted,
      }).toEqual({ terminal: rates, rows: all, button: all, list: rates, facts: rates });
    });

    it('contains an unchanged copy of every file in public/ except Markdown', () => {
      const copied = filesOf(join(import.meta.dirname, '../public')).filter((path) => !path.endsWith('.md'));
      expect(copied).toContain('favicon.svg');
      for (const path of copied) {
        expect(readFileSync(join(site, path))).toEqual(readFileSync(join(import.meta.dirname, '../public', path)));
      }
    });

    it('has every placeholder of each page filled in', () => {
      for (const path of paths.filter((path) => path.endsWith('.html'))) {
        expect(readFileSync(join(site, path), 'utf8'), path).not.toMatch(/\{\{/);
      }
    });

    it('has no sitemap and no canonical link if generated without the option --url', () => {
      expect(readFileSync(join(site, 'index.html'), 'utf8')).not.toContain('rel="canonical"');
      expect(paths).not.toContain('sitemap.xml');
    });

    it('contains no key from the path or query of a URL, and the command prints none', async () => {
      await using other = temporaryFolder();
      await using refusing = await startMirror(answers.status(403));
      const out = join(other.path, 'site');
      const key = 'q7x-secret';
      const { code, stdout, stderr } = await runScript('generate', [
        ...['--mirror', `${refusing.url}/${key}/usd.json?key=${key}`, '--mirror', `${mirror.url}/${key}?key=${key}`],
        ...['--dated-mirror', `${refusing.url}/${key}/{date}?key=${key}`, '--backfill', '2', '--now', now],
        ...['--witness', `${refusing.url}/${key}?key=${key}`, '--official', `ecb=${refusing.url}/${key}?key=${key}`],
        ...['--url', `https://rates.example/?key=${key}`, '--out', out, ...fewFiles],
      ]);
      expect(code, stderr).toBe(0);
      expect(stderr).toContain(`${refusing.url}: responded with status 403\n`);
      expect(stdout + stderr).not.toContain(key);
      expect((readJson(out, 'api/v1/rates.json') as ReferenceRates).source.mirror).toBe(mirror.url);
      expect(filesOf(out).filter((path) => readFileSync(join(out, path)).includes(key))).toEqual([]);
      const page = readFileSync(join(out, 'index.html'), 'utf8');
      expect(page).toContain('<link rel="canonical" href="https://rates.example/" />');
      expect(page).toContain('content="https://rates.example/social.png"');
      expect(readFileSync(join(out, 'robots.txt'), 'utf8')).toContain('Sitemap: https://rates.example/sitemap.xml\n');
      expect(readFileSync(join(out, 'sitemap.xml'), 'utf8')).toContain('<loc>https://rates.example/docs/</loc>');
    });

    it('has only files with past rates for a currency without a rate', () => {
      const years = ['2024', '2025', '2026'];
      expect(paths.filter((path) => /\bsyp\b/i.test(path))).toEqual([
        ...years.map((year) => `api/v1/history/syp/${year}.json`),
        'series/market/syp.json',
      ]);
    });

    it('has the dataset’s rates in the files of all its pairs', () => {
      /** The expected rate, computed in the simplest way: a quotient, rounded to some digits. */
      const rateOf = (from: string, to: string, digits = 12) =>
        roundQuotient(usd[to.toLowerCase()] ?? NaN, usd[from.toLowerCase()] ?? NaN, digits);
      const closeTo = (value: number, other: number, tolerance: number) => Math.abs(value / other - 1) <= tolerance;
      const wrong: string[] = [];
      const check = (holds: boolean, what: string) => {
        if (!holds) wrong.push(what);
      };
      const read = (path: string) => readJson(site, path);
      const slugs = readdirSync(join(site, 'api/rates')).map((name) => name.replace('.json', ''));
      expect(slugs).toContain('jpy-to-eur');
      for (const slug of slugs) {
        const [from = '', to = ''] = slug.toUpperCase().split('-TO-');
        const detail: PairDetail = pairDetailSchema.parse(read(`api/rates/${slug}.json`));
        check(detail.from.code === from && detail.to.code === to, `${slug}: codes`);
        check(detail.rate === rateOf(from, to), `${slug}: rate`);
        check(detail.inverse_rate === rateOf(to, from), `${slug}: inverse rate`);
        check(closeTo(detail.rate * detail.inverse_rate, 1, 1.1e-11), `${slug}: rate × inverse`);
        for (const { amount, converted } of detail.table) {
          check(converted === roundProduct(amount, detail.rate), `${slug}: table at ${amount}`);
        }
        const year: SyntheticHistory = syntheticHistorySchema.parse(read(`api/historical/${slug}/1y.json`));
        const inverse: SyntheticHistory = syntheticHistorySchema.parse(
          read(`api/historical/${to}-to-${from}/1y.json`.toLowerCase()),
        );
        check(year.from === from && year.to === to && year.period === '1y', `${slug}: echo`);
        check(year.data.at(-1)?.date === '2026-09-29', `${slug}: last day`);
        check(year.data.at(-1)?.rate === rateOf(from, to, 8), `${slug}: last rate`);
        check(
          year.data.every(({ date, rate }, day) => {
            const other = inverse.data[day];
            return other?.date === date && closeTo(rate * other.rate, 1, 1.1e-7);
          }),
          `${slug}: inverse series`,
        );
        for (const period of ['7d', '30d', '90d']) {
          const { data }: SyntheticHistory = syntheticHistorySchema.parse(
            read(`api/historical/${slug}/${period}.json`),
          );
          check(JSON.stringify(data) === JSON.stringify(year.data.slice(-data.length)), `${slug}: ${period} is a tail`);
        }
      }
      expect(wrong).toEqual([]);
    });
  });
});
