import '../src/operate/terminal/environment.ts';
import { isHttpAddress, publicAddress } from '../src/http/address.ts';
import { assertDeployable } from '../src/operate/publish/assert-deployable.ts';
import { runCommand } from '../src/operate/terminal/command.ts';
import { type CommandLine, flag, folderName, readCommandLine } from '../src/operate/terminal/command-line.ts';
import { generateOptions } from '../src/operate/generate/generate-options.ts';
import { environmentHelp, pagesFileLimit, PagesProject } from '../src/operate/hosts/pages-project.ts';
import { advised } from '../src/operate/generate/advised.ts';
import { readPrevious } from '../src/publish/read-previous.ts';
import { print } from '../src/operate/terminal/print.ts';
import { upload } from '../src/operate/hosts/upload.ts';

const line = {
  summary:
    'Uploads an existing site to Cloudflare Pages without testing it. Only new files are sent. To build, test and publish ' +
    'in one step, use npm run publish.',
  synopsis: 'npm run deploy -- [OPTIONS]',
  options: {
    dir: { value: 'DIR', help: 'folder of the site', schema: folderName.default('dist') },
    'file-limit': pagesFileLimit,
    previous: {
      ...generateOptions.previous,
      help: 'URL or folder of the live site. A site that lacks any of the live site’s archived days or publish log lines isn’t deployed',
    },
    check: flag('only check the site; needs no variables'),
  },
  notes: `${environmentHelp}

Exit codes: 0 deployed; 1 the site can’t be deployed, or Cloudflare refused it; 2 usage error.`,
} satisfies CommandLine;

await runCommand(async (signal) => {
  const { dir, 'file-limit': fileLimit, previous, check } = readCommandLine(line);
  const project = check ? undefined : new PagesProject(signal);
  const now = new Date().toISOString();
  const live = previous === undefined ? undefined : await advised(readPrevious(previous, now, signal));
  await assertDeployable(
    dir,
    fileLimit,
    live,
    `Write the site again, then deploy it: npm run generate -- --out ${dir} --file-limit ${fileLimit}` +
      (previous === undefined ? '' : ` --previous ${isHttpAddress(previous) ? publicAddress(previous) : previous}`),
    signal,
  );
  if (!project) {
    print(`${dir} can be deployed.`);
    return;
  }
  const { production_branch: branch } = await project.open();
  await upload(dir, { branch, project: project.name }, signal);
});
