import { mkdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import today from '../../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../../../src/testing/servers/loopback-mirror.ts';
import { syntheticPeriods } from '../../../src/rates/period.ts';
import { fakeEnvironment, startPagesApi } from '../../../src/testing/servers/pages-api.ts';
import type { BenchFolder } from './bench-folder.ts';
import { measuredRun } from './measured-run.ts';
import { count, megabytes, printRemark, printRow, seconds, sum } from './report.ts';

/** The same rates a day later. Nearly every file changes, because it contains the date. */
const tomorrow = { ...today, date: '2026-09-30' };

/**
 * Measures how many files and bytes a publish for the Free plan sends, and how long the publish takes. Uses the real
 * wrangler and a fake of Cloudflare's API.
 */
export async function benchPublish(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const settings = folder.next();
  mkdirSync(settings);
  const account = { token: 'a-token', account: 'an-account', project: 'a-project' };
  let answer: (response: ServerResponse) => unknown = answers.json(today);
  await using mirror = await startMirror((response) => answer(response));
  await using api = await startPagesApi(account);
  const environment = {
    ...fakeEnvironment(api.url, settings),
    CLOUDFLARE_API_TOKEN: account.token,
    CLOUDFLARE_ACCOUNT_ID: account.account,
    CLOUDFLARE_PAGES_PROJECT: account.project,
  };

  /** @returns the site, and the uploads for the preview and for production */
  async function publish(label: string, now: string) {
    api.setClock(now);
    const out = folder.next();
    const before = new Set(api.deployments);
    const args = [
      '--out',
      out,
      '--witness',
      'none',
      '--official',
      'none',
      '--mirror',
      mirror.url,
      '--now',
      now,
      '--backfill',
      '0',
    ];
    const usage = await measuredRun(signal, 'publish', [...args, '--url', api.siteUrl], environment);
    const made = api.deployments.filter((deployment) => !before.has(deployment));
    const uploaded = made.flatMap((deployment) => deployment.uploaded);
    const uploadedBytes = sum(made.map((deployment) => deployment.uploadedBytes));
    printRow(label, count(uploaded.length), megabytes(uploadedBytes), seconds(usage.seconds));
    return { out, uploaded, uploadedBytes };
  }

  printRow('', 'files sent', 'bytes', 'publish');
  await publish('the first time', `${today.date}T06:17:00.000Z`);
  await publish('an unchanged hour', `${today.date}T07:17:00.000Z`);
  answer = answers.json(tomorrow);
  const day = await publish('a new day (limit 90 MB)', `${tomorrow.date}T06:17:00.000Z`);

  printRemark('of the new day’s bytes:');
  for (const period of syntheticPeriods) {
    const paths = day.uploaded.filter((path) => path.endsWith(`/${period}.json`));
    const bytes = sum(paths.map((path) => statSync(join(day.out, path)).size));
    const share = `${((100 * bytes) / day.uploadedBytes).toFixed(0)}%`;
    printRow(`  histories of ${period}`, count(paths.length), megabytes(bytes), share);
  }
}
