import '../src/operate/terminal/environment.ts';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tryPort } from '../src/site/serve/listen.ts';
import { type Preview, previewUrl, startPreview } from '../src/site/serve/preview-server.ts';
import { removeFolder } from '../src/site/write/remove-folder.ts';
import { buildInThread, explainError } from '../src/operate/dev/build-in-thread.ts';
import { buildOnChange } from '../src/operate/dev/build-on-change.ts';
import { runCommand, untilStopped } from '../src/operate/terminal/command.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';
import { listenOptions } from '../src/operate/terminal/listen-options.ts';
import { print, printError } from '../src/operate/terminal/print.ts';

await runCommand(async (signal) => {
  const { port, host } = readCommandLine({
    summary:
      'Builds a site with the recorded rates in a temporary folder, without a network, and serves it. Builds it again ' +
      'whenever a file in src or public changes. Reload a page to see the change.',
    synopsis: 'npm run dev -- [OPTIONS]',
    options: listenOptions,
    notes: 'Restart it after a change of the preview server or of a file that it imports. Press Ctrl-C to stop.',
  });
  await tryPort(port, host);
  const url = port === 0 ? undefined : previewUrl(port, host);
  // In memory if possible, because a disk may take a second longer.
  const temporary = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'ratesheet-dev-'));

  let preview: Preview | undefined;
  let served: string | undefined;
  let builds = 0;
  // Each build has a new folder, so that a site that can't be loaded doesn't replace a site that can.
  const build = async () => {
    const site = join(temporary, `site-${++builds}`);
    try {
      await buildInThread({ out: site, url }, signal);
      if (signal.aborted) return;
      if (preview) await preview.serve(site);
      else preview = await startPreview(site, port, { host });
    } catch (error) {
      if (existsSync(site)) await removeFolder(site);
      if (signal.aborted) return;
      printError(
        `${served === undefined ? 'Nothing is served yet' : 'The site stays as it was'}, because it can’t be built:`,
        ...explainError(error as Error),
      );
      return;
    }
    if (served !== undefined) await removeFolder(served);
    else
      print(`Ratesheet is ready: ${preview.url}`, 'It has the recorded rates. Waiting for changes in src and public.');
    served = site;
  };
  try {
    await buildOnChange(dirname(import.meta.dirname), build, signal);
    await untilStopped(signal);
  } finally {
    await removeFolder(temporary);
  }
});
