import { pegs, redenominations } from '../../money/currencies/facts.ts';
import { dayNumber, type IsoDate } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { present } from '../../text/present.ts';
import { bankRows } from './bank-rows.ts';
import recorded from './days/usd-2026-09-29.json' with { type: 'json' };

/** The price of something in USD on a day, which is given as the number of days since 1970-01-01. */
export type UsdPrice = (day: number) => number;

const FIRST_DAY = dayNumber('1991-01-01');

/** The largest step of a day, and the share of the distance from the start that a day takes back. */
const [MAX_STEP, PULL] = [0.004, 0.0005];

/** Units per 1 USD in a dataset of the market. */
const newest = new Map(Object.entries(recorded.usd).map(([code, value]) => [code.toUpperCase(), value]));
// Norges Bank lists two indexes as if they were currencies. These values make them about 114 and 128.
newest.set('I44', 0.0836).set('TWI', 0.0748);

const prices = new Map<string, UsdPrice>([['USD', () => 1]]);

/**
 * Prices that are the same in each run. They are real on the days for which the repository has the European Central
 * Bank's rates, and on 2026-09-29. On all other days, they are a random walk that joins the real prices. Before 1991, they
 * stay the same. If the bank doesn't quote a pegged currency, the price follows its anchor.
 */
export function usdPriceOf(code: string): UsdPrice {
  const price = prices.get(code) ?? inUnits(code, (quoted().has(code) ? undefined : pegged(code)) ?? walking(code));
  prices.set(code, price);
  return price;
}

/** Prices of a currency before a redenomination are of the old unit. The recorded dataset has the unit of its day. */
function inUnits(code: string, price: UsdPrice): UsdPrice {
  const { date, ratio } = redenominations.get(code) ?? {};
  if (date === undefined || ratio === undefined) return price;
  const newUnits = (day: number) => (day < dayNumber(date) ? 1 / ratio : 1);
  return (day) => (price(day) * newUnits(day)) / newUnits(dayNumber(recorded.date as IsoDate));
}

function pegged(code: string): UsdPrice | undefined {
  const { anchor = '', parity = null } = pegs.get(code) ?? {};
  if (parity === null) return undefined;
  const price = usdPriceOf(anchor);
  return (day) => price(day) / parity;
}

function walking(code: string): UsdPrice {
  const seed = seedOf(code);
  const steps = [0];
  const walk = (day: number) => {
    for (let next = FIRST_DAY + steps.length; next <= day; next++)
      steps.push(elementAt(steps, steps.length - 1) * (1 - PULL) + MAX_STEP * noise(seed, next));
    return elementAt(steps, day - FIRST_DAY);
  };
  const distances = realPrices(code).map(({ day, price }) => ({ day, distance: Math.log(price) - walk(day) }));
  const corrections: number[] = [];
  for (const [index, { day, distance }] of distances.entries()) {
    const last = distances[index - 1] ?? { day: FIRST_DAY - 1, distance };
    for (let next = last.day + 1; next <= day; next++)
      corrections.push(last.distance + ((distance - last.distance) * (next - last.day)) / (day - last.day));
  }
  const end = elementAt(corrections, corrections.length - 1);
  return (day) => {
    const since = Math.max(day, FIRST_DAY);
    return Math.exp(walk(since) + (corrections[since - FIRST_DAY] ?? end));
  };
}

function realPrices(code: string): { readonly day: number; readonly price: number }[] {
  const ofBank = Array.from(bankRates(), ([day, rates]) => {
    const price = present(rates.get('USD'), 'rate of USD') / (code === 'EUR' ? 1 : (rates.get(code) ?? NaN));
    return { day, price };
  }).filter(({ price }) => !Number.isNaN(price));
  const price = 1 / present(newest.get(code), `recorded value of ${code}`);
  return [...ofBank, { day: dayNumber(recorded.date as IsoDate), price }];
}

let byDay: Map<number, Map<string, number>> | undefined;

/** The European Central Bank's real rates in the repository, by day. */
export function bankRates(): ReadonlyMap<number, ReadonlyMap<string, number>> {
  byDay ??= new Map(Array.from(bankRows(), ([date, rates]) => [dayNumber(date), rates]));
  return byDay;
}

let codes: ReadonlySet<string> | undefined;

/** The currencies that the bank has quoted at least once. */
function quoted(): ReadonlySet<string> {
  codes ??= new Set(Array.from(bankRates().values(), (rates) => [...rates.keys()]).flat());
  return codes;
}

export function seedOf(text: string): number {
  let seed = 0;
  for (const character of text) seed = Math.imul(seed, 31) + (character.codePointAt(0) ?? 0);
  return seed;
}

/** A number from -1 to 1 that looks random and depends only on the seed and the day. */
export function noise(seed: number, day: number): number {
  let bits = Math.imul(seed ^ Math.imul(day, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x27d4eb2f);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 31 - 1;
}
