import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** The most files, pipes and sockets that a run was seen to open beside those of its start, and a few more. */
const NEEDED = 40;

/**
 * Opens as many files as a run will, and closes them. Where there are too few, a bundler that cannot start says nothing
 * of it, and Node waits forever for a thread that cannot either.
 *
 * @throws the system's error: EMFILE, ENFILE
 */
export function assertSpareFiles(): void {
  const files: number[] = [];
  try {
    while (files.length < NEEDED) files.push(openSync(devNull, 'r'));
  } finally {
    files.forEach(closeSync);
  }
}
