import { join } from 'node:path';
import { catalogue, type CatalogueEntry } from '../../../src/currencies/catalogue.ts';
import recorded from '../../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { recordedDays, recordedRejected, snapshotOfRecorded } from '../../../src/testing/sites/small-site.ts';
import { publishedCurrencies } from '../../../src/snapshot/published-currency.ts';
import { writePairs } from '../../../src/site/pairs/write-pairs.ts';
import { writeSite } from '../../../src/site/write/write-site.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { usageOf } from '../../../src/testing/process/process-usage.ts';
import { print } from '../../../src/commands/terminal/tell.ts';
import type { WrittenFiles } from './write-site-of.ts';

// A script for writeSiteOf. The currencies are ours first, then others of the recorded dataset, up to its 339.
const [, , what, size, out = ''] = process.argv;
const others = Object.keys(recorded.usd)
  .map((code) => code.toUpperCase())
  .filter((code) => catalogue.every((ours) => ours.code !== code))
  .map(
    (code) => ({ code, name: code, symbol: code, flag: '', type: 'crypto', peg: null, volatility: 'crypto' }) as const,
  );
const currencies: CatalogueEntry[] = [...catalogue, ...others].slice(0, Number(size));
const usd: Record<string, number> = recorded.usd;
const rates = new Map(currencies.map(({ code }) => [code, usd[code.toLowerCase()] ?? NaN]));
const snapshot = { ...snapshotOfRecorded(new Date().toISOString()), rates, quality: new Map() };

const begin = performance.now();
const { files, bytes } =
  what === 'pairs'
    ? await writePairs({ folder: out, snapshot, currencies: publishedCurrencies(currencies, snapshot) })
    : await writeSite({
        out,
        publicFolder: join(import.meta.dirname, '../../../public'),
        version: packageJson.version,
        catalogue: currencies,
        snapshot,
        archive: recordedDays,
        rejected: recordedRejected,
        fileLimit: Infinity,
      });
const seconds = (performance.now() - begin) / 1000;
// Not resourceUsage().maxRSS: that begins with the memory of the process that started this one.
const peakBytes = usageOf(process.pid)?.peakBytes ?? null;
print(JSON.stringify({ files, bytes, seconds, peakBytes } satisfies WrittenFiles));
