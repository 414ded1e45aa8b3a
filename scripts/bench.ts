import { z } from 'zod';
import { benchEdge } from './bench-edge.ts';
import { benchPage } from './bench-page.ts';
import { readOptions, runCommand } from './command.ts';

const sections = { edge: benchEdge, page: benchPage };

const usage = `Measures how far each part is from its limit. Every figure is a ratio to something measured in the same run.

npm run bench -- [--section NAME]

  --section NAME   one of: ${Object.keys(sections).join(', ')} (all)
`;

const names = z.enum(Object.keys(sections) as (keyof typeof sections)[]);

await runCommand(async () => {
  const { section } = readOptions({ section: { type: 'string' } }, z.object({ section: names.optional() }), usage);
  process.stdout.write(`Node ${process.version}, ${process.platform} ${process.arch}\n`);
  for (const [name, run] of Object.entries(sections)) {
    if (section !== undefined && section !== name) continue;
    process.stdout.write(`\n${name}\n`);
    await run();
  }
});
