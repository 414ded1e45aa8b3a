import type { IsoDate } from '../../money/calendar.ts';
import { market } from '../../sources/market.ts';
import { amountDecimals } from '../../money/currencies/metals.ts';
import type { PairAnswer } from '../../api/query/pair-answer.ts';
import { sourceNames } from '../../api/source-fields.ts';
import { HistoryChart } from '../chart/history-chart.ts';
import { onRangeChoice } from '../chart/range-choice.ts';
import { showSeal } from './freshness/seal.ts';
import { keepForOffline } from '../offline/keep-for-offline.ts';
import { KeptCodes } from './picker/kept.ts';
import { CurrencySearch } from '../search/search-currencies.ts';
import { BrowserSite, reachOf } from '../frame/browser-site.ts';
import { enableCopyButtons } from '../frame/copy-button.ts';
import { find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { typedMoneyParser } from '../typing/typed-money.ts';
import { LANGUAGE } from '../visitor/chosen-language.ts';
import { currencyName, format, grouped } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';
import { otherSide, type PageState, parseState, QUESTION, queryOf, type Side } from './address/address-state.ts';
import { keepPair, readHomePairs } from './address/home-pair.ts';
import { outcomeOf } from './answer/answer.ts';
import { showCall } from './address/api-call.ts';
import { Comparison } from './comparison.ts';
import { Converter } from './converter.ts';
import { CurrencyTable, listedCurrencies } from './currency-table.ts';
import { DayAndSource } from './day-and-source.ts';
import { type Found, LatestAnswer } from './answer/latest-answer.ts';
import { PairTables } from './pair-tables.ts';
import { Result } from './result.ts';
import { inSuccessors, isFixedPair } from './answer/retired.ts';
import { Several } from './several.ts';
import { enableSharing, showLink } from './address/share.ts';
import { stayLanded } from './stay-landed.ts';

/** Number of recently picked currencies that come first in the lists. */
const MOST_RECENT = 5;

const initialTitle = document.title;

/** Starts the page with the day's rates. */
function start(site: BrowserSite): void {
  const { day } = site;
  const locale = visitorLocale();
  const listed = { ...listedCurrencies(day), locale };
  const search = new CurrencySearch(listed);
  const nameOf = (code: string) => {
    const name = currencyName(code);
    // Browsers lack a few names that the list of currencies has.
    return name === code ? (day.currencies.get(code)?.name ?? code) : name;
  };
  const pickerOptions = { nameOf, search, recent: new KeptCodes('recent', MOST_RECENT) };
  const { home, own } = readHomePairs();
  const question = new URLSearchParams(location.search).get(QUESTION);
  let state = parseState(location.search, locale, home);
  let found: Found | undefined;
  // The URL keeps the language that it was opened with.
  const language = new URLSearchParams(location.search).get(LANGUAGE);
  const addressOf = (shown: PageState) =>
    queryOf(shown) + (language === null ? '' : `&${new URLSearchParams({ [LANGUAGE]: language }).toString()}`);

  const choose = (changes: Partial<PageState>) => {
    state = { ...state, ...changes };
    // The answer to a question replaces the question's URL.
    const isAsked = new URLSearchParams(location.search).has(QUESTION);
    if (isAsked) history.replaceState(null, '', addressOf(state));
    else if (addressOf(state) !== location.search) history.pushState(null, '', addressOf(state));
    showState();
  };
  const converter = new Converter({
    ...pickerOptions,
    parse: typedMoneyParser(listed),
    onPair: choose,
    onAmount(amount, given) {
      state = { ...state, amount, given };
      history.replaceState(null, '', addressOf(state));
      showFound();
    },
  });
  const dayAndSource = new DayAndSource(choose);
  const result = new Result(choose);
  const comparison = new Comparison(site);
  const showDate = showSeal(day);
  const chart = new HistoryChart(site, (date) => choose({ date }));
  const table = new CurrencyTable(day, search);
  const pairTables = new PairTables();
  const several = new Several(pickerOptions, own.from);
  const latest = new LatestAnswer(site, {
    onLoading() {
      removeResult();
      result.showLoading();
    },
    onFound(answer) {
      found = answer;
      endStart();
      showFound();
    },
  });

  const showState = () => {
    found = undefined;
    converter.show(state);
    dayAndSource.show(state);
    comparison.show(inSuccessors(state));
    showChart();
    void limitDays(inSuccessors(state));
    latest.ask(state);
  };

  /** Shows the amounts at the loaded rate, or the reason why they're missing. */
  const showFound = () => {
    const outcome = found && outcomeOf(state, found);
    const amounts = outcome && 'amounts' in outcome ? outcome.amounts : undefined;
    showLinks(amounts ? { ...state, given: 'from', amount: String(amounts.from) } : state);
    if (!outcome) return;
    if (!('answer' in outcome)) {
      removeResult();
      if ('lack' in outcome) result.showLack(state, outcome);
      else result.showProblem(state, outcome.problem);
      return;
    }
    const { answer, isWholeDay } = outcome;
    const computed = otherSide[state.given];
    converter.showComputed(computed, amounts?.[computed]);
    result.show(state, answer, amounts);
    several.show(amounts && isWholeDay ? { state, answer, amount: amounts.from } : undefined);
    pairTables.show(answer);
    // A factor that is fixed has no date, no source and no history.
    showDate(isFixedPair(state.from, state.to) ? undefined : { answer, wanted: state.date });
    keepPair(answer);
    // Search engines and bookmarks know the home page by its own title.
    if (location.search !== '') document.title = `${titleOf(answer, amounts)} · Ratesheet`;
  };

  /** Removes everything that belongs to an earlier result. */
  const removeResult = () => {
    converter.showComputed(otherSide[state.given], undefined);
    several.show(undefined);
    pairTables.show(undefined);
    showDate(undefined);
    document.title = initialTitle;
  };

  /** Updates the links and the API request that repeat a state. */
  const showLinks = (shown: PageState) => {
    showLink(queryOf(state));
    const traced = inSuccessors(shown);
    showCall(traced, day.currencies.has(traced.from));
    table.show(shown);
    const { from, to, date, source } = traced;
    const receipt = new URLSearchParams({
      ...{ from, to },
      ...(date !== '' && { date }),
      ...(source !== market.key && { source }),
    });
    find('receipt-link', HTMLAnchorElement).search = receipt.toString();
  };

  const showChart = () => {
    find('history', HTMLElement).hidden = isFixedPair(state.from, state.to);
    void chart.show({ ...inSuccessors(state), source: sourceOf(state) });
  };

  /** Limits the date field. If loading fails, the visitor can choose any day that the market can have. */
  const limitDays = async (wanted: PageState) => {
    const reach = await reachOf([wanted.from, wanted.to], sourceOf(wanted), site).catch(() => undefined);
    const { from, to, source } = inSuccessors(state);
    const isWanted = wanted.from === from && wanted.to === to && wanted.source === source;
    if (isWanted) dayAndSource.limit(reach ?? { first: day.first, last: day.rate_as_of });
  };

  onRangeChoice((range) => {
    state = { ...state, range };
    history.replaceState(null, '', addressOf(state));
    showChart();
    showFound();
  });
  addEventListener('popstate', () => {
    // The fragment has changed, such as with the link that skips the header.
    if (addressOf(state) === location.search) return;
    state = parseState(location.search, locale, home);
    showState();
  });

  showState();
  converter.takeUp();
  if (question !== null) converter.ask(question);
  enableSharing();
  stayLanded();
  void keepForOffline();
}

/** The result in a tab's title: `100 USD = 88.02 EUR`. */
function titleOf({ from, to }: PairAnswer, amounts: Readonly<Record<Side, number>> | undefined): string {
  if (!amounts) return `${from} → ${to}`;
  return `${grouped.format(amounts.from)} ${from} = ${format.amount(amounts.to, amountDecimals(to))} ${to}`;
}

/** The source whose days and history the page shows. An unknown source has an error, but the market's history. */
function sourceOf({ source }: PageState): string {
  return sourceNames.find((name) => name === source) ?? market.key;
}

async function main(): Promise<void> {
  const site = await BrowserSite.open(find('date', HTMLInputElement).min as IsoDate).catch(() => undefined);
  showDown(!site);
  if (site) start(site);
}

/** Shows what was hidden until the first answer. */
function endStart(): void {
  document.documentElement.classList.remove('starting', 'loading');
}

/** Shows a message if the rates can't be loaded, and hides the parts of the page that need them. */
function showDown(down: boolean): void {
  find('problem', HTMLElement).hidden = !down;
  find('main', HTMLElement).classList.toggle('down', down);
  if (down) endStart();
}

enableCopyButtons({ copied: text('copied'), selected: text('copyFailed') });
const retry = find('retry', HTMLButtonElement);
retry.addEventListener('click', () => {
  retry.disabled = true;
  void main().then(() => {
    retry.disabled = false;
    // The button disappears, unless the rates are still missing.
    if (find('problem', HTMLElement).hidden) find('result', HTMLElement).focus();
  });
});
await main();
