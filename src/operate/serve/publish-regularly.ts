import { notifyHeartbeat } from '../report/heartbeat.ts';
import { CommandError } from '../terminal/command.ts';
import { type Clock, systemClock } from '../publish/repeat.ts';
import { print, printError } from '../terminal/print.ts';
import type { FolderServer } from './folder-server.ts';

export interface RegularPublishes {
  readonly server: Pick<FolderServer, 'site' | 'update' | 'failedPublishes' | 'attention'>;
  /** Publishes once. @returns whether it was published */
  readonly publish: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds from a publish to the next. */
  readonly every: number;
  /** The URL to notify after each publish, as in the workflow. */
  readonly heartbeat: string | undefined;
  /** Called when a site is served. It may be from before a restart. */
  readonly onServing: () => void;
  /** @default the system's clock */
  readonly clock?: Clock;
}

/**
 * Publishes until the signal aborts. After a restart, the next publish is due when it would have been without the
 * restart. If a publish fails, the site before it stays, and the next publish is due as usual.
 *
 * @throws {CommandError} if the first publish fails. There is no site to serve then
 */
export async function publishRegularly(
  { server, publish, every, heartbeat, onServing, clock = systemClock }: RegularPublishes,
  signal: AbortSignal,
): Promise<void> {
  if (server.site) onServing();
  else print('Publishing for the first time. This takes about a minute.');
  let pause = pauseBefore(server.site?.rates.checked_at, every);
  let known = '';
  for (;;) {
    await clock.wait(pause, signal);
    const begin = clock.now();
    const isFirst = !server.site;
    const isPublished = await publish(signal);
    server.update();
    const rates = server.site?.rates;
    if (!rates) throw new CommandError('There is no site to serve yet, and none was published.');
    server.failedPublishes = isPublished ? 0 : server.failedPublishes + 1;
    const minutes = Math.round(every / 60_000);
    if (isPublished) {
      const seconds = ((clock.now() - begin) / 1000).toFixed(1);
      print(`${rates.checked_at} Published the rates of ${rates.rate_as_of} in ${seconds} s.`);
    } else
      printError(
        `${new Date().toISOString()} Not published. The site of ${rates.checked_at} is still served. Next try in ${minutes} minutes.`,
      );
    const attention = server.attention();
    if (attention.join(', ') !== known) {
      known = attention.join(', ');
      printError(known === '' ? 'Nothing needs attention any more.' : `Needs attention: ${known}. See /status.`);
    }
    const isWell = isPublished && !attention.includes('stale');
    if (heartbeat !== undefined) await notifyHeartbeat(isWell, heartbeat, signal);
    if (isFirst) onServing();
    pause = isPublished ? pauseBefore(rates.checked_at, every) : every;
  }
}

/** Milliseconds until the next publish. A wrong clock can't make it longer than usual. */
function pauseBefore(published: string | undefined, every: number): number {
  if (published === undefined) return 0;
  return Math.min(Math.max(Date.parse(published) + every - Date.now(), 0), every);
}
