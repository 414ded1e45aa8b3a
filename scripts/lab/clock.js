/*
 * Shifts the clock of Node and of all Node processes that it starts, as in
 * `CLOCK=+400d NODE_OPTIONS=--import=$PWD/scripts/lab/clock.js npx vitest run`. A test that depends on today's date fails.
 * Only `Date` is shifted: with a preloaded library that shifts the system's clock, workerd doesn't start.
 */

const DAY = 86_400_000;
const { Date: Unshifted } = globalThis;

/** Milliseconds from the real time: `+400d`, or a time of today in UTC such as `23:59:50`. */
function shiftIn(text) {
  const [, days] = /^\+(\d+)d$/.exec(text) ?? [];
  if (days !== undefined) return Number(days) * DAY;
  const [, shift] = /^(-?\d+)ms$/.exec(text) ?? [];
  if (shift !== undefined) return Number(shift);
  const [today] = new Unshifted().toISOString().split('T');
  const time = Unshifted.parse(`${today}T${text}Z`);
  if (Number.isNaN(time)) throw new Error(`CLOCK is ${text}. Use +400d or 23:59:50.`);
  return time - Unshifted.now();
}

const shift = shiftIn(process.env.CLOCK ?? '+0d');
// Processes that start later have the same clock.
process.env.CLOCK = `${shift}ms`;

const now = () => Unshifted.now() + shift;
globalThis.Date = new Proxy(Unshifted, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  apply: () => new Unshifted(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
