import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveIndexSchema } from '../src/api/documents/archive-index.ts';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { readJson } from '../src/testing/sites/read-site.ts';
import { fewPairs, recordedDays } from '../src/testing/sites/small-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

// The tests of fetchPastDays cover which days are requested, and that the next run requests the missing days again.
it('command generate --backfill (downloads past days) > archives the days that arrive, and prints how many fail', async () => {
  await using folder = temporaryFolder();
  await using today = await startMirror(answers.json(recorded));
  await using dated = await startMirror((response, { url = '' }) => {
    const date = url.slice(1);
    const day = Number(date.slice(-2));
    // Every third day fails, in one of three ways. The 20th of even months has no dataset.
    if (/(02|04|06|08|10|12)-20$/.test(date) || date > recorded.date) answers.status(404)(response);
    else if (day % 9 === 0) answers.status(500)(response);
    else if (day % 9 === 3) answers.drop(response);
    else if (day % 9 === 6) answers.text('<!doctype html>')(response);
    else answers.json({ date, usd: recorded.usd })(response);
  });
  const site = join(folder.path, 'site');
  const { code, stdout, stderr } = await runScript('generate', [
    ...['--out', site, '--now', '2026-09-30T06:17:00Z', '--file-limit', String(fewPairs), ...onlyMirror(today.url)],
    ...['--backfill', '40', '--dated-mirror', `${new URL(dated.url).origin}/{date}`],
  ]);
  expect(code, stderr).toBe(0);
  const line =
    /^Past days: 40 fetched, from \S+ to 2026-\S+, (\d+) still missing.* \(\d+ similar failures not shown\)/m;
  const missing = Number(line.exec(stdout)?.[1] ?? expect.fail(stdout));
  const index = archiveIndexSchema.parse(readJson(site, 'api/v1/archive.json'));
  expect([index.days, index.gaps.length, index.missing.length]).toEqual([
    recordedDays.days.length + 40,
    recordedDays.gaps.length,
    missing,
  ]);
  // Only a mirror's first failure is printed.
  expect(stderr.split('\n').filter((line) => line.startsWith(new URL(dated.url).origin))).toHaveLength(1);
  expect(stderr).toContain('Fetched 100% of 40 days.');
});
