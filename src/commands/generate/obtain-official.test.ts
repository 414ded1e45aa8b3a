import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { buildStatus } from '../../api/documents/status.ts';
import { paths } from '../../api/format/paths.ts';
import { readSiteData } from '../../site/site-data.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { recordedDay, recordedDays, recordedOfficial } from '../../testing/sites/small-site.ts';
import { previousFiles, writeFiles } from '../../testing/sites/previous-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { FileError } from '../../text/site-problem.ts';
import { obtainOfficial } from './obtain-official.ts';

const now = '2026-09-30T06:17:00.000Z';
let stderr: MockInstance<typeof process.stderr.write>;
beforeEach(() => {
  stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  stderr.mockRestore();
});

it('previously published official rates > remain if the European Central Bank responds with status 404', async () => {
  await using folder = temporaryFolder();
  await using bank = await startMirror(answers.status(404));
  writeFiles(folder.path, previousFiles(recordedDay, recordedDays));
  const read = () => readSiteData(new SiteFiles(folder.path, {}));
  const options = { official: bank.url, market: [], recorded: false };
  const first = await obtainOfficial(await read(), { ...options, now });
  expect(first).toEqual({ ...recordedOfficial, problem: { problem: 'responded with status 404', since: now } });
  expect(stderr.mock.calls).toEqual([
    [
      "No newer official rates. The European Central Bank's file: responded with status 404. The rates up to 2026-04-13 stay.\n",
    ],
  ]);
  expect(buildStatus(recordedDay, 203, first).official).toEqual({
    rate_as_of: '2026-04-13',
    problem: 'responded with status 404',
    problem_since: now,
    doubts: [],
    corrections: { count: 0, newest: [] },
  });

  writeFiles(folder.path, previousFiles(recordedDay, recordedDays, first));
  const later = '2026-09-30T07:17:00.000Z';
  expect(await obtainOfficial(await read(), { ...options, now: later })).toEqual(first);
  expect(await obtainOfficial(await read(), { ...options, official: null, now: later })).toEqual(first);
});

it.each([
  [
    'a year’s file has an invalid number',
    paths.officialYear('2025'),
    '2025-06-03,',
    '2025-06-03,x',
    paths.officialYear('2025'),
  ],
  ['a year’s file lacks a day', paths.officialYear('2025'), /2025-06-03.*\n/, '', paths.officialYear('2025')],
  [
    'the archive’s index states a different first day than the files of rates have',
    paths.archive,
    '"official":{"first":"2024-01-02"',
    '"official":{"first":"2024-01-03"',
    paths.archive,
  ],
  ['the archive’s index doesn’t list official rates', paths.archive, '"official":{', '"others":{', paths.status],
  [
    'the status file states a different last day than the files of rates have',
    paths.status,
    '"official":{"rate_as_of":"2026-04-13"',
    '"official":{"rate_as_of":"2026-04-14"',
    paths.status,
  ],
])('previously published official rates > are rejected if %s', async (_, path, from, to, named) => {
  await using folder = temporaryFolder();
  const files = previousFiles(recordedDay, recordedDays);
  const text = files.get(path) ?? expect.fail(path);
  expect(text.replace(from, to)).not.toBe(text);
  writeFiles(folder.path, files.set(path, text.replace(from, to)));
  const error: unknown = await readSiteData(new SiteFiles(join(folder.path), {})).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(FileError);
  expect((error as FileError).path).toBe(named);
});
