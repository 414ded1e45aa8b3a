import { tell } from './tell.ts';

/*
 * Ends a command that runs on an old Node with one line, before a package fails with a stack trace. It imports no
 * package, because imports are evaluated first. By default, `npm ci` installs a newer Node in this folder.
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
