import { addresses, paths } from '../../api/paths.ts';
import { sourceNames, type SourceName } from '../../api/source-fields.ts';
import type { PricedCurrency } from '../../rates/published-currency.ts';
import { HistoryChart } from '../chart/history-chart.ts';
import { keepForOffline } from '../offline/keep-for-offline.ts';
import { initialState, otherSide, type PageState, parseState, queryOf } from '../shared/address-state.ts';
import { CurrencySearch } from '../search/search-currencies.ts';
import { BrowserSite, reachOf } from '../shared/browser-site.ts';
import { isRange } from '../shared/chart-range.ts';
import { enableCopyButtons } from '../shared/copy-button.ts';
import { find } from '../shared/elements.ts';
import { showFreshness } from '../shared/freshness-note.ts';
import { KeptCodes } from '../shared/kept.ts';
import { text } from '../shared/text.ts';
import { stayLanded } from '../shared/stay-landed.ts';
import { typedMoneyParser } from '../typing/typed-money.ts';
import { currencyName } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';
import type { PairAnswer } from '../shared/pair-answer.ts';
import { amountsOf, answerTo } from './answer.ts';
import { Converter } from './converter.ts';
import { codeOfRow, CurrencyTable } from './currency-table.ts';
import { DayAndSource } from './day-and-source.ts';
import { showPairTables } from './pair-tables.ts';
import { Result } from './result.ts';
import { Several } from './several.ts';
import { enableSharing, showLink } from './share.ts';

/** Milliseconds until the page says that it's loading. Most rates are there sooner, and a text would flicker. */
const PATIENCE = 150;

/** Number of recently picked currencies that come first in the lists. */
const MOST_RECENT = 5;

const initialTitle = document.title;

/** Starts the page with the day's rates. */
function start(site: BrowserSite): void {
  const { day } = site;
  const locale = visitorLocale();
  const listed = { ...listedFacts(site), locale };
  const search = new CurrencySearch(listed);
  const recent = new KeptCodes('recent', MOST_RECENT);
  let state = parseState(location.search, locale);
  let answer: PairAnswer | undefined;

  const choose = (changes: Partial<PageState>) => {
    state = { ...state, ...changes };
    history.pushState(null, '', queryOf(state));
    showState();
  };
  const pickerOptions = { nameOf: currencyName, search, recent };
  const converter = new Converter({
    ...pickerOptions,
    parse: typedMoneyParser(listed),
    onPair: choose,
    onAmount(amount, given) {
      state = { ...state, amount, given };
      history.replaceState(null, '', queryOf(state));
      showAmounts();
    },
  });
  const early = earlyAmount();
  const dayAndSource = new DayAndSource(choose);
  const result = new Result(choose);
  const showDate = showFreshness(day);
  const chart = new HistoryChart(site);
  const table = new CurrencyTable(day, search);
  const several = new Several(pickerOptions);

  /** Answers the state. If the state changes before the answer is there, the answer is ignored. */
  const showState = () => {
    const wanted = state;
    answer = undefined;
    converter.show(state);
    dayAndSource.show(state);
    showChart();
    document.title = isInitialPair(state) ? initialTitle : `${state.from} → ${state.to} · Ratesheet`;
    const waiting = setTimeout(() => result.showLoading(), PATIENCE);
    answerTo(state, site)
      .then((found) => {
        if (!isSamePair(wanted, state)) return;
        answer = found;
        showAmounts();
      })
      .catch((problem: unknown) => {
        if (isSamePair(wanted, state)) showProblem(problem);
      })
      .finally(() => {
        clearTimeout(waiting);
        document.documentElement.classList.remove('starting', 'loading');
      });
    void limitDays(wanted);
  };

  /** Shows the amounts at the loaded rate. */
  const showAmounts = () => {
    showLink(queryOf(state));
    table.show(state);
    if (!answer) return;
    const isNewest = state.date === '';
    const { asOf, isOfficial } = answer;
    // A note has the date of a held rate.
    showDate({ date: isNewest && !isOfficial ? day.asOf : asOf, isNewest, isOfficial });
    showPairTables(answer);
    const computed = otherSide[state.given];
    if (state.amount === '') {
      result.clear(answer);
      converter.showComputed(computed, undefined);
      return;
    }
    try {
      const amounts = amountsOf(state, answer);
      result.show(state, answer);
      converter.showComputed(computed, amounts[computed]);
      several.show(state, answer, amounts.from);
      showCall({ ...state, amount: String(amounts.from) });
    } catch (problem) {
      showProblem(problem);
    }
  };

  const showProblem = (problem: unknown) => {
    showDate(undefined);
    result.showProblem(state, problem);
    converter.showComputed(otherSide[state.given], undefined);
  };

  const showChart = () => {
    void chart.show({ ...state, source: sourceOf(state) });
  };

  /** If loading fails, the visitor can choose any day. The API's error then says which days there are. */
  const limitDays = async (wanted: PageState) => {
    const reach = await reachOf([wanted.from, wanted.to], sourceOf(wanted), site).catch(() => undefined);
    if (reach && isSamePair(wanted, state)) dayAndSource.limit(reach);
  };

  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="range"]')) {
    radio.addEventListener('change', () => {
      if (!isRange(radio.value)) return;
      state = { ...state, range: radio.value };
      history.replaceState(null, '', queryOf(state));
      showChart();
    });
  }
  addEventListener('popstate', () => {
    state = parseState(location.search, locale);
    showState();
  });

  showState();
  converter.takeUp(early);
  enableSharing();
  stayLanded();
  void keepForOffline();
}

/** The source whose days and history the page shows. An unknown source has an error, but the market's history. */
function sourceOf({ source }: PageState): SourceName {
  return sourceNames.find((name) => name === source) ?? 'market';
}

/** Whether two states have the same rate. If not, data loaded for one of them is ignored. */
function isSamePair(one: PageState, other: PageState): boolean {
  return one.from === other.from && one.to === other.to && one.date === other.date && one.source === other.source;
}

function isInitialPair({ from, to }: PageState): boolean {
  return from === initialState.from && to === initialState.to;
}

/** Reads from the page's table which currencies are traded most, and in which countries each is legal tender. */
function listedFacts({ day: { currencies } }: BrowserSite) {
  const rows = [...document.querySelectorAll<HTMLElement>('#currencies tbody tr')];
  const ranks = new Map(rows.map((row, rank) => [codeOfRow(row), rank]));
  const countries = new Map(rows.map((row) => [codeOfRow(row), row.dataset['countries']?.split(' ') ?? []]));
  const rankOf = ({ code }: PricedCurrency) => ranks.get(code) ?? rows.length;
  return {
    currencies: [...currencies.values()].sort((a, b) => rankOf(a) - rankOf(b)),
    countriesOf: (code: string) => countries.get(code)?.filter((country) => country !== '') ?? [],
  };
}

/** The amount that was typed before the script was loaded; empty if there is none. */
function earlyAmount(): string {
  const { value, defaultValue } = find('amount', HTMLInputElement);
  return value === defaultValue ? '' : value;
}

/** Shows an API request for the state on this host, and the link to the rate's receipt. */
function showCall({ from, to, amount, date, source }: PageState): void {
  const query = new URLSearchParams({ from, to, ...(amount !== '' && { amount }), ...(date !== '' && { date }) });
  find('receipt-link', HTMLAnchorElement).search = query.toString();
  if (source !== initialState.source) query.set('source', source);
  // Today's rates of each base are a static file, which isn't metered. Only some pairs have a file of their own.
  const isFile = date === '' && source === initialState.source;
  const address = isFile ? `/${paths.ratesByBase(from)}` : `${addresses.convertOnDate}?${query.toString()}`;
  const call = location.origin + address;
  find('call', HTMLElement).textContent = isFile ? `curl ${call}` : `curl '${call}'`;
  find('call-link', HTMLAnchorElement).href = call;
}

async function main(): Promise<void> {
  const site = await BrowserSite.open(find('date', HTMLInputElement).min).catch(() => undefined);
  showDown(!site);
  if (site) start(site);
}

/** Shows a message if the rates can't be loaded, and hides the parts of the page that need them. */
function showDown(down: boolean): void {
  find('problem', HTMLElement).hidden = !down;
  find('main', HTMLElement).classList.toggle('down', down);
  if (down) document.documentElement.classList.remove('starting');
}

enableCopyButtons({ copied: text('copied'), selected: text('copyFailed') });
find('retry', HTMLButtonElement).addEventListener('click', () => {
  void main().then(() => {
    // The button disappears, unless the rates are still missing.
    if (find('problem', HTMLElement).hidden) find('result', HTMLElement).focus();
  });
});
await main();
