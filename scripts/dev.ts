import '../src/commands/terminal/environment.ts';
import { dirname } from 'node:path';
import { type Preview, previewUrl, startPreview } from '../src/preview/preview-server.ts';
import { buildInThread, explainError } from '../src/commands/dev/build-in-thread.ts';
import { buildOnChange } from '../src/commands/dev/build-on-change.ts';
import { runCommand, untilStopped } from '../src/commands/terminal/command.ts';
import { readCommandLine } from '../src/commands/terminal/command-line.ts';
import { listenOptions } from '../src/commands/terminal/listen-options.ts';
import { print, printError } from '../src/commands/terminal/print.ts';

const out = 'dist';

await runCommand(async (signal) => {
  const { port, host } = readCommandLine({
    summary:
      'Writes a site with the recorded rates to dist/, without a network, and serves it. Builds it again whenever a ' +
      'file in src or public changes. Reload a page to see the change.',
    synopsis: 'npm run dev -- [OPTIONS]',
    options: listenOptions,
    notes: 'Restart it after a change of src/preview. Press Ctrl-C to stop.',
  });
  const url = port === 0 ? undefined : previewUrl(port, host);

  let preview: Preview | undefined;
  const build = async () => {
    try {
      await buildInThread({ out, url });
    } catch (error) {
      printError('The site stays as it was, because it can’t be built:', ...explainError(error as Error));
      return;
    }
    if (preview) {
      await preview.reload();
      return;
    }
    preview = await startPreview(out, port, host);
    print(`Ratesheet is ready: ${preview.url}`, 'It has the recorded rates. Waiting for changes in src and public.');
  };
  await Promise.race([buildOnChange(dirname(import.meta.dirname), build), untilStopped(signal)]);
});
