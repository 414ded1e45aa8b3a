import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import recorded from '../../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../../../src/testing/servers/loopback-mirror.ts';
import { FREE_PLAN_FILES } from '../../../src/site/host-limits.ts';
import type { BenchFolder } from './bench-folder.ts';
import { loadFiles, type ReadyFiles, writeFloor } from './floor.ts';
import { measuredRun } from './measured-run.ts';
import { count, median, megabytes, printRemark, printRow, seconds, times } from './report.ts';

const ROUNDS = 3;

/** Compares the time to generate a site, full or for the Free plan, with the time to only write its files. */
export async function benchGenerate(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  await using mirror = await startMirror(answers.json(recorded));
  const args = [
    '--witness',
    'none',
    '--official',
    'none',
    '--mirror',
    mirror.url,
    '--now',
    `${recorded.date}T06:00:00.000Z`,
  ];
  const generate = async (fileLimit: string) => {
    const out = folder.next();
    const usage = await measuredRun(signal, 'generate', [...args, '--out', out, '--file-limit', fileLimit]);
    return { out, ...usage };
  };

  const commands: Awaited<ReturnType<typeof generate>>[] = [];
  const freePlan: number[] = [];
  const pairs: number[] = [];
  const floors: number[] = [];
  let files: ReadyFiles | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const command = await generate('none');
    commands.push(command);
    files ??= loadFiles(command.out);
    folder.release(command.out);
    const ready = folder.next();
    floors.push(await writeFloor(files, ready));
    folder.release(ready);
    const out = folder.next();
    const script = join(import.meta.dirname, 'all-pairs.ts');
    const options = ['--max-semi-space-size=8', script, out];
    pairs.push(Number((await promisify(execFile)(process.execPath, options)).stdout));
    folder.release(out);
    const small = await generate(String(FREE_PLAN_FILES));
    freePlan.push(small.seconds);
    folder.release(small.out);
  }

  const bytes = files?.bytes.length ?? NaN;
  const documents = files?.paths.length ?? NaN;
  const floor = median(floors);
  const ratio = (time: number) => `${times(time / floor)} the floor`;
  printRemark(`${count(documents)} files, ${megabytes(bytes)}; the median of ${ROUNDS} rounds each`);
  printRow('ready files, written by two threads', seconds(floor), 'the floor');
  printRow('all pairs, evaluated and written', seconds(median(pairs)), ratio(median(pairs)), 'aim 1.30 ×');
  const total = median(commands.map((command) => command.seconds));
  printRow('generate, the command without npm’s own start', seconds(total), ratio(total));
  printRow('  documents a second', count(documents / total));
  printRow('  bytes a second', megabytes(bytes / total));
  const peakBytes = Math.max(...commands.map((command) => command.peakBytes));
  printRow('  peak memory of its Node process', megabytes(peakBytes), 'limit 240 MB');
  printRow('  CPU time of its Node process', seconds(median(commands.map(({ cpuSeconds }) => cpuSeconds))));
  printRow('generate, for the Free plan', seconds(median(freePlan)), 'limit 3 s');
}
