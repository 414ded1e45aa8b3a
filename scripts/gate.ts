import '../src/operate/terminal/environment.ts';
import { gate } from '../src/operate/gate.ts';
import { runCommand } from '../src/operate/terminal/command.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';

await runCommand(async (signal) => {
  readCommandLine({
    summary:
      'Decides in about a minute whether this commit may be published: checks types, facts, and a site built from recorded ' +
      'days, with the Pages Function in workerd. The workflow publishes only commits that pass.',
    synopsis: 'npm run gate',
    options: {},
    notes: 'Exit codes: 0 may be published; 1 must not; 2 usage error.',
  });
  await gate(signal);
});
