import { currencyNameIn } from '../../currencies/currency-name.ts';
import { unitOf } from '../../currencies/sub-units.ts';
import { plainNumber } from '../../text/number-format.ts';
import { pathOfLanguage } from '../messages/languages.ts';
import { languageOf, visitor, visitorLocales } from '../visitor/visitor-locale.ts';
import { enableLanguageSwitch } from './language-switch.ts';

/*
 * Runs before the browser paints anything of the converter page. The page's own script and the rates arrive later. Until
 * then, the page would show another language or another currency pair than the visitor asked for.
 */

const page = document.documentElement;

const language = languageOf(visitor());
if (location.pathname === '/' && language !== 'en') {
  // The browser may paint this page while it loads the other page.
  page.hidden = true;
  location.replace(pathOfLanguage(language) + location.search + location.hash);
} else {
  enableLanguageSwitch();
  showQuery();
}

/** Shows the currencies and the amount of the URL, and marks the page's result as loading if the URL asks for another. */
function showQuery(): void {
  const query = new URLSearchParams(location.search);
  const { words, numbers } = visitorLocales();
  const given = (name: string) => query.get(name)?.trim() ?? '';
  const [from, to] = [unitOf(given('from')), unitOf(given('to'))];
  const pair = [from || (to === 'USD' ? 'EUR' : 'USD'), to || (from === 'EUR' ? 'USD' : 'EUR')] as const;
  const amount = given('amount') || '100';
  if (pair.join() === 'USD,EUR' && amount === '100' && !given('date') && given('source') !== 'ecb') return;
  page.classList.add('loading');

  // The page's script checks the amount.
  const value = /^[\d.]+$/.test(amount) ? Number(amount) : NaN;
  const textOf = (code: string) => `${code} ${currencyNameIn(words, code) ?? ''}`.trim();
  const texts = new Map([
    ['from', textOf(pair[0])],
    ['to', textOf(pair[1])],
    ['amount', Number.isNaN(value) ? amount : plainNumber(value, numbers)],
  ]);
  // Browsers call the observer right after they parse an element. They paint later, so a field never shows another value.
  const observer = new MutationObserver(() => {
    for (const [id, text] of texts) {
      const field = document.querySelector<HTMLInputElement>(`input#${id}`);
      if (!field) continue;
      field.defaultValue = text;
      texts.delete(id);
      // The flag of a currency is parsed before its field.
      const flag = document.querySelector(`#${id}-flag use`);
      const [sprite = ''] = flag?.getAttribute('href')?.split('#') ?? [];
      flag?.setAttribute('href', `${sprite}#${text.toLowerCase().split(' ')[0] ?? ''}`);
    }
    if (texts.size === 0) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
