import { tell } from './tell.ts';

/*
 * Ends a command that runs on an old Node with one line, before a package fails on it with a stack. It imports no
 * package, because imports are evaluated first. `npm ci` installs a newer Node for this folder, unless it's told not to.
 */

/** Node 20 lacks what undici needs. */
const OLDEST = 22;

if (Number.parseInt(process.versions.node) < OLDEST) {
  tell(
    `Node ${process.versions.node} is too old. Run npm ci without --omit=dev and --ignore-scripts, which installs a newer ` +
      `one for this folder, or install Node ${OLDEST} or later.`,
  );
  process.exit(1);
}
