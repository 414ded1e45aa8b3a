import '../../src/operate/terminal/environment.ts';
import { mkdtempDisposableSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { print } from '../../src/operate/terminal/print.ts';
import { benchCold } from './bench/cold.ts';
import { benchEdge } from './bench/edge.ts';
import { benchGenerate } from './bench/generate.ts';
import { benchPublish } from './bench/publish.ts';
import { Report } from './bench/report.ts';
import { benchServe } from './bench/serve.ts';
import { benchSoak } from './bench/soak.ts';
import { benchSpreadsheet } from './bench/spreadsheet.ts';

const sections = {
  generate: benchGenerate,
  publish: benchPublish,
  edge: benchEdge,
  cold: benchCold,
  serve: benchServe,
  spreadsheet: benchSpreadsheet,
  soak: benchSoak,
};

await runCommand(async (signal) => {
  const options = readCommandLine({
    summary: 'Measures speed, memory and uploads, and compares them with their limits. See .github/BENCHMARKS.md.',
    synopsis: 'npm run bench -- [OPTIONS]',
    options: {
      section: {
        value: 'NAME',
        help: `one of: ${Object.keys(sections).join(', ')}`,
        schema: z.enum(Object.keys(sections) as (keyof typeof sections)[]).optional(),
        otherwise: 'all',
      },
    },
    notes: 'Exit codes: 0 all within the limits; 1 a limit is exceeded, or a section failed; 2 usage error.',
  });
  print(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'CPU'}`);
  const report = new Report();
  for (const [name, run] of Object.entries(sections)) {
    if (options.section !== undefined && options.section !== name) continue;
    using folder = mkdtempDisposableSync(join(tmpdir(), 'ratesheet-bench-'));
    print('', `${name} (files in ${folder.path})`);
    await run(report, folder.path, signal);
  }
  if (report.missed.length > 0) throw new CommandError('Limits were exceeded:', ...report.missed);
});
