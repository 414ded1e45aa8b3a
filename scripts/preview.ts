import '../src/operate/terminal/environment.ts';
import { startPreview } from '../src/site/serve/preview-server.ts';
import { runCommand, untilStopped } from '../src/operate/terminal/command.ts';
import { folderName, readCommandLine } from '../src/operate/terminal/command-line.ts';
import { listenOptions } from '../src/operate/terminal/listen-options.ts';
import { print } from '../src/operate/terminal/print.ts';

await runCommand(async (signal) => {
  const { dir, port, host } = readCommandLine({
    summary: 'Serves an existing site on this machine, like Cloudflare Pages.',
    synopsis: 'npm run preview -- [OPTIONS]',
    options: {
      dir: { value: 'DIR', help: 'folder of the site', schema: folderName.default('dist') },
      ...listenOptions,
    },
    notes: 'Press Ctrl-C to stop.',
  });
  await using preview = await startPreview(dir, port, { host });
  print(`Serving ${dir} on ${preview.url}`);
  await untilStopped(signal);
});
