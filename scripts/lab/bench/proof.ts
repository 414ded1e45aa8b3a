import { dirname } from 'node:path';
import recorded from '../../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../../../src/testing/servers/loopback-mirror.ts';
import { publishedOrder } from '../../../src/currencies/catalogue.ts';
import { sha256 } from '../../../src/site/checksums.ts';
import { createPairDigests, pairChecksums } from '../../../src/site/pairs/pair-digests.ts';
import type { BenchFolder } from './bench-folder.ts';
import { loadFiles } from './floor.ts';
import { measuredRun } from './measured-run.ts';
import { count, median, megabytes, printRemark, printRow, seconds, secondsOf, times } from './report.ts';

const ROUNDS = 3;

/**
 * Measures how much hashing adds to the CPU time of `generate`, for a site without a file limit. Also measures how long
 * `verify` takes compared with `generate`.
 */
export async function benchProof(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  await using mirror = await startMirror(answers.json(recorded));
  const rounds: Record<'generate' | 'each' | 'whole' | 'list' | 'verify', number>[] = [];
  let peakBytes = 0;
  let files = 0;
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const out = folder.next();
    const now = `${recorded.date}T06:00:00.000Z`;
    const args = ['--out', out, '--witness', 'none', '--official', 'none', '--mirror', mirror.url, '--now', now];
    const made = await measuredRun(signal, 'generate', args);
    const verified = await measuredRun(signal, 'verify', [out], { TMPDIR: dirname(out) });
    const ready = loadFiles(out);
    folder.release(out);
    files = ready.paths.length;
    bytes = ready.bytes.length;
    peakBytes = Math.max(peakBytes, verified.peakBytes);
    const codes = publishedOrder.map((code) => ({ code }));
    const digests = createPairDigests(codes.length);
    rounds.push({
      generate: made.cpuSeconds,
      verify: verified.seconds / made.seconds,
      each: secondsOf(() => {
        for (const index of ready.paths.keys())
          sha256(ready.bytes.subarray(ready.offsets[index], ready.offsets[index + 1]));
      }),
      whole: secondsOf(() => sha256(ready.bytes)),
      list: secondsOf(() => {
        for (const lines of pairChecksums(codes, digests)) sha256(lines);
      }),
    });
  }

  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]));
  const share = median(rounds.map(({ each, list, generate }) => (each + list) / (generate - each - list)));
  printRemark(`${count(files)} files, ${megabytes(bytes)}; the median of ${ROUNDS} rounds each`);
  printRow('their bytes in one piece, hashed', seconds(of('whole')), 'the floor');
  printRow('each file, hashed', seconds(of('each')), `${times(of('each') / of('whole'))} the floor`);
  printRow('SHA256SUMS, put together and hashed', seconds(of('list')));
  printRow('generate with hashes and list, CPU time', seconds(of('generate')));
  printRow('  what they add to it', `${(share * 100).toFixed(0)}%`, 'limit 15%');
  printRow('verify, of a folder', `${times(of('verify'))} generate`);
  printRow('  peak memory of its Node process', megabytes(peakBytes));
}
