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

/** Shows the URL's currencies and amount. If the URL asks for another result than the page has, marks it as loading. */
function showQuery(): void {
  const query = new URLSearchParams(location.search);
  const { words, numbers } = visitorLocales();
  const given = (name: string) => query.get(name) ?? '';
  const [from, to] = [unitOf(given('from')), unitOf(given('to'))];
  const pair = [from || (to === 'USD' ? 'EUR' : 'USD'), to || (from === 'EUR' ? 'USD' : 'EUR')] as const;
  const toAmount = given('to_amount');
  const amount = given('amount') || (toAmount ? '' : '100');
  if (String([...pair, amount, given('date'), given('source') || 'market']) === 'USD,EUR,100,,market') return;
  page.classList.add('loading');

  const texts = new Map([
    ['from', pair[0]],
    ['from-name', currencyNameIn(words, pair[0]) ?? ''],
    ['to', pair[1]],
    ['to-name', currencyNameIn(words, pair[1]) ?? ''],
    ['amount', written(amount, numbers)],
    ['converted', amount ? '' : written(toAmount, numbers)],
  ]);
  // Browsers call the observer right after they parse an element. They paint later, so a field never shows another text.
  const observer = new MutationObserver(() => {
    for (const [id, text] of texts) {
      const element = document.getElementById(id);
      if (!element) continue;
      if (element instanceof HTMLInputElement) element.defaultValue = text;
      else element.textContent = text;
      texts.delete(id);
      // A flag is parsed before its field.
      const flag = document.querySelector<SVGUseElement>(`#${id}-flag use`)?.href;
      if (flag) flag.baseVal = flag.baseVal.replace(/#.*/, `#${text.toLowerCase()}`);
    }
    if (texts.size === 0) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** An amount of the URL as the visitor writes it. The page's script checks the amount, so any other text stays. */
function written(text: string, locale: string): string {
  const amount = Number(text);
  return text !== '' && Number.isFinite(amount) ? plainNumber(amount, locale) : text;
}
