import { runsOf, setting, summarize, WORKFLOW } from '../github/github.ts';
import { lastDeployed } from '../github/pages-deployments.ts';
import { hasRunPublished, lastBackUp } from '../github/published-before.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { failures } from '../failures.ts';
import { CommandError } from '../terminal/command.ts';
import { printError } from '../terminal/print.ts';
import { type Item, itemTexts, patience } from './items.ts';

export interface Repository {
  readonly private: boolean;
  readonly has_issues: boolean;
  readonly created_at: string;
  /** Time of the last push to any branch. */
  readonly pushed_at: string;
}

/** The workflow that decides whether a commit may be published. */
const GATE = 'gate.yml';

/** Hours since an instant; infinite if there is none. */
const hoursSince = (instant: string | null) =>
  instant === null ? Infinity : (Date.now() - Date.parse(instant)) / 3_600_000;

/**
 * `failing:CODE` if no run has succeeded for a day. A canceled run counts as a failure, because GitHub cancels a run
 * that takes too long.
 *
 * @param failure a code of {@link failures}, from the publish; empty if the publish ended before it knew
 */
export async function failingItems(signal: AbortSignal, outcome: string, failure: string): Promise<Item[]> {
  if (outcome === 'success') return [];
  const cause = isKeyOf(failures, failure) ? failure : 'other';
  if (failure !== '' && cause !== failure) printError(`FAILURE has an unknown code, so it's reported as "${cause}".`);
  const succeeded = (await runsOf(signal, WORKFLOW, 'status=success&per_page=1'))[0]?.created_at ?? null;
  // Without a success, the oldest of the latest runs tells for how long.
  const since = succeeded ?? (await runsOf(signal, WORKFLOW, 'status=completed&per_page=100')).at(-1)?.created_at;
  if (since !== undefined && hoursSince(since) >= patience.failingHours) {
    return [{ code: `failing:${cause}`, since: succeeded }];
  }
  const { what, todo } = failures[cause];
  summarize(`${what} ${todo} If no run succeeds for ${patience.failingHours} hours, this is an item of the issue.`);
  return [];
}

/** `gate` if the newest commit isn't live. @returns undefined if it isn't known which commit is live */
export async function gateItems(signal: AbortSignal, live: string, newest: string): Promise<Item[] | undefined> {
  if (live === '' || newest === '') return undefined;
  if (live === newest) return [];
  if (!/^[0-9a-f]{40,64}$/.test(newest)) throw new CommandError('NEWEST isn’t a commit.');
  const [run] = await runsOf(signal, GATE, `event=push&head_sha=${newest}&per_page=1`);
  const since = run?.created_at ?? null;
  if (hoursSince(since) < patience.gateHours) {
    if (run?.conclusion === 'failure') summarize(`${itemTexts.gate.what} ${itemTexts.gate.todo}`, 'warning');
    return [];
  }
  const commit = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}/commit/${newest}`;
  return [{ code: 'gate', since, detail: `[The commit](${commit})${run ? `, [its run](${run.html_url})` : ''}.` }];
}

/**
 * `function` if the Function hasn't responded in the first hours of its daily quota. Later in the day, the reason may be
 * that the quota is used up, so nothing is known then.
 *
 * @param outcome `tried`, `untried` or, if the site has no Function, empty
 */
export function functionItems(outcome: string): Item[] | undefined {
  if (outcome !== 'untried') return [];
  return new Date().getUTCHours() < patience.quotaHours ? [{ code: 'function', since: null }] : undefined;
}

/**
 * `mirror` if this run didn't update the mirror on GitHub Pages, and no run has for a day.
 *
 * @param outcome of this run's update; empty if the site has no mirror
 */
export async function mirrorItems(signal: AbortSignal, outcome: string): Promise<Item[]> {
  if (outcome === '' || outcome === 'success') return [];
  const since = (await lastDeployed(signal)) ?? null;
  if (hoursSince(since) >= patience.mirrorHours) return [{ code: 'mirror', since }];
  summarize(itemTexts.mirror.what);
  return [];
}

/** `backup` if the last backup is old, or if there is none although a run published long ago. */
export async function backupItems(signal: AbortSignal): Promise<Item[]> {
  const since = await lastBackUp(signal);
  const limit = new Date(Date.now() - patience.backupDays * 86_400_000).toISOString();
  if (since !== undefined) return since <= limit ? [{ code: 'backup', since }] : [];
  return (await hasRunPublished(signal, limit)) ? [{ code: 'backup', since: null }] : [];
}

/** `schedule` if nothing was pushed for long. Until the first push to a fork, the time since the fork's creation counts. */
export function scheduleItems({ private: isPrivate, created_at, pushed_at }: Repository): Item[] {
  const since = pushed_at > created_at ? pushed_at : created_at;
  return !isPrivate && hoursSince(since) >= patience.idleDays * 24 ? [{ code: 'schedule', since }] : [];
}
