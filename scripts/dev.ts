import '../src/operate/terminal/environment.ts';
import { instantAt } from '../src/money/calendar.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previewUrl, startPreview } from '../src/site/serve/preview-server.ts';
import { generateSite } from '../src/operate/generate/generate-site.ts';
import { runCommand, untilStopped } from '../src/operate/terminal/command.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';
import { listenOptions } from '../src/operate/terminal/listen-options.ts';
import { print } from '../src/operate/terminal/print.ts';
import { removeFolder } from '../src/site/write/remove-folder.ts';

/** Enough for the pairs of a few of the most traded currencies. Fewer files are written faster. */
const FILE_LIMIT = 5_700;

// Node starts this command again whenever a file in src or public changes: see package.json.
await runCommand(async (signal) => {
  const { port, host } = readCommandLine({
    summary:
      'Builds a site with the recorded rates in a temporary folder, without a network, and serves it. Starts again ' +
      'whenever a file in src or public changes. Reload a page to see the change.',
    synopsis: 'npm run dev -- [OPTIONS]',
    options: listenOptions,
    notes: 'Press Ctrl-C to stop.',
  });
  const folder = mkdtempSync(join(tmpdir(), 'ratesheet-dev-'));
  try {
    const out = join(folder, 'site');
    await generateSite(
      {
        ...{ out, mirrors: [], witnesses: [], official: new Map(), datedMirrors: [], backfill: 0, recorded: true },
        ...{ fileLimit: FILE_LIMIT, url: port === 0 ? undefined : previewUrl(port, host) },
        now: instantAt(Date.now()),
      },
      signal,
    );
    await using preview = await startPreview(out, port, { host });
    print(`Ratesheet is ready: ${preview.url}`, 'It has the recorded rates. Waiting for changes in src and public.');
    await untilStopped(signal);
  } finally {
    await removeFolder(folder);
  }
});
