import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Matches files in `src` that a site isn't built from. */
const NO_SOURCE = /\.test\.ts$|^testing\b/;

/** Milliseconds from the first change to the build. An editor may save in several steps, and git writes many files. */
const SETTLING = 50;

/**
 * Builds a site at once, and then whenever the files of a project change from which a site is built, until the signal
 * aborts. Changes during a build count as one change after the build.
 */
export async function buildOnChange(home: string, build: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let next = Promise.withResolvers<undefined>();
  const notify = (isSource: boolean) => {
    if (isSource) next.resolve(undefined);
  };
  watch(join(home, 'src'), { recursive: true }, (_, name) => {
    notify(!NO_SOURCE.test(name ?? ''));
  });
  watch(join(home, 'public'), { recursive: true }, () => {
    notify(true);
  });
  // Watches the folder, because an editor may save a file by replacing it.
  watch(home, (_, name) => {
    notify(name === 'package.json');
  });
  const stopped = once(signal, 'abort');
  for (;;) {
    await build();
    await Promise.race([next.promise, stopped]);
    if (signal.aborted) return;
    await wait(SETTLING);
    next = Promise.withResolvers();
  }
}
