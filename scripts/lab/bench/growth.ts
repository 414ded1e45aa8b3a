import type { BenchFolder } from './bench-folder.ts';
import { count, megabytes, printRemark, printRow, seconds, sum } from './report.ts';
import { writeSiteOf, type WrittenFiles } from './write-site-of.ts';

/** How the site grows with the number of currencies, each size in a process of its own. */
export async function benchGrowth(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const sites: (readonly [currencies: number, WrittenFiles])[] = [];
  printRow('currencies', 'files', 'bytes', 'seconds', 'memory');
  for (const currencies of [50, 100, 168, 339]) {
    signal.throwIfAborted();
    const out = folder.next();
    const site = await writeSiteOf(currencies, out, 'site');
    folder.release(out);
    sites.push([currencies, site]);
    const { files, bytes, peakBytes } = site;
    printRow(String(currencies), count(files), megabytes(bytes), seconds(site.seconds), megabytes(peakBytes ?? NaN));
  }
  const exponents = (['files', 'bytes', 'seconds', 'peakBytes'] as const).map((quantity) =>
    exponentOf(sites.map(([currencies, site]) => [currencies, site[quantity] ?? NaN])).toFixed(2),
  );
  printRow('grows with currencies to the power', ...exponents);
  printRemark(
    'pairs grow with the power of 2; the start doesn’t grow, and from 100 currencies on there are two threads',
  );
}

/** The k of the curve c × xᵏ that fits best: the slope of the logarithms' regression line. */
function exponentOf(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = sum(logs.map(([x]) => x)) / logs.length;
  const meanY = sum(logs.map(([, y]) => y)) / logs.length;
  return sum(logs.map(([x, y]) => (x - meanX) * (y - meanY))) / sum(logs.map(([x]) => (x - meanX) ** 2));
}
