/*
 * Shifts the clock of Node and of all Node processes that it starts, as in
 * `CLOCK=+400d NODE_OPTIONS=--import=$PWD/scripts/lab/clock.js npx vitest run`. A test that depends on today's date fails.
 * Only `Date` is shifted: with a preloaded library that shifts the system's clock, workerd doesn't start.
 */

import { readFileSync } from 'node:fs';

const DAY = 86_400_000;
const { Date: Unshifted } = globalThis;

/** Milliseconds from the real time: `+400d`, a time of today in UTC such as `23:59:50`, or the path of a file with milliseconds. */
function shiftIn(text) {
  if (text.startsWith('/')) return () => Number(readFileSync(text, 'utf8'));
  const shift = fixedShiftIn(text);
  // Processes that start later have the same clock.
  process.env.CLOCK = `${shift}ms`;
  return () => shift;
}

function fixedShiftIn(text) {
  const [, days] = /^\+(\d+)d$/.exec(text) ?? [];
  if (days !== undefined) return Number(days) * DAY;
  const [, shift] = /^(-?\d+)ms$/.exec(text) ?? [];
  if (shift !== undefined) return Number(shift);
  const [today] = new Unshifted().toISOString().split('T');
  const time = Unshifted.parse(`${today}T${text}Z`);
  if (Number.isNaN(time))
    throw new Error(`CLOCK is ${text}. Use +400d, 23:59:50 or the path of a file with milliseconds.`);
  return time - Unshifted.now();
}

const shift = shiftIn(process.env.CLOCK ?? '+0d');
const now = () => Unshifted.now() + shift();
globalThis.Date = new Proxy(Unshifted, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  apply: () => new Unshifted(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
