import { tell } from './tell.ts';

/*
 * If Node is too old, ends the command with a one-line message, before a package fails with a stack trace. This file
 * imports no package, because imports are evaluated first. By default, `npm ci` installs a newer Node in this folder.
 */

/** The oldest major version of Node that works. Node 20 lacks features that undici needs. */
const OLDEST = 22;

if (Number.parseInt(process.versions.node) < OLDEST) {
  tell(
    `Node ${process.versions.node} is too old. Install Node ${OLDEST} or later, or run npm ci without --omit=dev ` +
      `and --ignore-scripts: it installs a newer Node in this folder.`,
  );
  process.exit(1);
}
