import { print } from '../../../src/operate/terminal/print.ts';
import { catalogue } from '../../../src/money/currencies/catalogue.ts';
import { recordedArchive } from '../../../src/publish/recorded-archive.ts';
import { publishedCurrencies } from '../../../src/money/published-currency.ts';
import { pairDocuments } from '../../../src/site/pairs/pair-documents.ts';
import { SiteWriter } from '../../../src/site/site-writer.ts';
import { snapshotAtNoon } from '../recorded/recorded-site.ts';
import { cpuSecondsSince } from './process-usage.ts';

// The benchmark in generate.ts runs this script, which writes all pairs to a folder and prints the seconds of CPU time it took.
const [, , folder = ''] = process.argv;
const snapshot = snapshotAtNoon(recordedArchive());
const currencies = publishedCurrencies(catalogue, snapshot).filter(({ type }) => type !== 'metal');
const begin = process.cpuUsage();
const writer = new SiteWriter(folder);
for (const file of pairDocuments({ snapshot, currencies })) writer.write(file);
print(String(cpuSecondsSince(begin)));
