import '../src/operate/terminal/environment.ts';
import { instantAt } from '../src/money/calendar.ts';
import { advised } from '../src/operate/generate/advised.ts';
import { generateOptions, siteOptions } from '../src/operate/generate/generate-options.ts';
import { cloudflarePages } from '../src/operate/hosts/cloudflare-pages.ts';
import { environmentHelp } from '../src/operate/hosts/cloudflare-api.ts';
import { assertValid, publish } from '../src/operate/publish/publish.ts';
import { pagesFileLimit, patience } from '../src/operate/publish/publish-options.ts';
import { runPublish } from '../src/operate/publish/run-publish.ts';
import { type CommandLine, flag, folderName, readCommandLine } from '../src/operate/terminal/command-line.ts';
import { print } from '../src/operate/terminal/print.ts';
import { readPrevious } from '../src/publish/read-previous.ts';

const line = {
  summary:
    'Publishes an existing site to Cloudflare Pages, with all checks of npm run publish. To build and publish in one step, ' +
    'use npm run publish.',
  synopsis: 'npm run deploy -- [OPTIONS]',
  options: {
    dir: { value: 'DIR', help: 'folder of the site', schema: folderName.default('dist') },
    'file-limit': pagesFileLimit,
    previous: {
      ...generateOptions.previous,
      help: 'URL or folder of the live site. A site that lacks any of the live site’s archived days or publish log lines isn’t deployed',
      otherwise: 'the live site',
    },
    url: {
      ...siteOptions.url,
      help: 'URL that callers use, if the site has a custom domain',
      otherwise: 'the project’s own',
    },
    check: flag('only check the site; needs no variables'),
    patience,
  },
  notes: `${environmentHelp}

Exit codes: 0 deployed; 1 the site can’t be deployed, or Cloudflare refused it; 2 usage error.`,
  env: process.env,
} satisfies CommandLine;

await runPublish(async (signal) => {
  const { dir: folder, 'file-limit': fileLimit, check, ...options } = readCommandLine(line);
  const now = instantAt(Date.now());
  const read = async (live: string | undefined) =>
    live === undefined ? undefined : advised(readPrevious(live, now, signal));
  if (check) {
    await assertValid(folder, { fileLimit, continues: await read(options.previous) }, signal);
    print(`${folder} can be deployed.`);
    return;
  }
  await publish(
    {
      ...options,
      now,
      folder,
      fileLimit,
      host: cloudflarePages({ now }),
      startOver: false,
      hasPublished: () => Promise.resolve(false),
      build: read,
    },
    signal,
  );
});
