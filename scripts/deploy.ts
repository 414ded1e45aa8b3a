import '../src/commands/terminal/environment.ts';
import { isHttpAddress, publicAddress } from '../src/http/address.ts';
import { assertDeployable } from '../src/commands/publish/assert-deployable.ts';
import { runCommand } from '../src/commands/terminal/command.ts';
import { type CommandLine, flag, folderName, readCommandLine } from '../src/commands/terminal/command-line.ts';
import { generateOptions } from '../src/commands/generate/generate-options.ts';
import { environmentHelp, pagesFileLimit, PagesProject } from '../src/commands/publish/pages-project.ts';
import { readPrevious } from '../src/commands/published/read-previous.ts';
import { print } from '../src/commands/terminal/tell.ts';
import { upload } from '../src/commands/publish/upload.ts';

const line = {
  summary:
    'Puts a site that exists on Cloudflare Pages, untested. Only files that are not there yet are sent. To write, try ' +
    'and publish it in one, use npm run publish.',
  synopsis: 'npm run deploy -- [OPTIONS]',
  options: {
    dir: { value: 'DIR', help: 'the site’s folder', schema: folderName.default('dist') },
    'file-limit': pagesFileLimit,
    previous: {
      ...generateOptions.previous,
      help: 'base address or folder of the site that is live: none of its archived days and receipts may be lost',
    },
    check: flag('only say whether the site is fit to be deployed; needs no variable'),
  },
  notes: `${environmentHelp}

Exit codes: 0 deployed; 1 the site is not fit to be deployed, or Cloudflare did not take it; 2 wrong use.`,
} satisfies CommandLine;

await runCommand(async (signal) => {
  const { dir, 'file-limit': fileLimit, previous, check } = readCommandLine(line);
  const project = check ? undefined : new PagesProject(signal);
  const now = new Date().toISOString();
  const live = previous === undefined ? undefined : await readPrevious(previous, now, 'leave out --previous', signal);
  await assertDeployable(
    dir,
    fileLimit,
    live,
    `Write the site again, then deploy it: npm run generate -- --out ${dir} --file-limit ${fileLimit}` +
      (previous === undefined ? '' : ` --previous ${isHttpAddress(previous) ? publicAddress(previous) : previous}`),
  );
  if (!project) {
    print(`${dir} is fit to be deployed.`);
    return;
  }
  const { production_branch: branch } = await project.open();
  await upload(dir, { branch, project: project.name }, signal);
});
