import '../src/operate/terminal/environment.ts';
import { instantAt } from '../src/money/calendar.ts';
import { asGenerateOptions } from '../src/operate/generate/generate-options.ts';
import { healthPath } from '../src/operate/hosts/health.ts';
import { regularPublishOptions } from '../src/operate/publish/publish-options.ts';
import { FolderServer } from '../src/operate/serve/folder-server.ts';
import { publishInChild } from '../src/operate/serve/publish-in-child.ts';
import { publishRegularly } from '../src/operate/serve/publish-regularly.ts';
import { runCommand, uninterrupted, untilStopped } from '../src/operate/terminal/command.ts';
import { duration, folderName, readCommandLine } from '../src/operate/terminal/command-line.ts';
import { listenOptions } from '../src/operate/terminal/listen-options.ts';
import { print } from '../src/operate/terminal/print.ts';
import { variable } from '../src/operate/terminal/variable.ts';

/** Seconds for open requests to end after the server is stopped. Docker kills a container after ten. */
const FINISHING = 5;

await runCommand(async (signal) => {
  const { dir, port, host, every, ...options } = readCommandLine({
    summary:
      'Runs Ratesheet on a server: serves the site in a folder with the complete API, and publishes to this folder ' +
      'regularly, with all checks of npm run publish. If a publish fails, the previous site is still served.',
    synopsis: 'npm run serve -- [OPTIONS]',
    options: {
      dir: { value: 'DIR', help: 'folder of the site; made if it doesn’t exist', schema: folderName.default('served') },
      ...listenOptions,
      every: {
        value: 'TIME',
        help: 'time from one publish to the next, such as 30m or 2h; at least 10m, at most 24h',
        schema: duration(10 * 60_000, 24 * 3_600_000).default(3_600_000),
        otherwise: '1h',
      },
      ...regularPublishOptions,
      url: { ...regularPublishOptions.url, help: 'URL that callers use, if a proxy is in front of the server' },
    },
    notes: `${healthPath} says how old the rates and the last publish are. Press Ctrl-C to stop.`,
    env: process.env,
  });
  await using server = await FolderServer.start(dir, { port, host, url: options.url }, signal);
  const once = { previous: undefined, 'start-over': false, 'new-source': false };
  const settings = {
    ...asGenerateOptions({ ...options, ...once, out: dir, now: instantAt(Date.now()) }),
    ...{ dir, patience: 0, backUp: false, gitHubPages: false },
  };
  const publishing = publishRegularly(
    {
      server,
      publish: (signal) => publishInChild(settings, signal),
      every,
      heartbeat: variable('HEARTBEAT_URL'),
      onServing: () => {
        print(`Ratesheet is ready: ${server.url}`);
      },
    },
    signal,
  ).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await Promise.race([publishing, untilStopped(signal)]);
  await uninterrupted('Finishing open requests', FINISHING, async () => {
    await Promise.all([server.finish(FINISHING * 1000 - 500), publishing]);
  });
});
