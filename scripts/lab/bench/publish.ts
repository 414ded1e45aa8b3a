import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { dateOfDay, dayNumber, type IsoDate } from '../../../src/money/calendar.ts';
import { sha256 } from '../../../src/site/checksums.ts';
import { filesBelow } from '../../../src/site/files-below.ts';
import { controlFiles, FREE_PLAN_FILES } from '../../../src/site/host-limits.ts';
import { recordedDay, startRecordedMirror } from '../recorded/recorded-site.ts';
import { measuredGenerate } from './measured-run.ts';
import { count, megabytes, type Report } from './report.ts';

/**
 * Measures how many files and bytes a publish for the Free plan uploads. Cloudflare Pages keeps uploaded files, so
 * wrangler uploads only files whose content is new.
 */
export async function benchPublish(report: Report, folder: string, signal: AbortSignal): Promise<void> {
  await using mirror = await startRecordedMirror();
  const uploaded = new Set<string>();
  let previous: string | undefined;
  const publish = async (date: IsoDate, time: string) => {
    const out = join(folder, `${date} ${time.slice(0, 2)}`);
    await measuredGenerate(
      [
        ...['--witness', 'none', '--official', 'none', '--mirror', `${mirror.url}/${date}`, '--backfill', '0'],
        ...['--now', `${date}T${time}Z`, '--out', out, '--file-limit', String(FREE_PLAN_FILES)],
        ...(previous === undefined ? [] : ['--previous', previous]),
      ],
      signal,
    );
    previous = out;
    return upload(out, uploaded);
  };

  const { date } = recordedDay;
  const first = await publish(date, '06:17:00');
  report.row('the first publish uploads', megabytes(first.bytes), `${count(first.files)} files`);
  const unchanged = await publish(date, '07:17:00');
  report.limited('an hour later, with the same rates: files', unchanged.files, 1, count, megabytes(unchanged.bytes));
  // Nearly every file changes, because it contains the date.
  const next = await publish(dateOfDay(dayNumber(date) + 1), '06:17:00');
  report.limited('a new day uploads', next.bytes, 90e6, megabytes, `${count(next.files)} files`);
}

/** Counts a site's files that aren't uploaded yet, and marks them as uploaded. */
function upload(site: string, uploaded: Set<string>) {
  const total = { files: 0, bytes: 0 };
  // Control files aren't uploaded as files of the site, but as settings of the deployment.
  for (const { file, path } of filesBelow(site)) {
    if (controlFiles.some((name) => name === path)) continue;
    const body = readFileSync(file);
    const key = sha256(body) + extname(path);
    if (uploaded.has(key)) continue;
    uploaded.add(key);
    total.files++;
    total.bytes += body.length;
  }
  return total;
}
