import '../src/operate/terminal/environment.ts';
import { FREE_PLAN_FILES } from '../src/site/host-limits.ts';
import { tryPort } from '../src/site/serve/listen.ts';
import { previewUrl, startPreview } from '../src/site/serve/preview-server.ts';
import { runCommand, untilStopped } from '../src/operate/terminal/command.ts';
import { generateAdvice } from '../src/operate/generate/advised.ts';
import { readGenerateOptions } from '../src/operate/generate/generate-options.ts';
import { continuing, generateSite } from '../src/operate/generate/generate-site.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';
import { listenOptions } from '../src/operate/terminal/listen-options.ts';
import { print } from '../src/operate/terminal/print.ts';

const out = 'dist';

await runCommand(async (signal) => {
  const { port, host } = readCommandLine({
    summary:
      'Writes the site to dist/ for the Free plan of Cloudflare Pages, and serves it. Uses today’s rates or, if no mirror ' +
      'responds, recorded rates.',
    synopsis: 'npm start -- [OPTIONS]',
    options: listenOptions,
    notes: 'Press Ctrl-C to stop.',
  });
  await tryPort(port, host);
  const options = readGenerateOptions([
    ...['--out', out, '--file-limit', `${FREE_PLAN_FILES}`, '--recorded'],
    // Also fetches the latest past days, because the recorded days may be old. Without a witness, a rate that has moved
    // far since the recorded days is accepted only if enough datasets agree.
    ...['--backfill', '3'],
    ...(port === 0 ? [] : ['--url', previewUrl(port, host)]),
  ]);
  const advice = { ...generateAdvice, toStartOver: `remove the folder ${out}` };
  await generateSite({ ...continuing(options), advice }, signal);
  await using preview = await startPreview(out, port, { host });
  print('', `Ratesheet is ready: ${preview.url}`, `Try: curl ${preview.url}/api/rates/usd-to-eur.json`);
  await untilStopped(signal);
});
