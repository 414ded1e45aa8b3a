import { setImmediate as yieldToEvents } from 'node:timers/promises';
import recorded from '../../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { crossRate } from '../../../src/rates/cross-rate.ts';
import type { SiteFile } from '../../../src/pages/template/site-file.ts';
import { SiteWriter } from '../../../src/site/site-writer.ts';
import type { BenchFolder } from './bench-folder.ts';
import { count, median, printRemark, printRow, times } from './report.ts';

const ROUNDS = 7;
const { date } = recorded;
/** Units per 1 USD, by code in lower case. */
const usd: [code: string, rate: number][] = Object.entries(recorded.usd);

type Write = (file: SiteFile) => void;

/**
 * All rates of all pairs of the dataset's currencies, in a pretty and a minified file for each base currency: what the
 * dataset's own generator does, by its method and by ours. Its code was not used: this follows its description.
 */
export async function benchRival(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  checkSameWork();
  const methods = [
    ['theirs', theirs],
    ['ours', ours],
  ] as const;
  const speeds = new Map<string, number[]>();
  const measure = (name: string, work: () => void) => {
    const begin = performance.now();
    work();
    const pairsPerSecond = (usd.length ** 2 / (performance.now() - begin)) * 1000;
    speeds.set(name, [...(speeds.get(name) ?? []), pairsPerSecond]);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await yieldToEvents();
    signal.throwIfAborted();
    // In turn, so that neither always finds what the other left warm.
    for (const [name, write] of round % 2 === 0 ? methods : methods.toReversed()) {
      measure(`${name}, texts only`, () => {
        write(() => undefined);
      });
      const out = folder.next();
      const writer = new SiteWriter(out);
      measure(`${name}, with ${2 * usd.length} files`, () => {
        write((file) => {
          writer.write(file);
        });
      });
      folder.release(out);
    }
  }
  printRemark('theirs: the method of the dataset’s own generator');
  printRow(`${usd.length} currencies, median of ${ROUNDS}`, 'pairs/s', 'ratio');
  const medians = Array.from(speeds, ([name, all]) => [name, median(all)] as const);
  for (const [name, speed] of medians) {
    const rival = medians.find(([other]) => other === name.replace('ours', 'theirs'))?.[1] ?? NaN;
    printRow(name, count(speed), times(speed / rival));
  }
}

/** A rate in a document. */
const RATE = /(?<=: ?)[\d.e+-]+/g;

/** @throws {Error} unless both methods write the same files but for the digits of a rate from the ninth on */
function checkSameWork(): void {
  const ourFiles = new Map<string, SiteFile['body']>();
  ours(({ path, body }) => ourFiles.set(path, body));
  theirs(({ path, body }) => {
    const [theirText, ourText] = [String(body), String(ourFiles.get(path))];
    const ourRates = ourText.match(RATE) ?? [];
    const same =
      ourText.replaceAll(RATE, '') === theirText.replaceAll(RATE, '') &&
      theirText.match(RATE)?.every((rate, index) => Math.abs(Number(ourRates[index]) / Number(rate) - 1) < 1e-8);
    if (!same) throw new Error(`${path} is not the same by both methods.`);
  });
}

/** Objects that are printed twice; eight decimals, and with small numbers as many more as there are zeros. */
function theirs(write: Write): void {
  for (const [base, baseRate] of usd) {
    const rates: Record<string, number> = {};
    for (const [quote, quoteRate] of usd) {
      const rate = quoteRate / baseRate;
      const zeros = Math.max(0, Math.ceil(-Math.log10(rate)));
      rates[quote] = Number(rate.toFixed(8 + zeros));
    }
    const document = { date, [base]: rates };
    write({ path: `${base}.json`, body: JSON.stringify(document, null, 2) });
    write({ path: `${base}.min.json`, body: JSON.stringify(document) });
  }
}

/** Every rate is rounded to twelve digits and printed once, for both files. */
function ours(write: Write): void {
  for (const [base, baseRate] of usd) {
    const rates = usd.map(([quote, quoteRate]) => [`"${quote}"`, String(crossRate(baseRate, quoteRate))] as const);
    const pretty = rates.map(([quote, rate]) => `    ${quote}: ${rate}`).join(',\n');
    const minified = rates.map(([quote, rate]) => `${quote}:${rate}`).join(',');
    write({ path: `${base}.json`, body: `{\n  "date": "${date}",\n  "${base}": {\n${pretty}\n  }\n}` });
    write({ path: `${base}.min.json`, body: `{"date":"${date}","${base}":{${minified}}}` });
  }
}
