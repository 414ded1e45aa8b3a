import { currencyNameIn } from '../../money/currencies/names/currency-name.ts';
import { plainNumber } from '../../text/wording/number-format.ts';
import { pathOfLanguage } from '../texts/languages.ts';
import { initialState, parseState, QUESTION, queryOf } from './address/address-state.ts';
import { findHomePairs, type Pair, writeHomePairs } from './address/home-pair.ts';
import { languageOf, visitor, visitorLocales } from '../visitor/visitor-locale.ts';
import { enableLanguageSwitch } from '../visitor/language-switch.ts';

/*
 * Runs before the browser paints anything of the converter page. The page's own script and the rates arrive later. Until
 * then, the page would show another language or another currency pair than the visitor asked for.
 */

const page = document.documentElement;

// Without the page's own script, the page must not seem to load forever.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    page.classList.remove('starting', 'loading');
    document.getElementById('main')?.classList.add('down');
    document.getElementById('problem')?.removeAttribute('hidden');
    document.getElementById('retry')?.addEventListener('click', () => location.reload());
  },
  { capture: true },
);

const language = languageOf(visitor());
if (location.pathname === '/' && language !== 'en') {
  // The browser may paint this page while it loads the other page.
  page.hidden = true;
  location.replace(pathOfLanguage(language) + location.search + location.hash);
} else {
  enableLanguageSwitch();
  page.classList.add('starting');
  const pairs = findHomePairs(navigator.languages);
  writeHomePairs(pairs);
  showQuery(pairs.home);
  // Beside the chart, there is room for what the seal opens.
  if (matchMedia('(min-width: 64rem)').matches) whenParsed(['seal'], (seal) => seal.setAttribute('open', ''));
}

/**
 * Shows the URL's currencies and amount. If the visitor gets another result than the page has, marks it as loading.
 *
 * @param home the pair of a URL without one
 */
function showQuery(home: Pair): void {
  const { words, numbers } = visitorLocales();
  const state = parseState(location.search, numbers, home);
  const question = new URLSearchParams(location.search).get(QUESTION);
  if (question === null && queryOf({ ...state, range: initialState.range }) === queryOf(initialState)) return;
  page.classList.add('loading');

  const { from, to, amount, given } = state;
  const texts = new Map([
    ['from', from],
    ['from-name', currencyNameIn(words, from) ?? ''],
    ['to', to],
    ['to-name', currencyNameIn(words, to) ?? ''],
    ['amount', question ?? (given === 'from' ? written(amount, numbers) : '')],
    ['converted', given === 'to' ? written(amount, numbers) : ''],
  ]);
  whenParsed([...texts.keys()], (element) => {
    const text = texts.get(element.id) ?? '';
    if (element instanceof HTMLInputElement) element.defaultValue = text;
    else element.textContent = text;
    // A flag is parsed before its field.
    const flag = document.querySelector<SVGUseElement>(`#${element.id}-flag use`)?.href;
    if (flag) flag.baseVal = flag.baseVal.replace(/#.*/, `#${text.toLowerCase()}`);
  });
}

/** Changes elements with these ids right after the browser parses them. It paints later, so it never paints the old ones. */
function whenParsed(ids: readonly string[], change: (element: HTMLElement) => void): void {
  const missing = new Set(ids);
  const observer = new MutationObserver(() => {
    for (const id of missing) {
      const element = document.getElementById(id);
      if (!element) continue;
      missing.delete(id);
      change(element);
    }
    if (missing.size === 0) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** An amount of the URL as the visitor writes it. The page's script checks the amount, so any other text stays. */
function written(text: string, locale: string): string {
  const amount = Number(text);
  return Number.isFinite(amount) ? plainNumber(amount, locale) : text;
}
