import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ArchiveIndex, archiveIndexSchema } from '../src/api/documents/archive-index.ts';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { readJson } from '../src/testing/sites/read-site.ts';
import { recordedDays } from '../src/testing/sites/small-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

const known = new Set([...recordedDays.days.map(({ date }) => date), ...recordedDays.gaps]);
const dateIn = (url = '') => /\d{4}-\d\d-\d\d/.exec(url)?.[0] ?? '';
const neverWas = (date: string) => /(02|04|06|08|10|12)-20$/.test(date);
const indexOf = (site: string): ArchiveIndex => archiveIndexSchema.parse(readJson(site, 'api/v1/archive.json'));

describe('command generate --backfill (downloads past days)', () => {
  it('retries failed downloads in the next run', async () => {
    await using folder = temporaryFolder();
    await using today = await startMirror(answers.json(recorded));
    let isDown = true;
    const asked: string[] = [];
    await using dated = await startMirror((response, { url }) => {
      const date = dateIn(url);
      asked.push(date);
      const day = Number(date.slice(-2));
      // While the mirror is down, every third day fails, in one of three ways. The 20th of even months has no dataset.
      if (neverWas(date) || date > recorded.date) answers.status(404)(response);
      else if (isDown && day % 9 === 0) answers.status(500)(response);
      else if (isDown && day % 9 === 3) answers.drop(response);
      else if (isDown && day % 9 === 6) answers.text('<!doctype html>')(response);
      else answers.json({ date, usd: recorded.usd })(response);
    });
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
    const generate = (out: string, hour: number, ...args: string[]) =>
      runScript('generate', [
        ...['--out', out, '--now', `2026-09-30T0${hour}:17:00Z`, '--file-limit', '5268', ...onlyMirror(today.url)],
        ...['--backfill', '150', '--dated-mirror', `${dated.url}/{date}`, ...args],
      ]);

    const begun = await generate(first, 6);
    expect(begun.code, begun.stderr).toBe(0);
    const line = /^Past days: 150 fetched, from (\S+) to 2026-\S+, (\d+) don't exist, (\d+) still missing/m.exec(
      begun.stdout,
    );
    const [from = '', gaps, left] = line?.slice(1) ?? expect.fail(begun.stdout);
    expect(indexOf(first)).toMatchObject({ days: 203 + 150 });
    expect(indexOf(first).gaps).toHaveLength(recordedDays.gaps.length + Number(gaps));
    expect(indexOf(first).missing).toHaveLength(Number(left));
    // Only a mirror's first failure is printed. The summary has the number of similar failures.
    expect(begun.stderr.split('\n').filter((line) => line.startsWith(dated.url))).toHaveLength(1);
    expect(begun.stdout).toMatch(/\(\d{2,} similar failures not shown\)/);
    expect(begun.stderr).toContain('Fetched 100% of 150 days.');
    // The newest day is requested first. The order of the other days varies, because several requests run at once.
    expect(asked[0]).toBe('2026-08-08');
    expect(asked.filter((date) => known.has(date))).toEqual([]);

    isDown = false;
    asked.length = 0;
    const gone = await generate(second, 7, '--previous', first);
    expect(gone.code, gone.stderr).toBe(0);
    // The second run requests each missing day once, the days that failed before and days before them.
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((date) => date > from)).not.toEqual([]);
    expect(asked.some((date) => date < from)).toBe(true);
    expect(asked.filter((date) => date > from && neverWas(date))).toEqual([]);
    expect(indexOf(second)).toMatchObject({ days: 203 + 300, last: '2026-09-29' });
    expect(indexOf(second).missing.filter((date) => date > from)).toEqual([]);
  }, 120_000);

  it('stops sending requests to a mirror that is down', async () => {
    await using folder = temporaryFolder();
    await using today = await startMirror(answers.json(recorded));
    await using down = await startMirror(answers.drop);
    const out = join(folder.path, 'site');
    const options = [...onlyMirror(today.url), '--file-limit', '5068', '--now', '2026-09-30T06:17:00Z'];
    const backfill = ['--backfill', 'all', '--dated-mirror', `${down.url}/{date}`];
    const { code, stdout } = await runScript('generate', ['--out', out, ...options, ...backfill]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Past days: 0 fetched, 737 still missing /m);
    expect(down.requests()).toBeLessThan(50);
    expect(indexOf(out)).toMatchObject({ days: 203 });
  });
});
