import { store, stored } from '../../visitor/stored.ts';
import { acceptedTags } from '../../visitor/visitor-locale.ts';
import { initialState, type PageState } from './address-state.ts';

/** The countries by pair, such as `{ 'PLN EUR': 'PL' }`. The build fills it in. */
declare const HOME_PAIRS: Readonly<Record<string, string>>;

export type Pair = Pick<PageState, 'from' | 'to'>;

/** The pairs of a visitor whose URL names none. */
export interface HomePairs {
  /** The last pair that had a result in this browser, or the pair of the visitor's region. */
  readonly home: Pair;
  /** The pair of the visitor's region, which begins with its own currency. */
  readonly own: Pair;
}

const NAME = 'ratesheet-pair';

/** Keeps a pair for the next visit. It doesn't leave the browser. */
export function keepPair({ from, to }: Pair): void {
  store(NAME, `${from} ${to}`);
}

/** The visitor's pairs, for the script before the first paint, which writes them into the page for the other script. */
export function findHomePairs(languages: readonly string[]): HomePairs {
  const [tag = 'en-US'] = acceptedTags(languages);
  const { region = 'US' } = new Intl.Locale(tag).maximize();
  const [found] = Object.entries(HOME_PAIRS).find(([, countries]) => countries.split(' ').includes(region)) ?? [];
  const own = pairOf(found) ?? initialState;
  return { home: pairOf(stored(NAME)) ?? own, own };
}

/** Writes the pairs into the page. */
export function writeHomePairs({ home, own }: HomePairs): void {
  const { dataset } = document.documentElement;
  dataset['home'] = `${home.from} ${home.to}`;
  dataset['own'] = `${own.from} ${own.to}`;
}

/** Reads the pairs from the page. */
export function readHomePairs(): HomePairs {
  const { home, own } = document.documentElement.dataset;
  return { home: pairOf(home) ?? initialState, own: pairOf(own) ?? initialState };
}

function pairOf(text: string | undefined): Pair | undefined {
  const [, from, to] = /^([A-Z0-9]{3,6}) ([A-Z0-9]{3,6})$/.exec(text ?? '') ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}
