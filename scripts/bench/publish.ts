import { mkdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import today from '../../src/dataset/recorded/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../../src/testing/loopback-mirror.ts';
import { periods } from '../../src/rates/period.ts';
import { FREE_PLAN_FILES } from '../../src/site/host-limits.ts';
import { CommandError } from '../../src/cli/command.ts';
import { standInEnvironment, startPagesApi } from '../../src/testing/pages-api.ts';
import { runScript } from '../../src/testing/spawn-script.ts';
import type { BenchFolder } from './bench-folder.ts';
import { count, megabytes, printRemark, printRow, seconds, sum } from './report.ts';

/** The same rates a day later: nearly every file says of which day it is. */
const tomorrow = { ...today, date: '2026-09-30' };

/** What a publish for the Free plan sends: real commands, the real wrangler, a stand-in for Cloudflare's API. */
export async function benchPublish(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const settings = folder.next();
  mkdirSync(settings);
  const [token, account, project] = ['a-token', 'an-account', 'a-project'];
  let answer: (response: ServerResponse) => unknown = answers.json(today);
  await using mirror = await startMirror((response) => answer(response));
  await using api = await startPagesApi({ token, account, project });
  const environment = {
    ...standInEnvironment(api.url, settings),
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_ACCOUNT_ID: account,
    CLOUDFLARE_PAGES_PROJECT: project,
  };
  let live: string | undefined;

  /** @returns the deployed site and what travelled for it */
  async function publish(label: string, now: string) {
    signal.throwIfAborted();
    const out = folder.next();
    const previous = live === undefined ? [] : ['--previous', live];
    const generate = ['--out', out, '--mirror', mirror.url, '--now', now, '--file-limit', String(FREE_PLAN_FILES)];
    await succeed('generate', [...generate, ...previous]);
    const begin = performance.now();
    await succeed('deploy', ['--dir', out], environment);
    const time = (performance.now() - begin) / 1000;
    live = out;
    const deployment = api.deployments.at(-1);
    if (!deployment) throw new CommandError('Nothing was deployed.');
    const { uploaded, uploadedBytes } = deployment;
    printRow(label, count(uploaded.length), megabytes(uploadedBytes), seconds(time));
    return { out, uploaded, uploadedBytes };
  }

  printRow('', 'files sent', 'bytes', 'deploy');
  await publish('the first deploy', `${today.date}T06:17:00.000Z`);
  await publish('an unchanged hour', `${today.date}T07:17:00.000Z`);
  answer = answers.json(tomorrow);
  const day = await publish('a new day (limit 90 MB)', `${tomorrow.date}T06:17:00.000Z`);

  printRemark('of the new day’s bytes:');
  for (const period of periods) {
    const paths = day.uploaded.filter((path) => path.endsWith(`/${period}.json`));
    const bytes = sum(paths.map((path) => statSync(join(day.out, path)).size));
    printRow(`  histories of ${period}`, count(paths.length), megabytes(bytes), share(bytes / day.uploadedBytes));
  }
}

async function succeed(...[name, args, env]: Parameters<typeof runScript>): Promise<void> {
  const { code, stdout, stderr } = await runScript(name, args, env);
  if (code !== 0) throw new CommandError(`${name} failed:`, ...`${stdout}${stderr}`.trimEnd().split('\n'));
}

const share = (ratio: number) => `${(100 * ratio).toFixed(0)}%`;
