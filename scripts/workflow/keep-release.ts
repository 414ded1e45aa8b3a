/**
 * Run by the publish workflow in the first days of a month, and by hand. Keeps what a site is begun anew from, as it is
 * live, as a release: that of the month that is over, or by hand of the day. One that is there is never changed. Needs no
 * package, as it may write to the repository.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { attestationsOf } from '../../src/commands/github/attestations.ts';
import { CommandError, runCommand, StoppedError } from '../../src/commands/terminal/command.ts';
import { AUTHOR, setting, summarize } from '../../src/commands/github/github.ts';
import { fetchKeptFiles, type KeptFiles } from '../../src/commands/github/kept-files.ts';
import { makeRelease, releasesOf } from '../../src/commands/github/release.ts';
import { checksumLines, checksumOf } from '../../src/site/checksums.ts';

await runCommand(async (signal) => {
  const { tag, since } = whatToKeep(new Date());
  const releases = await releasesOf(tag, signal);
  const published = releases.find(({ draft }) => !draft);
  if (published) {
    summarize(`Kept already: ${published.html_url}`);
    return;
  }
  const kept = await fetchKeptFiles(setting('LIVE'), signal);
  const states = kept.receipts.filter(({ date }, index) => date >= since || index === kept.receipts.length - 1);
  const bundles = await attestationsOf(new Set(states.map(({ sha256sums }) => sha256sums)), signal);
  const assets = new Map([[`${tag}.tar.gz`, pack(tag, kept)]]);
  if (bundles.length > 0) assets.set('attestations.jsonl', Buffer.from(bundles.map((line) => `${line}\n`).join('')));
  const sums = checksumLines(Array.from(assets, ([name, bytes]) => checksumOf(name, bytes)));
  assets.set(`${tag}.sha256`, Buffer.from(sums));
  const drafts = releases.filter(({ author }) => author.login === AUTHOR);
  const counts = `receipts: ${kept.receipts.length}, attestations by GitHub: ${bundles.length}`;
  const release = { tag, body: bodyOf(kept.asOf, counts, sums), assets };
  const page = await makeRelease(release, drafts, signal).catch((error: unknown) => {
    throw signal.aborted ? new StoppedError('Stopped. What is left of the release, the next run begins anew.') : error;
  });
  summarize(`Kept: the archive up to ${kept.asOf}; ${counts}. ${page}`);
});

/**
 * The month that is over, as its last days may have come late; by hand the day. And from which day on the attestations are
 * kept with it: a month more than that, for what came after the release before, or should there have been none.
 */
function whatToKeep(now: Date): { tag: string; since: string } {
  const today = now.toISOString().slice(0, 10);
  const month = monthBefore(now, 1);
  const isByHand = setting('GITHUB_EVENT_NAME') === 'workflow_dispatch';
  return { tag: `archive-${isByHand ? today : month}`, since: `${monthBefore(now, 2)}-01` };
}

/** `YYYY-MM` */
function monthBefore(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7);
}

/** The files in a folder of that name, packed: the same bytes for the same files. */
function pack(name: string, { files, asOf }: KeptFiles): Buffer {
  const temporary = mkdtempSync(join(tmpdir(), 'ratesheet-keep-'));
  try {
    for (const [path, bytes] of files) {
      const file = join(temporary, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    // As https://reproducible-builds.org/docs/archives/ has it.
    const same = [
      '--sort=name',
      `--mtime=${asOf} 00:00Z`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=go=rX,u+rw',
    ];
    const options = ['--create', '--format=ustar', ...same, '--directory', temporary, name];
    const { status, stdout, stderr, error } = spawnSync('tar', options, { maxBuffer: Infinity });
    if (error ?? status !== 0) throw new CommandError(`tar: ${error?.message ?? stderr.toString()}`);
    return gzipSync(stdout, { level: 9 });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** What a release says of itself. */
function bodyOf(asOf: string, counts: string, sums: string): string {
  const guide = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}/blob/HEAD/.github/HOSTING.md#later`;
  return `The archive up to ${asOf}, its evidence and its receipts, as they were live: [what a site is begun anew from](${guide}).

Kept: ${counts}. SHA-256:

${sums.replaceAll(/^(?=.)/gm, '    ')}`;
}
