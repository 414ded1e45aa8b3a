import type { Clock } from '../../operate/publish/repeat.ts';

/** A clock that skips every pause, so that no test waits. Its time is the length of all pauses so far. */
export function skippingClock(): Clock {
  let time = 0;
  return {
    now: () => time,
    wait: (milliseconds) => Promise.resolve((time += milliseconds)),
  };
}
