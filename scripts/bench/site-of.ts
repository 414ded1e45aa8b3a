import { join } from 'node:path';
import { catalogue, type CatalogueEntry } from '../../src/currencies/catalogue.ts';
import recorded from '../../src/dataset/recorded/usd-2026-09-29.json' with { type: 'json' };
import { recordedSnapshot } from '../../src/dataset/recorded-snapshot.ts';
import { writeSite } from '../../src/site/write-site.ts';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Writes a site of so many currencies, in a process of its own so that its memory can be told: ours first, then others
 * of the recorded dataset, up to its 339.
 */
const [currencies, out] = [Number(process.argv[2]), process.argv[3] ?? ''];
const all: CatalogueEntry[] = [...catalogue, ...otherCurrencies()].slice(0, currencies);
const snapshot = recordedSnapshot(catalogue, new Date().toISOString());
const usd: Record<string, number> = recorded.usd;
const rates = new Map(all.map(({ code }) => [code, usd[code.toLowerCase()] ?? NaN]));

const publicFolder = join(import.meta.dirname, '../../public');
const begin = performance.now();
const { files, bytes } = await writeSite({
  ...{ out, publicFolder, version: packageJson.version, fileLimit: Infinity },
  catalogue: all,
  snapshot: { ...snapshot, rates },
});
const seconds = (performance.now() - begin) / 1000;
process.stdout.write(JSON.stringify({ files, bytes, seconds, peakBytes: process.resourceUsage().maxRSS * 1024 }));

function otherCurrencies(): CatalogueEntry[] {
  const ours = new Set(catalogue.map(({ code }) => code));
  return Object.keys(recorded.usd)
    .map((code) => code.toUpperCase())
    .filter((code) => !ours.has(code))
    .map((code) => ({ code, name: code, symbol: code, flag: '', type: 'crypto', peg: null, volatility: 'crypto' }));
}
