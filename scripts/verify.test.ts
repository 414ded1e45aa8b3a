import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import packageJson from '../package.json' with { type: 'json' };
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import type { OfficialRates } from '../src/archive/official-rates.ts';
import { catalogue } from '../src/currencies/catalogue.ts';
import { commitOfCode } from '../src/operate/terminal/commit.ts';
import { kindOf } from '../src/site/check/compare-with-folder.ts';
import { listen } from '../src/site/serve/listen.ts';
import { startPreview } from '../src/site/serve/preview-server.ts';
import { compareChecksums } from '../src/site/check/compare-checksums.ts';
import { checksumLines, checksumOf, parseChecksums, sha256 } from '../src/site/checksums.ts';
import { logLineOf, type LogLine } from '../src/api/published/publish-log.ts';
import { readPublishLog } from '../src/site/read-publish-log.ts';
import type { Dataset } from '../src/sources/dataset.ts';
import { snapshotOf } from '../src/validation/snapshot-of.ts';
import { filesOf } from '../src/testing/sites/read-site.ts';
import { fewDays, writeSmallSite } from '../src/testing/sites/small-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { commandOf } from '../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

const root = dirname(import.meta.dirname);
const folder = temporaryFolder();
/** Two sites written by the command, and two small sites of one month, which take less time to verify. */
const [yesterday, site, smallBefore, small] = ['yesterday', 'site', 'small-before', 'small'].map((name) =>
  join(folder.path, name),
) as [string, string, string, string];
let mirror: LoopbackMirror;
let date = '2026-09-29';

const generateOptions = (out: string, now: string, ...args: string[]) => [
  ...['--out', out, '--now', now, '--file-limit', '5898', ...onlyMirror(mirror.url)],
  ...['--url', 'https://rates.example', '--contact', 'mailto:a@rates.example', ...args],
];
const generate = (...args: Parameters<typeof generateOptions>) => runScript('generate', generateOptions(...args));
const verify = (...args: string[]) => runScript('verify', args);
const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');

beforeAll(async () => {
  mirror = await startMirror((response) => {
    answers.json({ ...recorded, date })(response);
  });
  expect(await generate(yesterday, '2026-09-29T06:17:00.000Z')).toMatchObject({ code: 0 });
  date = '2026-09-30';
  expect(await generate(site, '2026-09-30T06:17:00.000Z', '--previous', yesterday)).toMatchObject({ code: 0 });
  const { days } = fewDays.archive;
  await writeSmall(smallBefore, days.slice(0, -1));
  await writeSmall(
    small,
    days,
    readPublishLog(['2026'], (path) => read(smallBefore, path)),
  );
});
afterAll(async () => {
  await mirror[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const ofBank = fewDays.official.get('ecb') ?? expect.fail('no official rates');
const { days: officialDays } = ofBank;
const correctedDay = officialDays[20] ?? expect.fail('too few official days');
/** Official rates with a corrected value, and with a day in doubt that waits for the next day. */
const doubted: OfficialRates = {
  ...ofBank,
  corrections: [
    {
      ...{ date: correctedDay.date, code: 'USD', old: 1.5, new: correctedDay.rates.get('USD') },
      at: '2026-04-13T16:17:00.000Z',
    },
  ],
  doubts: [{ date: '2026-04-14', reason: 'implausible', code: 'USD', value: 1e9, since: '2026-04-14' }],
  problem: { problem: 'its newest rates are from 2026-04-13', since: '2026-04-21T16:17:00.000Z' },
};

/** Writes a small site of these days. Its rates were retrieved on the morning of the last day. */
async function writeSmall(
  out: string,
  days: readonly Dataset[],
  publishLog: readonly LogLine[] = [],
  staleSince: string | null = null,
): Promise<void> {
  const archive = { ...fewDays.archive, days };
  const date = days.at(-1)?.date ?? '';
  const retrievedAt = `${date}T06:17:00.000Z`;
  await writeSmallSite(out, {
    ...fewDays,
    official: new Map([['ecb', doubted]]),
    ...{ archive, publishLog, version: packageJson.version, commit: commitOfCode(), catalogue },
    ...{ url: 'https://rates.example', contact: 'mailto:a@rates.example' },
    snapshot: snapshotOf(archive, {
      mirror: mirror.url,
      retrievedAt,
      checkedAt: staleSince ?? retrievedAt,
      staleSince,
    }),
    source: Buffer.from(JSON.stringify({ ...recorded, date })),
  });
}

/** Copies the small site, and changes the copy. */
function changedCopy(change: (copy: string) => void) {
  const copy = temporaryFolder();
  cpSync(small, copy.path, { recursive: true });
  change(copy.path);
  return copy;
}

/** Verifies a changed copy of the small site. */
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

describe('command generate (writes a site with checksums and a publish log)', () => {
  it('adds one entry to the publish log if there is a new dataset', () => {
    const before = read(yesterday, 'receipts/2026.jsonl');
    const after = read(site, 'receipts/2026.jsonl');
    expect(read(site, 'SHA256SUMS')).not.toBe(read(yesterday, 'SHA256SUMS'));
    expect(after.startsWith(before)).toBe(true);
    expect(after.split('\n')).toHaveLength(3);
    expect(JSON.parse(read(site, 'receipts/newest.json'))).toMatchObject({
      date: '2026-09-30',
      retrieved_at: '2026-09-30T06:17:00.000Z',
      source: { url: mirror.url, sha256: sha256(JSON.stringify({ ...recorded, date })) },
      counts: { ok: catalogue.length - 2, held: 0, accepted: 0, frozen: 1, omitted: 1 },
      settings: { url: 'https://rates.example', file_limit: 5898 },
      previous: sha256(before.trimEnd()),
    });
    expect(read(site, 'archive/source.json')).toBe(JSON.stringify({ ...recorded, date }));
  });

  it('writes SHA256SUMS with a checksum for every file except SHA256SUMS, api/v1/rates.json and the publish log', () => {
    const listed = new Set(parseChecksums(read(site, 'SHA256SUMS')).keys());
    expect(filesOf(site).filter((path) => !listed.has(path))).toEqual([
      'SHA256SUMS',
      'api/v1/rates.json',
      'receipts/2026.jsonl',
    ]);
  });

  it('starts a publish log with one entry if there is no previous site, and stores no copy of recorded rates', async () => {
    const preview = join(folder.path, 'preview');
    // The mirror's dataset is in the future, so it isn't used.
    expect(await generate(preview, '2026-09-28T08:17:00.000Z', '--recorded')).toMatchObject({ code: 0 });
    expect(read(preview, 'receipts/2026.jsonl').split('\n')).toHaveLength(2);
    expect(JSON.parse(read(preview, 'receipts/newest.json'))).toMatchObject({
      ...{ recorded: true, source: { sha256: null }, previous: null },
    });
    expect(filesOf(preview)).not.toContain('archive/source.json');
    expect((await verify(preview)).stdout).toContain(
      'Source: not compared, because the site has no copy of the newest dataset.\n',
    );
  });

  it('writes the same checksums in another folder, time zone, language and umask', async () => {
    const home = join(folder.path, 'b/c d');
    mkdirSync(home, { recursive: true });
    for (const path of ['src', 'scripts', 'public', 'package.json', 'tsconfig.json', 'LICENSE'])
      cpSync(join(root, path), join(home, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
    const out = join(home, 'out');
    const options = generateOptions(out, '2026-09-30T06:17:00.000Z', '--previous', yesterday);
    const [node, args] = commandOf('generate', options);
    const line = ['-c', 'umask 077; exec "$@"', 'sh', node, ...args.map((arg) => arg.replace(root, home))];
    const env = { ...process.env, TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
    const child = spawn('sh', line, { cwd: home, stdio: 'ignore', env });
    expect(await once(child, 'exit')).toEqual([0, null]);
    // The copy isn't a repository, so its publish log has no commit. All other files are the same.
    const [ours, other] = [site, out].map((dir) => JSON.parse(read(dir, 'receipts/newest.json')) as object);
    expect(other).not.toHaveProperty('commit');
    expect(other).toEqual({ ...ours, commit: undefined });
    const sums = [site, out].map((dir) => read(dir, 'SHA256SUMS').replace(/^.* {2}receipts\/newest\.json\n/m, ''));
    expect(sums[1]).toBe(sums[0]);
  });
});

describe('command verify (rebuilds a site and compares every file)', () => {
  it('confirms a valid site in a folder', async () => {
    const { code, stdout, stderr } = await verify(site);
    expect({ code, stderr: stderr.replaceAll(/^Rebuilt \d+% of \d+ files\.\n/gm, '') }).toEqual({
      code: 0,
      stderr: '',
    });
    expect(stdout).toContain(`${site}: rates of 2026-09-30, made by version `);
    expect(stdout).toContain('Publish log: 2 entries, since 2026-09-29, each linked to the previous entry.\n');
    expect(stdout).toContain(`Source: archive/source.json, as fetched from ${mirror.url}.\n`);
    expect(stdout).toMatch(/^Rebuilt: \d{4} files, 0 of them differ\.$/m);
    expect(stdout).toMatch(/^Verified: /m);
  });

  it.each(['receipts/2026.jsonl', 'SHA256SUMS'])('detects a changed byte in the site’s file %s', async (path) => {
    const { code, stderr } = await verifyChanged((copy) => {
      changeByte(join(copy, path));
    });
    expect(code, stderr).toBe(1);
    expect(stderr).toContain(path);
  });

  it('detects a changed file, an added file and a symbolic link even if SHA256SUMS doesn’t list them', async () => {
    const { code, stderr } = await verifyChanged((copy) => {
      changeByte(join(copy, 'api/v1/rates.json'));
      writeFileSync(join(copy, 'receipts/2031.jsonl'), 'lies');
      symlinkSync('/etc/passwd', join(copy, 'more.txt'));
    });
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('api/v1/rates.json: ');
    expect(stderr).toContain("receipts/2031.jsonl: isn't in api/v1/archive.json\n");
    expect(stderr).toContain('more.txt: is neither a file nor a folder\n');
  });

  // The other tests show that the command reports these problems.
  it('detects a changed byte in each kind of file', async () => {
    const kinds = Map.groupBy(filesOf(small), kindOf);
    const listed = parseChecksums(read(small, 'SHA256SUMS'));
    const changed = Array.from(kinds.values(), (paths) => paths.at(-1) ?? '').filter(
      (path) => listed.has(path) && statSync(join(small, path)).size > 0,
    );
    expect(changed).toEqual(
      expect.arrayContaining([
        ...['_worker.js', 'social.png', 'api/404.html', 'sitemap.xml', 'api/v1/status.json', 'api/v1/archive.json'],
        ...['archive/evidence.csv', 'archive/source.json', 'receipts/newest.json', '.well-known/security.txt'],
      ]),
    );
    expect(changed.length).toBeGreaterThan(40);
    await using copy = changedCopy((path) => {
      for (const file of changed) changeByte(join(path, file));
    });
    const problems = await compareChecksums(copy.path, listed);
    expect(problems.map(({ path }) => path).sort()).toEqual(changed.sort());
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

  it('detects stale rates that are marked as current', async () => {
    const old = join(folder.path, 'old-rates');
    await writeSmall(old, fewDays.archive.days, [], '2026-10-08T06:17:00.000Z');
    expect(await verify(old)).toMatchObject({ code: 0 });
    const path = join(old, 'api/v1/rates.json');
    const lie = readFileSync(path, 'utf8').replace(
      /"stale":true,"stale_reason":"[^"]+"/,
      '"stale":false,"stale_reason":null',
    );
    expect(lie).toContain('"stale":false');
    writeFileSync(path, lie);
    const { code, stderr } = await verify(old);
    expect(code).toBe(1);
    expect(stderr).toContain('api/v1/rates.json: has stale false, but api/v1/status.json says otherwise');
  });

  it('doesn’t start to rebuild a site if the site’s own settings would produce more files than it has', async () => {
    const { code, stderr } = await verifyChanged((copy) => {
      restate(copy, (newest) => newest.replace(/"file_limit":\d+/, '"file_limit":null'));
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /can't be rebuilt: with its settings, this code makes 14\d{4} files, but the site has 1\d{3}\.$/m,
    );
    expect(stderr).not.toContain('Rebuilt ');
  });

  it('prints only the first 20 problems and a summary if it finds 200,000 problems', async () => {
    const { code, stderr } = await verifyChanged((copy) => {
      const more = Array.from({ length: 200_000 }, (_, index) => `${sha256('')}  x/${index}\n`);
      writeFileSync(join(copy, 'SHA256SUMS'), read(copy, 'SHA256SUMS') + more.join(''));
    });
    expect(code).toBe(1);
    expect(stderr).toContain('x/7: is missing\nx/8: is missing\n');
    expect(stderr).toMatch(/^And 199980 more\.$/m);
    expect(stderr.trimEnd().split('\n')).toHaveLength(22);
  });

  it('checks a site from the start again if the site is published again during the check', async () => {
    await using before = await startPreview(smallBefore, 0);
    await using after = await startPreview(small, 0);
    // The site is published again after four responses, while the command reads the files to rebuild it from.
    let answered = 0;
    const live = createServer((request, response) => {
      const from = answered++ < 4 ? before.url : after.url;
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
    expect(stdout).toMatch(
      /\nVerified: .* Compared: \d+ of \d+ files, \d+ of \d+ rewritten paths, \d+ Function requests, \d+ headers\.\n$/,
    );
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

  it('detects a served file that doesn’t match SHA256SUMS', async () => {
    await using copy = changedCopy((path) => {
      changeByte(join(path, 'archive/faults.csv'));
    });
    await using preview = await startPreview(copy.path, 0);
    const { code, stderr } = await verify(preview.url, '--patience', '1');
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('They are requested again in 1 s.');
    expect(stderr).toContain('/archive/faults.csv: has another body than the rebuilt site\n');
    expect(stderr).toMatch(/^Not verified: .* Compared: \d+ of \d+ files, /m);
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

describe('command deploy --check (checks a site, but doesn’t upload it)', () => {
  it('rejects a site whose publish log is broken or lacks an entry of the previous site’s log', async () => {
    const check = (dir: string, ...args: string[]) => runScript('deploy', ['--check', '--dir', dir, ...args]);
    expect(await check(small, '--previous', smallBefore)).toMatchObject({ code: 0 });
    const { code, stderr } = await check(smallBefore, '--previous', small);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'receipts/2026.jsonl: lacks or changes 1 entries of the publish log, the first of 2026-09-29. Write the site again with --previous\n',
    );

    const log = read(small, 'receipts/2026.jsonl');
    writeFileSync(join(small, 'receipts/2026.jsonl'), log.replace(/"ok":\d+/, '"ok":1'));
    const broken = await check(small);
    writeFileSync(join(small, 'receipts/2026.jsonl'), log);
    expect(broken.stderr).toContain('receipts/2026.jsonl: line 2 does not follow the previous line\n');
  });
});
