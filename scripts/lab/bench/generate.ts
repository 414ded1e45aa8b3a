import { catalogue } from '../../../src/currencies/catalogue.ts';
import recorded from '../../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../../../src/testing/servers/loopback-mirror.ts';
import { snapshotOfRecorded } from '../../../src/testing/sites/small-site.ts';
import { buildPairDetail } from '../../../src/api/documents/pair-detail.ts';
import { crossSeries } from '../../../src/rates/cross-rate.ts';
import { publishedCurrencies } from '../../../src/snapshot/published-currency.ts';
import { FREE_PLAN_FILES } from '../../../src/site/host-limits.ts';
import { pairDocuments } from '../../../src/site/pairs/pair-documents.ts';
import { writePairs } from '../../../src/site/pairs/write-pairs.ts';
import { CommandError } from '../../../src/commands/terminal/command.ts';
import { startScript } from '../../../src/testing/process/spawn-script.ts';
import type { BenchFolder } from './bench-folder.ts';
import { loadFiles, type Plan, plans, type ReadyFiles, writeFloor } from './floor.ts';
import { watch } from '../../../src/testing/process/process-usage.ts';
import { count, median, megabytes, printRemark, printRow, seconds, times } from './report.ts';
import { writeSiteOf } from './write-site-of.ts';

const ROUNDS = 3;

/** The full site and the Free plan's, beside the time that the same files take when they are ready in memory. */
export async function benchGenerate(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  await using mirror = await startMirror(answers.json(recorded));
  const generate = async (fileLimit: string) => {
    signal.throwIfAborted();
    const out = folder.next();
    const now = `${recorded.date}T06:00:00.000Z`;
    const args = ['--out', out, '--witness', 'none', '--mirror', mirror.url, '--now', now, '--file-limit', fileLimit];
    const { child, ended } = startScript('generate', args);
    const usage = await watch(child, ended);
    const { code, stderr } = await ended;
    if (code !== 0) throw new CommandError('generate failed:', ...stderr.trimEnd().split('\n'));
    return { out, ...usage };
  };
  const write = async (what: 'site' | 'pairs') => {
    signal.throwIfAborted();
    const out = folder.next();
    const written = await writeSiteOf(catalogue.length, out, what);
    folder.release(out);
    return written.seconds;
  };

  const commands: Awaited<ReturnType<typeof generate>>[] = [];
  const freePlan: Awaited<ReturnType<typeof generate>>[] = [];
  const sites: number[] = [];
  const pairs: number[] = [];
  const floors = new Map<Plan, number[]>(plans.map((plan) => [plan, []]));
  let files: ReadyFiles | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const command = await generate('none');
    commands.push(command);
    files ??= loadFiles(command.out);
    folder.release(command.out);
    for (const [plan, times] of floors) {
      signal.throwIfAborted();
      const out = folder.next();
      times.push(await writeFloor(files, out, plan));
      folder.release(out);
    }
    pairs.push(await write('pairs'));
    sites.push(await write('site'));
    const small = await generate(String(FREE_PLAN_FILES));
    freePlan.push(small);
    folder.release(small.out);
  }

  const bytes = files?.bytes.length ?? NaN;
  const documents = files?.paths.length ?? NaN;
  const floor = Math.min(...Array.from(floors.values(), median));
  const ratio = (time: number) => `${times(time / floor)} the floor`;
  printRemark(`${count(documents)} files, ${megabytes(bytes)}; the median of ${ROUNDS} rounds each`);
  for (const [{ way, threads }, all] of floors) {
    const label = `ready files, ${threads === 1 ? '1 thread' : `${threads} threads`}, ${way}`;
    printRow(label, seconds(median(all)), median(all) === floor ? 'the floor' : ratio(median(all)));
  }
  printRow('all pairs, evaluated and written', seconds(median(pairs)), ratio(median(pairs)), 'aim 1.30 ×');
  printRow('the site: bundled, checked, put in place', seconds(median(sites)), ratio(median(sites)));
  const total = median(commands.map((command) => command.seconds));
  printRow('generate, the command without npm’s own start', seconds(total), ratio(total));
  printRow('  documents a second', count(documents / total));
  printRow('  bytes a second', megabytes(bytes / total));
  printRow(
    '  peak memory of its Node process',
    megabytes(Math.max(...commands.map(({ peakBytes }) => peakBytes))),
    'limit 200 MB',
  );
  printRow('  CPU time of its Node process', seconds(median(commands.map(({ cpuSeconds }) => cpuSeconds))));
  const small = median(freePlan.map((command) => command.seconds));
  printRow('generate, for the Free plan', seconds(small), 'limit 3 s');
  await printCpuSplit(folder);
}

/** Where the processor's time for all pairs goes, threads together. */
async function printCpuSplit(folder: BenchFolder): Promise<void> {
  const snapshot = snapshotOfRecorded(new Date().toISOString());
  const currencies = publishedCurrencies(catalogue, snapshot);
  const pairs = { snapshot, currencies };

  const evaluated = await cpuSeconds(() => {
    for (const from of currencies) {
      for (const to of currencies) {
        buildPairDetail({ from, to, retrievedAt: snapshot.retrievedAt });
        crossSeries(from.yearPerUsd, to.yearPerUsd);
      }
    }
  });
  const printed = await cpuSeconds(() => {
    const documents = pairDocuments(pairs);
    while (!documents.next().done);
  });
  const out = folder.next();
  const written = await cpuSeconds(() => writePairs({ ...pairs, folder: out }));
  folder.release(out);
  printRemark('CPU time of all pairs:');
  printRow('  evaluated, as numbers', seconds(evaluated));
  printRow('  evaluated and serialised in one', seconds(printed), `${((printed / written) * 100).toFixed(0)}%`);
  printRow(
    '  … and written, by two threads',
    seconds(written),
    `${((1 - printed / written) * 100).toFixed(0)}% writes`,
  );
}

async function cpuSeconds(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}
