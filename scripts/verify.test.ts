import type { Instant } from '../src/money/calendar.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import packageJson from '../package.json' with { type: 'json' };
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import type { OfficialRates } from '../src/archive/official-rates.ts';
import { catalogue } from '../src/money/currencies/catalogue.ts';
import { commitOfCode } from '../src/operate/terminal/commit.ts';
import { listen } from '../src/site/serve/listen.ts';
import { startPreview } from '../src/site/serve/preview-server.ts';
import { checksumLines, checksumOf, parseChecksums, sha256 } from '../src/site/checksums.ts';
import { proofPaths } from '../src/api/paths.ts';
import { logLineOf } from '../src/api/query/publish-log.ts';
import { readPublishLog } from '../src/site/read-publish-log.ts';
import type { Dataset } from '../src/download/dataset.ts';
import { snapshotOf } from '../src/validation/snapshot/snapshot.ts';
import { fewPairs, recordedDays, recordedOfficial, writeSmallSite } from '../src/testing/sites/small-site.ts';
import type { WriteSiteInput } from '../src/site/write/write-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { commandOf } from '../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

const root = dirname(import.meta.dirname);
const folder = temporaryFolder();
/** The sites of two consecutive days. They have few days, so that a rebuild takes little time. */
const [before, site] = ['before', 'site'].map((name) => join(folder.path, name)) as [string, string];
/** The days of the fixed requests, and the newest. */
const days = recordedDays.days.filter(({ date }) => /^2025-0[1-6]|^2026-09/.test(date));
let mirror: LoopbackMirror;

const verify = (...args: string[]) => runScript('verify', args);
const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');

beforeAll(async () => {
  mirror = await startMirror(answers.json(recorded));
  await write(before, days.slice(0, -1), { source: undefined });
  await write(site, days, {
    publishLog: readPublishLog(new Map([['2026', read(before, proofPaths.publishLogYear('2026'))]])),
  });
});
afterAll(async () => {
  await mirror[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const ofBank = recordedOfficial.get('ecb') ?? expect.fail('no official rates');
const { days: officialDays } = ofBank;
const correctedDay = officialDays[20] ?? expect.fail('too few official days');
/** Official rates with a corrected value, a late value, and with a day in doubt that waits for the next day. */
const doubted: OfficialRates = {
  ...ofBank,
  corrections: [
    {
      ...{ date: correctedDay.date, code: 'USD', old: 1.5, new: correctedDay.rates.get('USD') ?? null },
      at: '2026-04-13T16:17:00.000Z',
    },
    {
      ...{ date: correctedDay.date, code: 'JPY', old: null, new: correctedDay.rates.get('JPY') ?? null },
      at: '2026-04-13T16:17:00.000Z',
    },
  ],
  doubts: [{ date: '2026-04-14', reason: 'implausible', code: 'USD', value: 1e9, since: '2026-04-14' }],
  problem: 'its newest rates are from 2026-04-13',
  problem_since: '2026-04-21T16:17:00.000Z',
};

/** Writes a site of these days. Its rates were retrieved on the morning of the last day. */
async function write(out: string, days: readonly Dataset[], changes: Partial<WriteSiteInput>): Promise<void> {
  const archive = { days, gaps: [], comparisons: [] };
  const date = days.at(-1)?.date ?? '';
  const retrieved_at = `${date}T06:17:00.000Z` as Instant;
  await writeSmallSite(out, {
    ...{ archive, version: packageJson.version, commit: commitOfCode(), catalogue, fileLimit: fewPairs },
    ...{ url: 'https://rates.example', contact: 'mailto:a@rates.example', official: new Map([['ecb', doubted]]) },
    snapshot: snapshotOf(archive, {
      mirror: mirror.url,
      retrieved_at: retrieved_at,
      checked_at: retrieved_at,
      stale_since: null,
    }),
    source: Buffer.from(JSON.stringify({ ...recorded, date })),
    ...changes,
  });
}

/** Copies the site, and changes the copy. */
function changedCopy(change: (copy: string) => void) {
  const copy = temporaryFolder();
  cpSync(site, copy.path, { recursive: true });
  change(copy.path);
  return copy;
}

/** Verifies a changed copy of the site. */
async function verifyChanged(change: (copy: string) => void) {
  await using copy = changedCopy(change);
  return await verify(copy.path);
}

/** Changes one byte of a file: the first digit in its second half. If that half has no digit, the middle byte. */
function changeByte(file: string): void {
  const bytes = readFileSync(file);
  const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
  const middle = bytes.length >> 1;
  const index = Math.max(
    bytes.findIndex((byte, at) => at >= middle && isDigit(byte)),
    middle,
  );
  const byte = bytes[index] ?? 0;
  bytes[index] = isDigit(byte) ? 0x30 + ((byte - 0x30 + 1) % 10) : byte ^ 1;
  writeFileSync(file, bytes);
}

/** Changes a copy's newest entry of the publish log, and makes the checksums and the log match the changed copy. */
function restate(copy: string, change: (newest: string) => string): void {
  const newest = change(read(copy, 'receipts/newest.json'));
  writeFileSync(join(copy, 'receipts/newest.json'), newest);
  const listed = parseChecksums(read(copy, 'SHA256SUMS')).keys();
  const checksums = checksumLines(Array.from(listed, (path) => checksumOf(path, readFileSync(join(copy, path)))));
  writeFileSync(join(copy, 'SHA256SUMS'), checksums);
  const [first = ''] = read(copy, 'receipts/2026.jsonl').split('\n');
  writeFileSync(join(copy, 'receipts/2026.jsonl'), `${first}\n${logLineOf(newest, sha256(checksums))}\n`);
}

describe('command generate (writes a site that can be rebuilt)', () => {
  it('writes the same checksums in another folder, time zone, language and umask', async () => {
    const home = join(folder.path, 'b/c d');
    mkdirSync(home, { recursive: true });
    for (const path of ['src', 'scripts', 'public', 'package.json', 'tsconfig.json', 'LICENSE'])
      cpSync(join(root, path), join(home, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
    const [here, there] = [join(folder.path, 'here'), join(home, 'out')];
    const options = (out: string) => [
      ...['--out', out, '--now', '2026-09-30T06:17:00.000Z', '--file-limit', '6072', ...onlyMirror(mirror.url)],
      ...['--url', 'https://rates.example', '--contact', 'mailto:a@rates.example'],
    ];
    expect(await runScript('generate', options(here))).toMatchObject({ code: 0 });
    const [node, args] = commandOf('generate', options(there));
    const line = ['-c', 'umask 077; exec "$@"', 'sh', node, ...args.map((arg) => arg.replace(root, home))];
    const env = { ...process.env, TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
    const child = spawn('sh', line, { cwd: home, stdio: 'ignore', env });
    expect(await once(child, 'exit')).toEqual([0, null]);
    // The copy isn't a repository, so its publish log has no commit. All other files are the same.
    const [ours, other] = [here, there].map((dir) => JSON.parse(read(dir, 'receipts/newest.json')) as object);
    expect(other).not.toHaveProperty('commit');
    expect(other).toEqual({ ...ours, commit: undefined });
    const sums = [here, there].map((dir) => read(dir, 'SHA256SUMS').replace(/^.* {2}receipts\/newest\.json\n/m, ''));
    expect(sums[1]).toBe(sums[0]);
  });
});

describe('command verify (compares every file of a site, and rebuilds it)', () => {
  it('confirms a valid site in a folder', async () => {
    const { code, stdout, stderr } = await verify(site);
    expect({ code, stderr: stderr.replaceAll(/^(?:Read|Rebuilt) \d+% of \d+ files\.\n/gm, '') }).toEqual({
      code: 0,
      stderr: '',
    });
    expect(stdout).toContain(`${site}: rates of 2026-09-29, made by version `);
    expect(stdout).toContain('Publish log: 2 entries, since 2026-09-28, each linked to the previous entry.\n');
    expect(stdout).toContain(`Source: archive/source.json, as fetched from ${mirror.url}.\n`);
    expect(stdout).toMatch(/^Rebuilt: \d+ files, 0 of them differ\.$/m);
    expect(stdout).toMatch(/^Verified: .* Compared: all files\.$/m);
  });

  it.each(['receipts/2026.jsonl', 'SHA256SUMS'])('detects a changed byte in the site’s file %s', async (path) => {
    const { code, stderr } = await verifyChanged((copy) => {
      changeByte(join(copy, path));
    });
    expect(code, stderr).toBe(1);
    expect(stderr).toContain(path);
  });

  it('prints which commit to check out if another version of Ratesheet built the site', async () => {
    const { code, stderr } = await verifyChanged((copy) => {
      changeByte(join(copy, 'api/rates/usd-to-eur.json'));
      restate(copy, (newest) =>
        newest.replace(/"version":.*?"counts"/, '"version":"9.9.9","commit":"0123456789abcdef","counts"'),
      );
    });
    expect(code).toBe(1);
    expect(stderr).toContain('api/rates/usd-to-eur.json: differs when rebuilt\n');
    expect(stderr).toMatch(
      /^Not verified: the site says it was made by version 9\.9\.9, commit 0123456789abcdef, but this is version /m,
    );
    expect(stderr).toContain('git checkout 0123456789abcdef && npm ci\n');
  });

  it('doesn’t start to rebuild a site if the site’s own settings would produce more files than it has', async () => {
    const { code, stderr } = await verifyChanged((copy) => {
      restate(copy, (newest) => newest.replace(/"file_limit":\d+/, '"file_limit":null'));
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/can't be rebuilt: with its settings, this code makes \d+ files, but the site has \d+\.$/m);
    expect(stderr).not.toContain('Rebuilt ');
  });

  it('prints only the first 20 problems and a summary if it finds 200,000 problems', async () => {
    const { code, stderr } = await verifyChanged((copy) => {
      const more = Array.from({ length: 200_000 }, (_, index) => `${sha256('')}  x/${index}\n`);
      writeFileSync(join(copy, 'SHA256SUMS'), read(copy, 'SHA256SUMS') + more.join(''));
    });
    expect(code).toBe(1);
    expect(stderr).toContain('x/7: is missing\nx/8: is missing\n');
    expect(stderr).toMatch(/^And 199981 more\.$/m);
    expect(stderr.trimEnd().split('\n')).toHaveLength(22);
  });

  it('checks a site from the start again if the site is published again during the check', async () => {
    await using old = await startPreview(before, 0);
    await using after = await startPreview(site, 0);
    // The site is published again after four responses, while the command reads the files to rebuild it from.
    let answered = 0;
    const live = createServer((request, response) => {
      const from = answered++ < 4 ? old.url : after.url;
      const { method, headers, url = '' } = request;
      httpRequest(from + url, { method, headers }, (answer) => {
        answer.pipe(response.writeHead(answer.statusCode ?? NaN, answer.headers));
      }).end();
    });
    await using server = await listen(live);
    const { code, stdout, stderr } = await verify(server.url, '--patience', '0');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('was published again during the check');
    expect(stdout).toContain('rates of 2026-09-29');
    expect(stdout).toMatch(/\nVerified: .* Compared: all files, and \d+ responses\.\n$/);
  });

  it('ends without a pause and prints one error line if a site can’t be read', async () => {
    await using server = await startMirror(answers.status(404));
    await using empty = temporaryFolder();
    for (const [site, reason] of [
      ['http://127.0.0.1:1', 'no server listens at 127.0.0.1:1 (ECONNREFUSED)'],
      [server.url, 'responded with status 404'],
      [empty.path, 'is missing. Check that this is a Ratesheet site of a version with a publish log.'],
    ] as const) {
      const { code, stdout, stderr } = await verify(site);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^\S+ cannot be verified: SHA256SUMS: [^\n]+\n$/);
      expect(stderr).toContain(reason);
    }
  });

  it('detects a wrong file and a wrong header of a served site, and requests them again after a pause', async () => {
    await using copy = changedCopy((path) => {
      changeByte(join(path, 'archive/faults.csv'));
      const headers = read(path, '_headers');
      writeFileSync(join(path, '_headers'), headers.replaceAll(/^ {2}Permissions-Policy: .*\n/gm, ''));
    });
    await using preview = await startPreview(copy.path, 0);
    const { code, stdout, stderr } = await verify(preview.url, '--patience', '1');
    expect(code, stderr).toBe(1);
    expect(stdout).toContain('Rebuilt: ');
    expect(stderr.match(/^Some responses are wrong\. They are requested again in 1 s\.$/gm)).toHaveLength(1);
    expect(stderr).toContain("archive/faults.csv: doesn't match SHA256SUMS\n");
    expect(stderr).toContain('/docs/: lacks the header permissions-policy: ');
    expect(stderr).toMatch(/^Not verified: .* Compared: all files, and \d+ responses\.$/m);
  });

  it.each<[string, string[], string]>([
    ['without a site', [], 'Name one http(s) URL'],
    ['with a URL that contains a password', ['https://user:pass@rates.example'], 'Leave user name and password out'],
  ])('exits with status 2 and prints one error line if it is called %s', async (_, args, message) => {
    const { code, stderr } = await verify(...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
