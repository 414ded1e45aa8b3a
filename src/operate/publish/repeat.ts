import { setTimeout } from 'node:timers/promises';

/** Measures time and waits. Tests pass a clock that doesn't wait. */
export interface Clock {
  /** The time in milliseconds since any moment. */
  readonly now: () => number;
  /** Waits, or throws an error whose `cause` is the signal's reason. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};

export interface RepeatOptions {
  /** Maximum number of seconds from the start of the first attempt to the end of the last attempt. */
  readonly patience: number;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
}

/** Milliseconds before the second attempt. Each pause is twice as long as the previous pause. */
const FIRST_PAUSE = 5000;
/** Milliseconds that the pauses must leave for the last attempt. */
const LAST_ATTEMPT = 10_000;

/** Repeats an attempt after growing pauses until it returns true or too little time is left for another attempt. */
export async function repeat(
  attempt: () => Promise<boolean>,
  { patience, clock = systemClock }: RepeatOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const end = clock.now() + patience * 1000 - LAST_ATTEMPT;
  for (let pause = FIRST_PAUSE; ; pause *= 2) {
    if (await attempt()) return true;
    const left = end - clock.now();
    if (left <= 0) return false;
    await clock.wait(Math.min(pause, left), signal);
  }
}
