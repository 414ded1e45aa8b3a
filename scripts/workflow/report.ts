/**
 * The publish workflow runs this script after each publish. The script keeps the issue that lists what needs attention,
 * notifies a heartbeat service and writes the run's summary. It needs no package, so it works even if installing
 * packages fails.
 */

import { instantAt } from '../../src/money/calendar.ts';
import { askGitHub, setting, summarize } from '../../src/operate/github/github.ts';
import { notifyHeartbeat } from '../../src/operate/report/heartbeat.ts';
import { type Item, kindsOfRates, type Kind } from '../../src/operate/report/items.ts';
import { keepIssue } from '../../src/operate/report/keep-issue.ts';
import { readStatus, siteUrl } from '../../src/operate/report/live-status.ts';
import {
  backupItems,
  failingItems,
  functionItems,
  gateItems,
  mirrorItems,
  type Repository,
  scheduleItems,
} from '../../src/operate/report/operation-items.ts';
import { isStale, rateItems } from '../../src/operate/report/rate-items.ts';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';

await runCommand(async (signal) => {
  const {
    COMMIT = '',
    FAILURE = '',
    FUNCTION = '',
    HEARTBEAT_URL,
    LIVE = '',
    MIRROR_OUTCOME = '',
    NEWEST = '',
  } = process.env;
  const outcome = setting('OUTCOME');
  const isPublished = outcome === 'success';
  const now = instantAt(Date.now());
  const problems: string[] = [];
  /** Does work that must not stop the other work. Returns undefined if it fails. */
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      problems.push(...error.lines);
      return undefined;
    }
  };

  if (isPublished) summarize('Published.');
  const live = isPublished || LIVE !== '' ? ((await attempt(() => siteUrl(LIVE))) ?? null) : null;
  // A failed publish leaves the live site as it was.
  const status = isPublished && live !== null ? await attempt(() => readStatus(live, signal)) : undefined;
  // A run replaced by a newer one is neither a success nor a failure.
  if (HEARTBEAT_URL && ['success', 'failure'].includes(outcome)) {
    await notifyHeartbeat(status !== undefined && !isStale(status.stale_since, now), HEARTBEAT_URL, signal);
  }
  const repository = await attempt(async () => (await askGitHub(signal, 'GET', '')) as Repository);
  if (repository) {
    const found: readonly (readonly [kinds: readonly Kind[], items: readonly Item[] | undefined])[] = [
      [['failing'], await attempt(() => failingItems(signal, outcome, FAILURE))],
      [['gate'], await attempt(() => gateItems(signal, COMMIT, NEWEST))],
      [kindsOfRates, status && rateItems(status, now)],
      [['function'], isPublished ? functionItems(FUNCTION) : undefined],
      // A failed publish has nothing to mirror.
      [['mirror'], isPublished ? await attempt(() => mirrorItems(signal, MIRROR_OUTCOME)) : undefined],
      [['backup'], await attempt(() => backupItems(signal))],
      [['schedule'], scheduleItems(repository)],
    ];
    const url = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}`;
    await attempt(() =>
      keepIssue(signal, {
        items: found.flatMap(([, items]) => items ?? []),
        unknown: new Set(found.flatMap(([kinds, items]) => (items ? [] : kinds))),
        url,
        run: `${url}/actions/runs/${setting('GITHUB_RUN_ID')}`,
        live,
        hasIssues: repository.has_issues,
      }),
    );
  }
  if (problems.length > 0) throw new CommandError(...problems);
});
