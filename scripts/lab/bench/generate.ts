import type { Instant } from '../../../src/money/calendar.ts';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FREE_PLAN_FILES } from '../../../src/site/host-limits.ts';
import { recordedDay, startRecordedMirror } from '../recorded/recorded-site.ts';
import { loadFiles, type ReadyFile, writeFloor } from './floor.ts';
import { loader, measuredGenerate } from './measured-run.ts';
import { count, median, megabytes, type Report, seconds, times } from './report.ts';

const ROUNDS = 3;

/**
 * Compares the CPU time to generate a site, full or for the Free plan, with the CPU time to only write the files of the
 * full site. Unlike the time on a clock, CPU time depends little on the disk and on other programs.
 */
export async function benchGenerate(report: Report, folder: string, signal: AbortSignal): Promise<void> {
  await using mirror = await startRecordedMirror();
  const { date } = recordedDay;
  const sources = ['--witness', 'none', '--official', 'none', '--mirror', `${mirror.url}/${date}`];
  // Each site gets a new folder, because overwriting is slower.
  let taken = 0;
  const newFolder = () => join(folder, String(taken++));
  const remove = (path: string) => {
    rmSync(path, { recursive: true });
  };
  const generate = async (fileLimit: string) => {
    const out = newFolder();
    const options = ['--now', `${date}T12:00:00.000Z` as Instant, '--out', out, '--file-limit', fileLimit];
    return { out, ...(await measuredGenerate([...sources, ...options], signal)) };
  };

  const whole: Awaited<ReturnType<typeof generate>>[] = [];
  const freePlan: number[] = [];
  const pairs: number[] = [];
  const floors: number[] = [];
  let files: readonly ReadyFile[] | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const command = await generate('none');
    whole.push(command);
    files ??= loadFiles(command.out);
    remove(command.out);
    const ready = newFolder();
    floors.push(writeFloor(files, ready));
    remove(ready);
    const out = newFolder();
    const script = [...loader, join(import.meta.dirname, 'all-pairs.ts'), out];
    pairs.push(Number((await promisify(execFile)(process.execPath, script)).stdout));
    remove(out);
    const small = await generate(String(FREE_PLAN_FILES));
    freePlan.push(small.cpuSeconds);
    remove(small.out);
  }

  const floor = median(floors);
  const bytes = (files ?? []).reduce((total, { body }) => total + body.length, 0);
  report.row('bare copy of ready files', seconds(floor), `${count(files?.length ?? NaN)} files, ${megabytes(bytes)}`);
  report.limited('all pairs, compared with a bare copy', median(pairs) / floor, 2, times, seconds(median(pairs)));
  const total = median(whole.map(({ cpuSeconds }) => cpuSeconds));
  report.row('whole command, without npm’s start', seconds(total), `${times(total / floor)} a bare copy`);
  const peak = Math.max(...whole.map(({ peakBytes }) => peakBytes));
  report.limited('peak memory of the whole command', peak, 310e6, megabytes);
  const free = median(freePlan);
  report.limited('Free plan, compared with that bare copy', free / floor, 1.75, times, seconds(free));
}
