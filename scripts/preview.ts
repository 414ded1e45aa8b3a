import '../src/commands/terminal/environment.ts';
import { startPreview } from '../src/preview/preview-server.ts';
import { runCommand, untilStopped } from '../src/commands/terminal/command.ts';
import { folderName, readCommandLine } from '../src/commands/terminal/command-line.ts';
import { listenOptions } from '../src/commands/terminal/listen-options.ts';
import { print } from '../src/commands/terminal/tell.ts';

await runCommand(async (signal) => {
  const { dir, port, host } = readCommandLine({
    summary: 'Serves a site that exists, the way Cloudflare Pages does, on this machine.',
    synopsis: 'npm run preview -- [OPTIONS]',
    options: {
      dir: { value: 'DIR', help: 'the site’s folder', schema: folderName.default('dist') },
      ...listenOptions,
    },
    notes: 'Stop it with Ctrl-C.',
  });
  await using preview = await startPreview(dir, port, host);
  print(`Serving ${dir} on ${preview.url}`);
  await untilStopped(signal);
});
