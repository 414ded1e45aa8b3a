import '../../src/commands/terminal/environment.ts';
import { statSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { z } from 'zod';
import { benchArchive } from './bench/archive.ts';
import { BenchFolder } from './bench/bench-folder.ts';
import { benchEdge } from './bench/edge.ts';
import { benchGenerate } from './bench/generate.ts';
import { benchPage } from './bench/page.ts';
import { benchProof } from './bench/proof.ts';
import { benchPublish } from './bench/publish.ts';
import { benchSoak } from './bench/soak.ts';
import { runCommand } from '../../src/commands/terminal/command.ts';
import { readCommandLine } from '../../src/commands/terminal/command-line.ts';
import { roomyFolder } from '../../src/testing/process/roomy-folder.ts';
import { print } from '../../src/commands/terminal/print.ts';

const sections = {
  generate: benchGenerate,
  archive: benchArchive,
  proof: benchProof,
  edge: benchEdge,
  publish: benchPublish,
  page: benchPage,
  soak: benchSoak,
};

await runCommand(async (signal) => {
  const options = readCommandLine({
    summary: 'Measures each part of the project, and compares most results with an aim. See .github/BENCHMARKS.md.',
    synopsis: 'npm run bench -- [OPTIONS]',
    options: {
      section: {
        value: 'NAME',
        help: `one of: ${Object.keys(sections).join(', ')}`,
        schema: z.enum(Object.keys(sections) as (keyof typeof sections)[]).optional(),
        otherwise: 'all',
      },
      folder: {
        value: 'DIR',
        help: 'folder for the written sites',
        schema: z
          .string()
          .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory(), 'expected a folder that exists')
          .default(roomyFolder()),
        otherwise: 'memory if it has 4 GB free, or else the system’s temporary folder',
      },
    },
  });
  print(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'CPU'}`);
  for (const [name, run] of Object.entries(sections)) {
    if (options.section !== undefined && options.section !== name) continue;
    using folder = new BenchFolder(options.folder);
    print('', `${name} (files in ${folder.description})`);
    await run(folder, signal);
  }
});
