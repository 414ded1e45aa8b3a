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

/**
 * Writes a site of so many currencies, or only its pairs' documents, in a process of its own so that its memory can be
 * told. The currencies are ours first, then others of the recorded dataset, up to its 339.
 */
const [, , what, size, out = ''] = process.argv;
const currencies: CatalogueEntry[] = [...catalogue, ...otherCurrencies()].slice(0, Number(size));
const usd: Record<string, number> = recorded.usd;
const rates = new Map(currencies.map(({ code }) => [code, usd[code.toLowerCase()] ?? NaN]));
const snapshot = { ...snapshotOfRecorded(new Date().toISOString()), rates, quality: new Map() };

const begin = performance.now();
const { files, bytes } = what === 'pairs' ? await writeOnlyPairs() : await writeWholeSite();
const seconds = (performance.now() - begin) / 1000;
// Not resourceUsage().maxRSS: that begins with the memory of the process that started this one.
const peakBytes = usageOf(process.pid)?.peakBytes ?? null;
print(JSON.stringify({ files, bytes, seconds, peakBytes }));

function writeWholeSite() {
  const publicFolder = join(import.meta.dirname, '../../../public');
  const { version } = packageJson;
  return writeSite({
    out,
    publicFolder,
    version,
    catalogue: currencies,
    snapshot,
    archive: recordedDays,
    rejected: recordedRejected,
    fileLimit: Infinity,
  });
}

function writeOnlyPairs() {
  return writePairs({ folder: out, snapshot, currencies: publishedCurrencies(currencies, snapshot) });
}

function otherCurrencies(): CatalogueEntry[] {
  const ours = new Set(catalogue.map(({ code }) => code));
  return Object.keys(recorded.usd)
    .map((code) => code.toUpperCase())
    .filter((code) => !ours.has(code))
    .map((code) => ({ code, name: code, symbol: code, flag: '', type: 'crypto', peg: null, volatility: 'crypto' }));
}
